import { Button } from "@mantine/core";
import { ROLES } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { useWatch, type UseFormRegisterReturn } from "react-hook-form";
import { useUserForm, type EditedUser } from "#features/users/use-user-form.ts";
import type { Person } from "#features/users/user-rules.ts";
import { FIELD_LABELS, FIELDS } from "#features/users/user-values.ts";
import classes from "#features/users/users.module.css";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { namesChanged } from "#ui/names-changed.ts";
import { Panel } from "#ui/panel.tsx";
import { PhoneField } from "#ui/phone-field.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useBottomBar } from "#ui/use-bottom-bar.ts";

const FORM_ID = "user";

/**
 * The form of a user. Without `user` it invites a new one. Outside a company it edits the account, with one of its companies, once there is
 * an account.
 */
export function UserForm(edited: EditedUser) {
  const { user, locks, folder } = edited;
  const { isOnline } = useSession();
  const { form, isAccount, isRestored, save, discard } = useUserForm(edited);
  const { errors, isSubmitting, isDirty, dirtyFields } = form.formState;
  const barRef = useBottomBar();
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
      <form
        id={FORM_ID}
        className={`rb-stack ${classes.form}`}
        noValidate
        onSubmit={(event) => void form.handleSubmit(save)(event)}
      >
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
                    ? "A new e-mail gets an invitation. Until it is accepted, this one signs in."
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
            value: folderId ?? "",
            error: errors.folderId?.message,
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
          ? "If you choose another one, they join it at once and stay in this one too."
          : "They join a company that you choose here at once."
      }
      error={error}
      {...field}
    />
  );
}
