import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useRef, type ChangeEvent } from "react";
import classes from "#features/lead-import/lead-import.module.css";
import { useFileDrop } from "#ui/use-file-drop.ts";

/** A file that is dropped or chosen; with `isButton` the button alone. */
export function FileChooser({
  label,
  onChoose,
  isButton = false,
}: {
  label: string;
  onChoose: (file: File) => Promise<void>;
  isButton?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { isOver, dropRef } = useFileDrop((file) => void onChoose(file));
  const handleChoose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    // The same file, edited, can be chosen again.
    if (file) void onChoose(file).finally(() => (currentTarget.value = ""));
  };
  const button = (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label="File of leads"
        className="rb-visually-hidden"
        tabIndex={-1}
        onChange={handleChoose}
      />
      <Button
        variant="secondary"
        leftSection={isButton ? undefined : <IconUpload size={18} stroke={1.75} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
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
