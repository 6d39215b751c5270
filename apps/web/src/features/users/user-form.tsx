import { zodResolver } from "@hookform/resolvers/zod";
import { Button } from "@mantine/core";
import { formatPhone, fullName, ROLES, userInput, type User } from "@ridgebook/contract";
import { useCallback, useRef } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { useUserActions } from "#features/users/use-user-actions.ts";
import { toUserInput, type UserLocks } from "#features/users/user-rules.ts";
import classes from "#features/users/users.module.css";
import { useClient } from "#server-client/client-context.tsx";
import { useRefusedForm } from "#forms/use-refused-form.ts";
import { useSession } from "#server-client/session-context.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";
import { PhoneField } from "#ui/phone-field.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useBottomBar } from "#ui/use-bottom-bar.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

const formRules = userInput.pick({
  firstName: true,
  lastName: true,
  email: true,
  phoneNumber: true,
  role: true,
  active: true,
});

const FIELD_LABELS = {
  firstName: "First name",
  lastName: "Last name",
  email: "E-mail",
  phoneNumber: "Phone number",
  role: "Role",
  active: "Active",
} as const;
type Field = keyof typeof FIELD_LABELS;
const FIELDS = Object.keys(FIELD_LABELS) as Field[];

const EMPTY = { firstName: "", lastName: "", email: "", phoneNumber: "", role: "User", active: true } as const;

const formValues = (user: User | undefined) => {
  if (!user) return EMPTY;
  const { firstName, lastName, email, phoneNumber, role, active } = toUserInput(user);
  return { firstName, lastName, email, phoneNumber: formatPhone(phoneNumber), role, active };
};

const FORM_ID = "user";

/**
 * What a company writes of a person. Left out, `user` is a new one, who is invited.
 *
 * @param locks why role and access cannot be taken
 */
export function UserForm({ user, locks, onSaved }: { user: User | undefined; locks: UserLocks; onSaved: () => void }) {
  const client = useClient();
  const { isOnline, refresh, user: self } = useSession();
  const { reload } = useUserActions();
  const form = useForm({ resolver: zodResolver(formRules), defaultValues: formValues(user) });
  const refuse = useRefusedForm(form);
  const { errors, isSubmitting, isDirty, dirtyFields } = form.formState;
  const barRef = useBottomBar();

  const isSaved = useRef(false);
  const hasChanges = useCallback(() => isDirty && !isSaved.current, [isDirty]);
  const checkForErrors = async (): Promise<boolean> => !(await form.trigger());
  useLeaveGuard({ hasChanges, checkForErrors });

  const save = async (values: z.output<typeof formRules>): Promise<void> => {
    if (user && !isDirty) {
      notices.add({ message: "No changes to save", type: "info" });
      return;
    }
    try {
      if (user) {
        const params = { id: String(user.id) };
        const changed = Object.fromEntries(
          FIELDS.filter((field) => dirtyFields[field]).map((field) => [field, values[field]]),
        ) as Partial<typeof values>;
        // What was not changed here stays as the server has it by now: another admin may have saved meanwhile.
        const current = await client.call("getUser", { params });
        await client.call("updateUser", { params, body: { ...toUserInput(current), ...changed } });
      } else await client.call("createUser", { body: values });
      isSaved.current = true;
      notices.add({ message: savedText(user, values) });
      await reload();
      if (user && user.id === self?.id) await refresh();
      onSaved();
    } catch (error) {
      await refuse(error);
    }
  };

  const errorList = FIELDS.flatMap((field) => {
    const message = errors[field]?.message;
    return message ? [{ field, label: FIELD_LABELS[field], message }] : [];
  });
  const problem =
    errors.root?.message ??
    (errorList.length > 0 ? "The page has errors which must be fixed before saving" : undefined);
  return (
    <>
      <form id={FORM_ID} className={classes.form} noValidate onSubmit={(event) => void form.handleSubmit(save)(event)}>
        <ErrorSummary errors={errorList} />
        <Panel title="Person">
          <div className={classes.fields}>
            <TextField
              label={FIELD_LABELS.firstName}
              autoComplete="off"
              error={errors.firstName?.message}
              {...form.register("firstName")}
            />
            <TextField
              label={FIELD_LABELS.lastName}
              autoComplete="off"
              error={errors.lastName?.message}
              {...form.register("lastName")}
            />
            <TextField
              label={FIELD_LABELS.email}
              type="email"
              autoComplete="off"
              hint={
                user?.emailConfirmed
                  ? "Another e-mail is invited. Until it accepts, this one signs in."
                  : "The set-up mail goes there."
              }
              error={errors.email?.message}
              {...form.register("email")}
            />
            <PhoneField
              label={FIELD_LABELS.phoneNumber}
              autoComplete="off"
              error={errors.phoneNumber?.message}
              {...form.register("phoneNumber")}
            />
          </div>
        </Panel>
        <Panel title="Access">
          <div className={classes.fields}>
            <SelectField
              label={FIELD_LABELS.role}
              options={ROLES.map((role) => ({ value: role, label: role }))}
              hint={
                locks.demote ?? "An admin also configures the company: users, prices, papers. Takes effect at once."
              }
              error={errors.role?.message}
              {...(locks.demote === undefined ? form.register("role") : { disabled: true, value: "Admin" })}
            />
            <CheckboxField
              label={FIELD_LABELS.active}
              hint={
                locks.deactivate ??
                (user
                  ? "Without it nobody signs in here. Leads and papers stay."
                  : "Gets the set-up mail at once. Without it no mail is sent.")
              }
              error={errors.active?.message}
              {...(locks.deactivate === undefined
                ? form.register("active")
                : { disabled: true, checked: true, readOnly: true })}
            />
          </div>
        </Panel>
      </form>
      <div ref={barRef} className={classes.formBar} data-ground="surface">
        <p className={classes.barNote} data-tone={problem === undefined ? undefined : "bad"}>
          {problem !== undefined ? problem : isDirty ? "Not saved yet" : user ? "All changes saved" : ""}
        </p>
        <Button
          type="submit"
          form={FORM_ID}
          size="lg"
          variant={isDirty || !user ? "primary" : "secondary"}
          loading={isSubmitting}
          disabled={!isOnline}
        >
          {user ? "Save" : "Invite"}
        </Button>
      </div>
    </>
  );
}

function savedText(
  user: User | undefined,
  values: { firstName: string; lastName: string; email: string; active?: boolean | undefined },
): string {
  if (user) return "Saved";
  return values.active ? `Set-up mail sent to ${values.email}` : `${fullName(values)} is added, without a mail`;
}
