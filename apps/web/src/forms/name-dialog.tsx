import { useState } from "react";
import { readName } from "#forms/read-name.ts";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { selectOnEntry } from "#ui/select-on-entry.ts";
import { TextField } from "#ui/text-field.tsx";

/** Asks for another name. `onSave` resolves true when the dialog may go. */
export function NameDialog({
  title,
  label = "Name",
  name,
  max,
  onSave,
  onDismiss,
}: {
  title: string;
  label?: string;
  /** What it is called so far. */
  name: string;
  /** Most characters. */
  max: number;
  onSave: (name: string) => Promise<boolean>;
  onDismiss: () => void;
}) {
  const [text, setText] = useState(name);
  const [error, setError] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const save = async (): Promise<void> => {
    const read = readName(text, max);
    if (read.error !== undefined) {
      setError(read.error);
      return;
    }
    setIsBusy(true);
    const isSaved = read.name === name || (await onSave(read.name));
    setIsBusy(false);
    if (isSaved) onDismiss();
  };
  return (
    <FormDialog title={title} submitLabel="Rename" isBusy={isBusy} onSubmit={() => void save()} onDismiss={onDismiss}>
      <TextField
        label={label}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError("");
        }}
        {...selectOnEntry}
      />
    </FormDialog>
  );
}
