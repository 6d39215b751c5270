import classes from "#features/lead-import/lead-import.module.css";
import { FileButton } from "#ui/file-button.tsx";
import { useFileDrop } from "#ui/use-file-drop.ts";

const ACCEPTED =
  ".csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A drop zone and button for a file; with `isButton` the button alone. */
export function FileChooser({
  label,
  onChoose,
  isButton = false,
}: {
  label: string;
  onChoose: (file: File) => Promise<void>;
  isButton?: boolean;
}) {
  const { isOver, dropRef } = useFileDrop((file) => void onChoose(file));
  const button = (
    <FileButton label={label} inputLabel="File of leads" accept={ACCEPTED} hasIcon={!isButton} onChoose={onChoose} />
  );
  if (isButton) return button;
  return (
    <div ref={dropRef} className={classes.drop} data-over={isOver || undefined}>
      <p className={classes.note}>
        CSV or an Excel workbook, with the names of the columns in its first row, one lead a row, up to 50,000 rows.
        Drop it here or choose it. Nothing is saved before you have seen what becomes of it.
      </p>
      <div className={classes.buttons}>{button}</div>
    </div>
  );
}
