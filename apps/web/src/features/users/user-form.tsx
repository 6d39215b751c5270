import { zodResolver } from "@hookform/resolvers/zod";
import { Button } from "@mantine/core";
import {
  formatPhone,
  fullName,
  isObject,
  Problem,
  ROLES,
  toUserInput,
  userInput,
  userRecord,
  type CompanyId,
  type FieldConflict,
  type UserChange,
  type UserInput,
} from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useForm, useWatch, type UseFormRegisterReturn } from "react-hook-form";
import { z } from "zod";
import { setUpMailNotice, useUserActions } from "#features/users/use-user-actions.ts";
import type { Person, UserLocks } from "#features/users/user-rules.ts";
import classes from "#features/users/users.module.css";
import { useClient } from "#server-client/client-context.tsx";
import { useInputKeeper } from "#forms/use-input-keeper.ts";
import { changedInput } from "#forms/use-kept-input.ts";
import { useRefusedForm } from "#forms/use-refused-form.ts";
import { useSession } from "#server-client/session-context.tsx";
import { useIsInvitationSent } from "#server-client/use-is-mail-sent.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { namesChanged } from "#ui/names-changed.ts";
import type { NewNotice } from "#ui/notices/notice-store.ts";
import { notices } from "#ui/notices/notices.ts";
import { Panel } from "#ui/panel.tsx";
import { PhoneField } from "#ui/phone-field.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useBottomBar } from "#ui/use-bottom-bar.ts";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

const formRules = userInput
  .pick({ firstName: true, lastName: true, email: true, phoneNumber: true, role: true, active: true })
  // Outside a company only.
  .extend({
    ...{ companyId: z.string(), isSuperAdmin: z.boolean(), isMasterAdmin: z.boolean() },
    // Null is written as "" in the form.
    folderId: userInput.shape.folderId.transform((id) => id ?? ""),
  });

const { externalId: _notShown, ...labels } = userRecord.labels;
const FIELD_LABELS = {
  ...labels,
  companyId: "Company",
  isSuperAdmin: "Super admin",
  isMasterAdmin: "Master admin",
};
type Field = keyof typeof FIELD_LABELS;
const FIELDS = Object.keys(FIELD_LABELS) as Field[];

const PLATFORM_FIELDS: readonly Field[] = ["companyId", "isSuperAdmin", "isMasterAdmin"];

const { externalId: _notWritten, ...empty } = userRecord.empty;
const EMPTY = { ...empty, folderId: "", companyId: "", isSuperAdmin: false, isMasterAdmin: false };

const formValues = (user: Person | undefined) => {
  if (!user) return EMPTY;
  const { firstName, lastName, email, phoneNumber, role, active, folderId } = toUserInput(user);
  return {
    ...{ firstName, lastName, email, phoneNumber: formatPhone(phoneNumber), role, active, folderId: folderId ?? "" },
    companyId: user.companyId === null ? "" : String(user.companyId),
    isSuperAdmin: user.isSuperAdmin,
    isMasterAdmin: user.isMasterAdmin,
  };
};

/** The members that a company may set. */
const memberInput = ({
  companyId: _company,
  isSuperAdmin: _super,
  isMasterAdmin: _master,
  folderId,
  ...values
}: z.output<typeof formRules>) => ({ ...values, folderId: folderId || null });

/** The account's members that the platform may set: also its companies and rights. */
const accountInput = ({ companyId, folderId: _folder, ...values }: z.output<typeof formRules>) => ({
  ...values,
  companyId: companyId === "" ? null : (Number(companyId) as CompanyId),
});

/** The message of a field that another user saved another value of meanwhile. */
function conflictText({ field, theirs }: FieldConflict): string {
  const text = typeof theirs === "string" ? theirs : "";
  const shown = typeof theirs === "boolean" ? (theirs ? "on" : "off") : text;
  const value = field === "phoneNumber" ? formatPhone(shown) : shown;
  return `Somebody else changed this to ${value === "" ? "nothing" : `“${value}”`} meanwhile. Save again to keep yours.`;
}

/** A field for the salesperson's folder in the company's storage, from another feature. */
export interface FolderOfUser {
  readonly field: (props: {
    /** A link or id; "" for none. */
    value: string;
    error: string | undefined;
    onChange: (value: string) => void;
  }) => ReactNode;
  /** Checks before a save; returns why the folder cannot be used. */
  readonly check: (value: string) => Promise<string | undefined>;
}

const FORM_ID = "user";
const NEW_USER_DRAFT_ID = 0;

/**
 * The form of a user. Without `user` it invites a new one. Outside a company it edits the account, with one of its companies, once there is an account.
 *
 * @param locks why role and access cannot be changed
 * @param folder left out outside a company, which has no storage
 */
