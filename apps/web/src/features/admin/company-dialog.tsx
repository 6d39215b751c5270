import { companyInput, type Company } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { useClient } from "#server-client/client-context.tsx";
import { useKeptInput } from "#forms/use-kept-input.ts";
import { fieldMessagesOf, useDialogForm } from "#forms/use-refusal.ts";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { notices } from "#ui/notices/notices.ts";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";

/** Adds a company, or changes the name and state of one (ADM-01). */
export function CompanyDialog({
  company,
  onSaved,
  onDismiss,
}: {
  /** Left out for a new one. */
  company?: Company;
  onSaved: () => void;
  onDismiss: () => void;
}) {
  const client = useClient();
  const { errors, setErrors, isBusy, send } = useDialogForm(["name", "active"]);
  const {
    values: { name, active, sourceCompanyId, joins: chosenJoins },
    change,
    kept,
  } = useKeptInput<{ name: string; active: boolean; sourceCompanyId: string; joins: boolean | null }>({
    place: { account: `company ${String(company?.id ?? "new")}` },
    initial: { name: company?.name ?? "", active: company?.active ?? true, sourceCompanyId: "", joins: null },
  });
  const sources = useQuery({
    queryKey: ["admin", "source-companies"],
    queryFn: ({ signal }) => client.call("listCompanies", { query: {} }, { signal }),
    enabled: company === undefined,
  });

  const hasSources = sources.data?.length !== 0;
  // The first company of an installation is usually set up by its owner.
  const joins = chosenJoins ?? sources.data?.length === 0;

  const save = async (): Promise<void> => {
    const read = companyInput.safeParse({ name, active });
    if (!read.success) {
      setErrors(fieldMessagesOf(read.error));
      return;
    }
    if (company && read.data.name === company.name && read.data.active === company.active) {
      void kept.drop();
      notices.add({ message: "No changes to save" });
      onDismiss();
      return;
    }
    await send(async () => {
      if (company) await client.call("updateCompany", { params: { id: String(company.id) }, body: read.data });
      else
        await client.call("createCompany", {
          query: { ...(sourceCompanyId !== "" && { sourceCompanyId }), ...(joins && { joins: "true" }) },
          body: read.data,
        });
      await kept.drop();
      notices.add({ message: company ? "Saved" : `${read.data.name} added` });
      onSaved();
    });
  };

  const isClosing = company?.active === true && !active;
  return (
    <FormDialog
      title={company ? "Edit company" : "New company"}
      submitLabel={company ? "Save" : "Add company"}
      isBusy={isBusy}
      kept={kept}
      onSubmit={() => void save()}
      onDismiss={onDismiss}
    >
      <TextField
        label="Company name"
        autoComplete="off"
        value={name}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <CheckboxField
        label="Active"
        checked={active}
        error={errors.active}
        hint={
          isClosing
            ? "Its users are signed out of it as soon as you save. Its data stays."
            : "Users can work in an active company only."
        }
        onChange={(event) => change({ active: event.currentTarget.checked })}
      />
      {!company && (
        <>
          <CheckboxField
            label="I work in this company"
            checked={joins}
            hint="You are one of its users, as an admin: in its list of salespeople, and there when you log in."
            onChange={(event) => change({ joins: event.currentTarget.checked })}
          />
          {hasSources && (
            <SelectField
              label="Copy users from"
              value={sourceCompanyId}
              emptyLabel="No company"
              hint="Everybody who has joined that company joins the new one too, with the same role. If the company is active, those who may work there get a mail."
              options={(sources.data ?? []).map((source) => ({ value: String(source.id), label: source.name }))}
              onChange={(event) => change({ sourceCompanyId: event.currentTarget.value })}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
