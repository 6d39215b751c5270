import { Button } from "@mantine/core";
import { SPREADSHEET_RULES } from "@ridgebook/contract";
import { IconUpload } from "@tabler/icons-react";
import { useRef, type ChangeEvent } from "react";
import classes from "#features/config/config.module.css";
import { acceptOf } from "#files/picture-kinds.ts";

/** A button to choose a workbook. */
export function FileButton({
  label,
  variant = "primary",
  isDisabled,
  onChoose,
}: {
  label: string;
  variant?: "primary" | "secondary";
  isDisabled: boolean;
  onChoose: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    // Reset, so that the same file, edited, can be chosen again.
    currentTarget.value = "";
    if (file) onChoose(file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={acceptOf(SPREADSHEET_RULES)}
        aria-label={`${label} a spreadsheet`}
        className={classes.hiddenFile}
        onChange={handleChange}
      />
      <Button
        size="lg"
        variant={variant}
        disabled={isDisabled}
        leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
