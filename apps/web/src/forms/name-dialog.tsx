import { useState } from "react";
import { readName } from "#forms/read-name.ts";
import type { InputPlace } from "#forms/use-input-keeper.ts";
import { useKeptInput } from "#forms/use-kept-input.ts";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { selectOnEntry } from "#ui/select-on-entry.ts";
import { TextField } from "#ui/text-field.tsx";

/** Asks for another name. `onSave` resolves true when the dialog may go. */
export function NameDialog({
  title,
  label = "Name",
  name,
  max,
  place,
  onSave,
  onDismiss,
}: {
  title: string;
  label?: string;
  /** The current name. */
  name: string;
  /** Most characters. */
  max: number;
  /** The key of the kept input; without it, input is not kept. */
  place?: InputPlace;
  onSave: (name: string) => Promise<boolean>;
  onDismiss: () => void;
}) {
  const {
    values: { text },
    change,
    kept,
  } = useKeptInput({ place, initial: { text: name } });
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
    if (!isSaved) return;
    await kept.drop();
    onDismiss();
  };
  return (
    <FormDialog
      title={title}
      submitLabel="Rename"
      isBusy={isBusy}
      kept={kept}
      onSubmit={() => void save()}
      onDismiss={onDismiss}
    >
      <TextField
        label={label}
        value={text}
        error={error}
        onChange={(event) => {
          change({ text: event.currentTarget.value });
          setError("");
        }}
        {...selectOnEntry}
      />
    </FormDialog>
  );
}
