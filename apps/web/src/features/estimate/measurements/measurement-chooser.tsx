import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useRef, type ChangeEvent } from "react";
import classes from "#features/estimate/measurements/populate.module.css";
import { useFileDrop } from "#ui/use-file-drop.ts";

/** A file of measurements that is dropped or chosen; with `isButton` the button alone. */
export function MeasurementChooser({
  isButton,
  onChoose,
}: {
  isButton: boolean;
  onChoose: (file: File) => Promise<void>;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { isOver, dropRef } = useFileDrop((file) => void onChoose(file));
  const handleChoose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    // The same file, measured again, can be chosen again.
    if (file) void onChoose(file).finally(() => (currentTarget.value = ""));
  };
  const button = (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="File of measurements"
        className="rb-visually-hidden"
        tabIndex={-1}
        onChange={handleChoose}
      />
      <Button
        variant="secondary"
        leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {isButton ? "Other file" : "Choose file"}
      </Button>
    </>
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
