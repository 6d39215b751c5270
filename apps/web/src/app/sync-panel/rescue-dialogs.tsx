import { Problem } from "@ridgebook/contract";
import { useState } from "react";
import classes from "#app/sync-panel/sync-panel.module.css";
import { openedText, rescueFileName, savedText, takeInQuestion } from "#app/sync-panel/describe-rescue.ts";
import { saveFile } from "#files/save-file.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { passphraseIssue } from "#local-data/rescue/passphrase.ts";
import type { SavedRescue } from "#local-data/rescue/rescue.ts";
import { RescueProblem } from "#local-data/rescue/rescue-problem.ts";
import { dialogs } from "#ui/dialogs/dialogs.ts";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { FileField } from "#ui/file-field.tsx";
import { notices } from "#ui/notices/notices.ts";
import { PasswordField } from "#ui/password-field.tsx";

const SAVE_TEXT =
  "Everything here that is not sent, signed documents included, as one file for another device. It opens with this passphrase, for you and for admins of your company. Nobody can recover the passphrase.";

/** Asks for a passphrase twice, and saves all unsent work to an encrypted file. */
export function SaveRescueDialog({
  text = SAVE_TEXT,
  save: makeFile,
  onDismiss,
}: {
  text?: string;
  save: (passphrase: string) => Promise<SavedRescue>;
  onDismiss: () => void;
}) {
  const [passphrase, setPassphrase] = useState("");
  const [repeated, setRepeated] = useState("");
  const [errors, setErrors] = useState<{ passphrase?: string | undefined; repeated?: string; file?: string }>({});
  const [isBusy, setIsBusy] = useState(false);

  const save = async (): Promise<void> => {
    const issue = passphraseIssue(passphrase);
    if (issue !== undefined) {
      setErrors({ passphrase: issue });
      return;
    }
    if (repeated !== passphrase) {
      setErrors({ repeated: "This is not the same passphrase." });
      return;
    }
    setErrors({});
    setIsBusy(true);
    try {
      const saved = await makeFile(passphrase);
      saveFile(new File([saved.file.slice()], rescueFileName(new Date()), { type: "application/octet-stream" }));
      notices.add({ message: savedText(saved), type: saved.isNoted ? "success" : "warning", autoClose: saved.isNoted });
      onDismiss();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      setErrors({ file: error.message });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <FormDialog
      title="Save a rescue file"
      text={text}
      submitLabel="Save file"
      isBusy={isBusy}
      onSubmit={() => void save()}
      onDismiss={onDismiss}
    >
      <PasswordField
        label="Passphrase"
        autoComplete="new-password"
        value={passphrase}
        error={errors.passphrase}
        // The error has the same text.
        hint={errors.passphrase === undefined && "At least 12 characters. Four words are easy to keep in mind."}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
      <PasswordField
        label="Passphrase again"
        autoComplete="new-password"
        value={repeated}
        error={errors.repeated}
        onChange={(event) => setRepeated(event.currentTarget.value)}
      />
      {errors.file !== undefined && (
        <p role="alert" className={`${classes.bad} rb-hint`}>
          {errors.file}
        </p>
      )}
    </FormDialog>
  );
}

/** Opens a rescue file and shows the result. */
export function OpenRescueDialog({ onDismiss }: { onDismiss: () => void }) {
  const { rescue } = useLocalData();
  const [file, setFile] = useState<File>();
  const [passphrase, setPassphrase] = useState("");
  const [errors, setErrors] = useState<{ file?: string; passphrase?: string }>({});
  const [isBusy, setIsBusy] = useState(false);

  const open = async (): Promise<void> => {
    if (!file) {
      setErrors({ file: "Choose a rescue file." });
      return;
    }
    if (passphrase === "") {
      setErrors({ passphrase: "Enter the passphrase of the file." });
      return;
    }
    setErrors({});
    setIsBusy(true);
    try {
      const opened = await rescue.open(await readBytes(file), passphrase, {
        confirmOthers: (work) => dialogs.confirm(takeInQuestion(work)),
      });
      if (!opened) return;
      const isAllThere = opened.leftOut === 0 && opened.draftsLeftOut === 0;
      notices.add({ message: openedText(opened), type: isAllThere ? "success" : "warning", autoClose: isAllThere });
      onDismiss();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const isPassphrase = error instanceof RescueProblem && error.failure === "wrongPassphrase";
      setErrors(isPassphrase ? { passphrase: error.message } : { file: error.message });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <FormDialog
      title="Open a rescue file"
      text="What was saved on another device, or on this one before, waits here again and is sent once, wherever it is sent from. An admin can also open a file of somebody else in the company."
      submitLabel="Open file"
      isBusy={isBusy}
      onSubmit={() => void open()}
      onDismiss={onDismiss}
    >
      <FileField
        label="Rescue file"
        error={errors.file}
        onChoose={(chosen) => {
          setFile(chosen);
          setErrors({});
        }}
      />
      <PasswordField
        label="Passphrase"
        autoComplete="off"
        value={passphrase}
        error={errors.passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

/** Reads a chosen file, which fails if it was moved or deleted since. */
async function readBytes(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new RescueProblem("damaged");
  }
}
