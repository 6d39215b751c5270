import { Button } from "@mantine/core";
import { fullName, userInput, type User } from "@ridgebook/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useCallback, useRef, useState, type SubmitEvent } from "react";
import classes from "#features/admin/admin.module.css";
import {
  isRole,
  isSameForm,
  NEW_USER,
  userFormValues,
  userInputOf,
  type UserFormValues,
} from "#features/admin/user-form-values.ts";
import { useClient } from "#server-client/client-context.tsx";
import { fieldMessagesOf, useRefusal, type FieldMessages } from "#forms/use-refusal.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { notices } from "#ui/notices/notices.ts";
import { PhoneField } from "#ui/phone-field.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

const FIELDS = Object.keys(NEW_USER);

/** The account of a person: who they are, where they work, and their rights over the installation. */
export function UserForm({ user }: { user: User | undefined }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { history } = useRouter();
  const confirm = useConfirm();
  const readRefusal = useRefusal();
  const [saved, setSaved] = useState(() => (user ? userFormValues(user) : NEW_USER));
  const [values, setValues] = useState(saved);
  const [errors, setErrors] = useState<FieldMessages>({});
  const [busyWith, setBusyWith] = useState<"saving" | "deleting" | "mailing">();
  const isDone = useRef(false);
  const hasChanges = useCallback(() => !isDone.current && !isSameForm(values, saved), [values, saved]);
  useLeaveGuard({ hasChanges });

  const companies = useQuery({
    queryKey: ["admin", "companies", undefined],
    queryFn: ({ signal }) => client.call("listCompanies", { query: {} }, { signal }),
  });

  const change = (changed: Partial<UserFormValues>): void => {
    setValues((former) => ({ ...former, ...changed }));
    setErrors((former) =>
      Object.fromEntries(Object.entries(former).filter(([field]) => !Object.hasOwn(changed, field))),
    );
  };
  /** Goes back to the list, without asking about what was typed. */
  const leave = (): void => {
    isDone.current = true;
    void queryClient.invalidateQueries({ queryKey: ["admin", "users"] });
    history.push("/admin/users");
  };
  const during = async (what: typeof busyWith, work: () => Promise<unknown>): Promise<void> => {
    setBusyWith(what);
    try {
      await work();
    } catch (error) {
      const { fields, form } = await readRefusal(error, FIELDS);
      setErrors(fields);
      if (form !== undefined) notices.add({ message: form, type: "error" });
    } finally {
      setBusyWith(undefined);
    }
  };

  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const read = userInput.safeParse(userInputOf(values, user));
    if (!read.success) {
      setErrors(fieldMessagesOf(read.error));
      return;
    }
    if (!hasChanges()) {
      notices.add({ message: "No changes to save" });
      return;
    }
    await during("saving", async () => {
      if (user) {
        const answered = userFormValues(
          await client.call("updateUser", { params: { id: String(user.id) }, body: read.data }),
        );
        setSaved(answered);
        setValues(answered);
        void queryClient.invalidateQueries({ queryKey: ["admin", "users"] });
        notices.add({ message: "Saved" });
      } else {
        await client.call("createUser", { body: read.data });
        notices.add({ message: `${read.data.firstName} ${read.data.lastName} added` });
        leave();
      }
    });
  };
  const remove = async (known: User): Promise<void> => {
    const isSure = await confirm({
      title: `Delete ${fullName(known)}?`,
      message: "The account and its place in every company are deleted. This cannot be undone.",
      confirmText: "Delete user",
      kind: "error",
    });
    if (!isSure) return;
    await during("deleting", async () => {
      await client.call("deleteUser", { params: { id: String(known.id) }, query: {} });
      notices.add({ message: `${fullName(known)} deleted` });
      leave();
    });
  };
  const mailAgain = (known: User): Promise<void> =>
    during("mailing", async () => {
      await client.call("resendSetUpEmail", { params: { id: String(known.id) } });
      notices.add({ message: `A new set-up link was mailed to ${known.email}` });
    });

  const isElsewhere = saved.companyId !== "" && values.companyId !== saved.companyId;
  return (
    <form className={classes.form} noValidate onSubmit={(event) => void save(event)}>
      <div className={classes.pair}>
        <TextField
          label="First name"
          autoComplete="off"
          value={values.firstName}
          error={errors.firstName}
          onChange={(event) => change({ firstName: event.currentTarget.value })}
        />
        <TextField
          label="Last name"
          autoComplete="off"
          value={values.lastName}
          error={errors.lastName}
          onChange={(event) => change({ lastName: event.currentTarget.value })}
        />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="off"
          value={values.email}
          error={errors.email}
          hint={
            user
              ? "They sign in with it, in every company."
              : "They sign in with it. A new account gets a mail with a set-up link."
          }
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
        <PhoneField
          label="Phone number"
          autoComplete="off"
          value={values.phoneNumber}
          error={errors.phoneNumber}
          onChange={(event) => change({ phoneNumber: event.currentTarget.value })}
        />
        <SelectField
          label="Company"
          value={values.companyId}
          error={errors.companyId}
          emptyLabel="None or several"
          hint={
            isElsewhere && values.companyId !== ""
              ? "They join this company, and stay in the former one too."
              : "A company that is chosen here is joined at once."
          }
          options={(companies.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => change({ companyId: event.currentTarget.value })}
        />
        {values.companyId !== "" && (
          <SelectField
            label="Role"
            value={values.role}
            error={errors.role}
            hint="Admins also change the company’s settings, prices and users."
            options={[
              { value: "User", label: "User" },
              { value: "Admin", label: "Admin" },
            ]}
            onChange={({ currentTarget: { value } }) => isRole(value) && change({ role: value })}
          />
        )}
      </div>
      <div>
        <CheckboxField
          label="Active"
          checked={values.active}
          error={errors.active}
          hint={
            values.companyId === ""
              ? "In all their companies. Nobody without a company can be inactive."
              : "Without it they cannot work in this company."
          }
          onChange={(event) => change({ active: event.currentTarget.checked })}
        />
        <CheckboxField
          label="Super admin"
          checked={values.isSuperAdmin}
          error={errors.isSuperAdmin}
          hint="Sees all companies and users, and can enter every company."
          onChange={(event) => change({ isSuperAdmin: event.currentTarget.checked })}
        />
        <CheckboxField
          label="Master admin"
          checked={values.isMasterAdmin}
          error={errors.isMasterAdmin}
          hint="Sees the folder log."
          onChange={(event) => change({ isMasterAdmin: event.currentTarget.checked })}
        />
      </div>
      <div className={classes.buttons}>
        <Button type="submit" loading={busyWith === "saving"} disabled={busyWith !== undefined}>
          {user ? "Save" : "Add user"}
        </Button>
        {user && !user.emailConfirmed && (
          <Button
            variant="secondary"
            loading={busyWith === "mailing"}
            disabled={busyWith !== undefined}
            onClick={() => void mailAgain(user)}
          >
            Send the set-up mail again
          </Button>
        )}
        {user && (
          <Button
            className={classes.last}
            variant="secondary"
            loading={busyWith === "deleting"}
            disabled={busyWith !== undefined}
            onClick={() => void remove(user)}
          >
            Delete user
          </Button>
        )}
      </div>
    </form>
  );
}
