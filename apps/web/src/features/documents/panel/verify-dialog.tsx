import { checkFile, PDF_RULES, Problem, type DocumentVerification } from "@ridgebook/contract";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import classes from "#features/documents/panel/panel.module.css";
import { acceptOf } from "#files/picture-kinds.ts";
import { useSyncStatus } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { FileField } from "#ui/file-field.tsx";

/** Checks whether a PDF file is, byte for byte, a signed document of the company. */
export function VerifyDialog({ onDismiss }: { onDismiss: () => void }) {
  const client = useClient();
  const { online } = useSyncStatus("online");
  const [file, setFile] = useState<File>();
  const [error, setError] = useState("");
  const [result, setResult] = useState<DocumentVerification>();
  const [isBusy, setIsBusy] = useState(false);

  const check = async (): Promise<void> => {
    if (!file) {
      setError("Choose a PDF.");
      return;
    }
    const [problem] = checkFile(file, PDF_RULES);
    if (problem !== undefined) {
      setError(problem);
      return;
    }
    setIsBusy(true);
    try {
      setResult(await client.call("verifyDocument", { file }));
    } catch (failure) {
      setError((failure instanceof Problem ? failure : new Problem("unexpected")).message);
      if (!(failure instanceof Problem)) reportError(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <FormDialog
      title="Check a PDF"
      text={
        online
          ? "Checks whether a file is exactly what was signed, to the last byte."
          : "There is no signal: only the server can compare a file with what was signed."
      }
      submitLabel="Check"
      cancelLabel="Close"
      isBusy={isBusy}
      isBlocked={!online}
      onSubmit={() => void check()}
      onDismiss={onDismiss}
    >
      <FileField
        label="PDF file"
        accept={acceptOf(PDF_RULES)}
        error={error}
        onChoose={(chosen) => {
          setFile(chosen);
          setError("");
          setResult(undefined);
        }}
      />
      {result && (
        <div className={classes.verified} data-tone={result.isSigned ? "ok" : "warn"} role="status">
          {result.isSigned ? (
            <IconCheck size={18} stroke={1.75} aria-hidden />
          ) : (
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          )}
          <div>
            <p>{result.explanation}</p>
            <p className={`rb-small ${classes.hash}`}>SHA-256 {result.fileHash}</p>
          </div>
        </div>
      )}
    </FormDialog>
  );
}