export function UserForm({
  user,
  locks,
  folder,
  onSaved,
}: {
  user: Person | undefined;
  locks: UserLocks;
  folder: FolderOfUser | undefined;
  onSaved: () => void;
}) {
  const client = useClient();
  const { isOnline, refresh, user: self, companyId: ownCompanyId } = useSession();
  const isAccount = ownCompanyId === null && user?.accountId !== null;
  const { reload } = useUserActions();
  const isMailSent = useIsInvitationSent();
  const stored = useMemo(() => formValues(user), [user]);
  const [isRestored, setIsRestored] = useState(false);
  // The user when the form was opened: reloading the list does not replace typed values.
  const form = useForm({ resolver: zodResolver(formRules), defaultValues: stored });
  const refuse = useRefusedForm(form);
  const { errors, isSubmitting, isDirty, dirtyFields } = form.formState;
  const barRef = useBottomBar();

  const isSaved = useRef(false);
  /** The server's values when editing started, or from the last conflict. */
  const former = useRef<Partial<UserInput>>(user ? toUserInput(user) : {});
  const draft = useInputKeeper({
    place: { storeName: "users", id: user?.id ?? NEW_USER_DRAFT_ID },
    onRestored: (kept) => {
      const keptFormer = isObject(kept["former"]) ? kept["former"] : {};
      const isLocked = { role: locks.demote !== undefined, active: locks.deactivate !== undefined };
      for (const field of FIELDS) {
        const value = kept[field];
        const isOpen = !(field === "role" || field === "active") || !isLocked[field];
        if (value === undefined || typeof value !== typeof stored[field] || value === stored[field] || !isOpen)
          continue;
        // Typed while the device was read.
        if (form.getValues(field) !== stored[field]) continue;
        if (field in keptFormer) former.current = { ...former.current, [field]: keptFormer[field] };
        form.setValue(field, value as string | boolean, { shouldDirty: true });
        setIsRestored(true);
      }
    },
  });
  const { keep } = draft;
  useEffect(() => {
    const watching = form.watch((values) => {
      if (isSaved.current) return;
      const changed = changedInput({ ...values, folderId: values.folderId ?? "" }, stored);
      keep(changed && { ...changed, former: former.current });
    });
    return () => watching.unsubscribe();
  }, [form, keep, stored]);

  const hasChanges = useCallback(() => isDirty && !isSaved.current, [isDirty]);
  const checkForErrors = async (): Promise<boolean> => !(await form.trigger());
  useLeaveGuard({ hasChanges, checkForErrors, onDiscard: draft.drop });

  const saveMember = async (known: Person, values: z.output<typeof formRules>): Promise<void> => {
    const changed = Object.fromEntries(
      FIELDS.filter((field) => dirtyFields[field] && !PLATFORM_FIELDS.includes(field)).map((field) => [
        field,
        field === "folderId" ? values.folderId || null : values[field],
      ]),
    ) as Partial<UserInput>;
    // Members without a change keep the server's current value: another admin may have saved meanwhile.
    const based: UserChange["former"] = Object.fromEntries(
      Object.entries(former.current).filter(([field]) => field in changed),
    );
    await client.call(
      "updateUser",
      { params: { id: String(known.id) }, body: { ...toUserInput(known), ...changed, former: based } },
      { companyId: known.companyId },
    );
  };
  /** Shows the other value at each field; the next save replaces it. */
  const showConflicts = (conflicts: readonly FieldConflict[]): void => {
    for (const conflict of conflicts) {
      former.current = { ...former.current, [conflict.field]: conflict.theirs };
      form.setError(conflict.field as Field, { message: conflictText(conflict) });
    }
  };
  const saveAccount = (known: Person, values: z.output<typeof formRules>): Promise<unknown> =>
    client.call("updateUser", {
      params: { id: String(known.accountId ?? known.id) },
      body: { ...toUserInput(known), ...accountInput(values) },
    });

  const save = async (values: z.output<typeof formRules>): Promise<void> => {
    if (user && !isDirty) {
      notices.add({ message: "No changes to save", type: "info" });
      return;
    }
    try {
      const folderProblem = dirtyFields.folderId ? await folder?.check(values.folderId) : undefined;
      if (folderProblem !== undefined) {
        form.setError("folderId", { message: folderProblem });
        return;
      }
      if (!user) await client.call("createUser", { body: isAccount ? accountInput(values) : memberInput(values) });
      else if (isAccount) await saveAccount(user, values);
      else await saveMember(user, values);
      isSaved.current = true;
      await draft.drop();
      notices.add(savedNotice(values, { isNew: !user, isAccount, isMailSent }));
      await reload();
      if (user && ownCompanyId !== null && user.id === self?.id) await refresh();
      onSaved();
    } catch (error) {
      const conflicts = error instanceof Problem ? error.details.conflicts : undefined;
      if (conflicts) showConflicts(conflicts);
      else await refuse(error);
    }
  };
  const discard = (): void => {
    form.reset(stored);
    setIsRestored(false);
    void draft.drop();
  };

  const chosenCompany = useWatch({ control: form.control, name: "companyId" });
  const folderId = useWatch({ control: form.control, name: "folderId" });
  const hasRole = !isAccount || chosenCompany !== "";
  const errorList = FIELDS.flatMap((field) => {
    const message = errors[field]?.message;
    return message ? [{ field, label: FIELD_LABELS[field], message }] : [];
  });
  const changedLabels = FIELDS.filter((field) => dirtyFields[field]).map((field) => FIELD_LABELS[field]);
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
              hint="On leads and papers, with the last name."
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
                isAccount
                  ? "They sign in with it, in every company."
                  : user?.emailConfirmed
                    ? "Another e-mail is invited. Until it accepts, this one signs in."
                    : "The set-up mail goes there."
              }
              error={errors.email?.message}
              {...form.register("email")}
            />
            <PhoneField
              label={FIELD_LABELS.phoneNumber}
              autoComplete="off"
              hint="On papers of their leads, in the place of the company's."
              error={errors.phoneNumber?.message}
              {...form.register("phoneNumber")}
            />
          </div>
        </Panel>
        <Panel title="Access">
          <div className={classes.fields}>
            {isAccount && (
              <CompanyField user={user} error={errors.companyId?.message} field={form.register("companyId")} />
            )}
            {hasRole && (
              <SelectField
                label={FIELD_LABELS.role}
                options={ROLES.map((role) => ({ value: role, label: role }))}
                hint={
                  locks.demote ?? "An admin also configures the company: users, prices, papers. Takes effect at once."
                }
                error={errors.role?.message}
                {...(locks.demote === undefined ? form.register("role") : { disabled: true, value: "Admin" })}
              />
            )}
            {hasRole && (
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
            )}
          </div>
        </Panel>
        {!isAccount &&
          folder?.field({
            ...{ value: folderId ?? "", error: errors.folderId?.message },
            onChange(value) {
              form.clearErrors("folderId");
              form.setValue("folderId", value, { shouldDirty: true });
            },
          })}
        {isAccount && (
          <Panel title="Rights over the installation">
            <div className={classes.fields}>
              <CheckboxField
                label={FIELD_LABELS.isSuperAdmin}
                hint="Sees all companies and users, and can enter every company."
                error={errors.isSuperAdmin?.message}
                {...form.register("isSuperAdmin")}
              />
              <CheckboxField
                label={FIELD_LABELS.isMasterAdmin}
                hint="Sees the folder log."
                error={errors.isMasterAdmin?.message}
                {...form.register("isMasterAdmin")}
              />
            </div>
          </Panel>
        )}
      </form>
      <div ref={barRef} className={`rb-bar ${classes.formBar}`} data-ground="surface">
        <p className="rb-bar-note" data-tone={problem === undefined ? undefined : "bad"}>
          {problem !== undefined
            ? problem
            : isDirty
              ? `${namesChanged(changedLabels)}: not saved yet${isRestored ? ", from before" : ""}`
              : user
                ? "All changes saved"
                : ""}
        </p>
        {isDirty && (
          <Button size="lg" variant="secondary" disabled={isSubmitting} onClick={discard}>
            Discard
          </Button>
        )}
        <Button
          type="submit"
          form={FORM_ID}
          size="lg"
          variant={isDirty || !user ? "primary" : "secondary"}
          loading={isSubmitting}
          disabled={!isOnline}
        >
          {user ? "Save" : isAccount ? "Add user" : "Invite"}
        </Button>
      </div>
    </>
  );
}

