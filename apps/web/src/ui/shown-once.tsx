import { Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useLayoutEffect, useRef } from "react";
import { copyText } from "#ui/copy-text.ts";
import { selectOnEntry } from "#ui/select-on-entry.ts";
import classes from "#ui/shown-once.module.css";
import { TextField } from "#ui/text-field.tsx";

/**
 * A token or a secret, the only time that it can be read.
 *
 * @param name its name on the buttons: "Token"
 */
export function ShownOnce({
  name,
  label,
  hint,
  value,
  onDone,
}: {
  name: string;
  label: string;
  hint: string;
  value: string;
  onDone: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.select();
  }, [value]);
  return (
    <div className={classes.secret}>
      <TextField
        ref={field}
        label={label}
        hint={hint}
        readOnly
        value={value}
        className={classes.field}
        {...selectOnEntry}
      />
      <div className="rb-buttons">
        <Button
          leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
          onClick={() => void copyText(value, name)}
        >
          Copy {name.toLowerCase()}
        </Button>
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
