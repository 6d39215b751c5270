import classes from "#features/estimate/measurements/populate.module.css";
import { FileButton } from "#ui/file-button.tsx";
import { useFileDrop } from "#ui/use-file-drop.ts";

/** A file of measurements that is dropped or chosen; with `isButton` the button alone. */
export function MeasurementChooser({
  isButton,
  onChoose,
}: {
  isButton: boolean;
  onChoose: (file: File) => Promise<void>;
}) {
  const { isOver, dropRef } = useFileDrop((file) => void onChoose(file));
  const button = (
    <FileButton
      label={isButton ? "Other file" : "Choose file"}
      inputLabel="File of measurements"
      accept=".json,application/json"
      onChoose={onChoose}
    />
  );
  if (isButton) return <div ref={dropRef}>{button}</div>;
  return (
    <div ref={dropRef} className={classes.drop} data-over={isOver || undefined}>
      <p className={classes.note}>
        The measurements of a Hover job as a JSON file (full_json). Drop it here or choose it. It stays on this device;
        no account is needed, and it works without a signal.
      </p>
      {button}
    </div>
  );
}
