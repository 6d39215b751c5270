import { IconSearch, IconX } from "@tabler/icons-react";
import { TextField, type TextFieldProps } from "#ui/text-field.tsx";
import classes from "#ui/field-button.module.css";

/** Search as you type, with a button to clear it. Controlled: pass `value` and `onChange`. */
export function SearchField({
  onClear,
  ...field
}: Omit<TextFieldProps, "type" | "unit" | "numeric" | "leftSection" | "rightSection"> & { onClear: () => void }) {
  const isEmpty = field.value === undefined || field.value === "";
  return (
    <TextField
      autoComplete="off"
      enterKeyHint="search"
      {...field}
      type="search"
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      rightSectionWidth={44}
      rightSection={
        isEmpty ? undefined : (
          <button type="button" className={classes.button} aria-label="Clear search" onClick={onClear}>
            <IconX size={18} stroke={1.75} aria-hidden />
          </button>
        )
      }
    />
  );
}
