import { Problem, type Company } from "@ridgebook/contract";
import { useState } from "react";
import { useClient } from "#server-client/client-context.tsx";
import { useIsInvitationSent } from "#server-client/use-is-mail-sent.ts";
import { useRefusal } from "#forms/use-refusal.ts";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { notices } from "#ui/notices/notices.ts";
import { TextField } from "#ui/text-field.tsx";

/** Deletes an inactive company after its name was typed. The server refuses one that has leads and was not exported. */
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
  const isMailSent = useIsInvitationSent();
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
      notices.add({
        message: `${company.name} is deleted. Its records and files are removed in the background.${isMailSent ? " An e-mail tells you when that is done." : ""}`,
      });
      onDeleted();
    } catch (cause) {
      // Its title says what must be done first.
      if (cause instanceof Problem && cause.code === "inUse") setError(cause.message);
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
      text="Its users, settings, prices, leads, papers and files are deleted with it. The evidence of signed papers is kept: the log of signings and the signed files. This cannot be undone."
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
