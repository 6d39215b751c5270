import { Problem, type Company } from "@ridgebook/contract";
import { useState } from "react";
import { useClient } from "#server-client/client-context.tsx";
import { useRefusal } from "#forms/use-refusal.ts";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { notices } from "#ui/notices/notices.ts";
import { TextField } from "#ui/text-field.tsx";

const HAS_LEADS = "This company has leads, so it cannot be deleted. It can stay inactive.";

/** Deletes an inactive company, once its name has been typed. The server refuses one that has leads. */
export function DeleteCompanyDialog({
  company,
  onDeleted,
  onDismiss,
}: {
  company: Company;
  onDeleted: () => void;
  onDismiss: () => void;
}) {
  const client = useClient();
  const readRefusal = useRefusal();
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const [isBusy, setIsBusy] = useState(false);

  const remove = async (): Promise<void> => {
    if (text.trim() !== company.name) {
      setError("This is not the company’s name.");
      return;
    }
    setIsBusy(true);
    try {
      await client.call("deleteCompany", { params: { id: String(company.id) } });
      notices.add({ message: `${company.name} deleted` });
      onDeleted();
    } catch (cause) {
      if (cause instanceof Problem && cause.code === "inUse") setError(HAS_LEADS);
      else {
        const { fields, form } = await readRefusal(cause, ["id"]);
        setError(fields.id ?? form ?? "");
      }
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <FormDialog
      title={`Delete ${company.name}?`}
      text="Its users, settings and prices are deleted with it. This cannot be undone."
      submitLabel="Delete company"
      isBusy={isBusy}
      onSubmit={() => void remove()}
      onDismiss={onDismiss}
    >
      <TextField
        label="Type the company’s name"
        autoComplete="off"
        hint={company.name}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError("");
        }}
      />
    </FormDialog>
  );
}