/** The companies of an account. A super admin makes it a member at once, without an invitation. */
function CompanyField({
  user,
  error,
  field,
}: {
  user: Person | undefined;
  error: string | undefined;
  field: UseFormRegisterReturn;
}) {
  const client = useClient();
  const companies = useQuery({
    queryKey: ["admin", "companies", undefined],
    queryFn: ({ signal }) => client.call("listCompanies", { query: {} }, { signal }),
  });
  const hasCompany = user !== undefined && user.companyId !== null;
  return (
    <SelectField
      // The browser's select shows its value only once the option exists.
      key={String(companies.isSuccess)}
      label={FIELD_LABELS.companyId}
      {...(!hasCompany && { emptyLabel: "No company" })}
      options={(companies.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      hint={
        hasCompany
          ? "Another one is joined at once. They stay in this one too."
          : "A company that is chosen here is joined at once."
      }
      error={error}
      {...field}
    />
  );
}

function savedNotice(
  values: { firstName: string; lastName: string; email: string; active?: boolean | undefined },
  { isNew, isAccount, isMailSent }: { isNew: boolean; isAccount: boolean; isMailSent: boolean | undefined },
): NewNotice {
  if (!isNew) return { message: "Saved" };
  if (isAccount) return { message: `${fullName(values)} added` };
  if (!values.active) return { message: `${fullName(values)} is added, without a mail` };
  return setUpMailNotice(`Set-up mail sent to ${values.email}`, { isMailSent });
}
