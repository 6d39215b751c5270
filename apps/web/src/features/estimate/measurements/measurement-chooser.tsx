import classes from "#features/estimate/measurements/populate.module.css";
import { FileButton } from "#ui/file-button.tsx";
import { useFileDrop } from "#ui/use-file-drop.ts";

/** Lets the person drop or choose a file of measurements. */
export function MeasurementChooser({ onChoose }: { onChoose: (file: File) => Promise<void> }) {
  const { isOver, dropRef } = useFileDrop((file) => void onChoose(file));
  return (
    <div ref={dropRef} className={classes.drop} data-over={isOver || undefined}>
      <p className="rb-hint">
        A file of measurements: Hover&apos;s JSON (full_json), EagleView&apos;s XML, or a CSV, JSON or XML of names and
        numbers. Drop it here or choose it. It stays on this device; no account is needed, and it works without a
        signal.
      </p>
      <FileButton
        label="Choose file"
        inputLabel="File of measurements"
        accept=".json,.csv,.txt,.tsv,.xml,application/json,text/csv,text/xml,application/xml"
        onChoose={onChoose}
      />
    </div>
  );
}
