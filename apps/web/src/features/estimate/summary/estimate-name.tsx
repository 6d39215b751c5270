import { IconPencil } from "@tabler/icons-react";
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { MAX_ESTIMATE_NAME, readName } from "#forms/read-name.ts";
import classes from "#features/estimate/summary/summary.module.css";
import { useSaveEstimate } from "#features/estimate/summary/use-save-estimate.ts";
import { TextField } from "#ui/text-field.tsx";

/** The estimate's name as the page's heading, which becomes a text field when pressed. */
export function EstimateName() {
  const { estimate } = useOpenEstimate();
  const save = useSaveEstimate();
  /** Undefined unless it is being renamed. `from` is the estimate when renaming began. */
  const [typed, setTyped] = useState<{ text: string; error: string; from: typeof estimate }>();
  const isRenaming = typed !== undefined;
  const button = useRef<HTMLButtonElement>(null);
  /** Renaming ended with a key, so the focus returns to the heading. */
  const endedByKey = useRef(false);
  useLayoutEffect(() => {
    if (!isRenaming && endedByKey.current) button.current?.focus();
    endedByKey.current = false;
  }, [isRenaming]);

  if (!typed)
    return (
      <button
        ref={button}
        type="button"
        className={classes.name}
        data-on-paper="yes"
        title="Rename"
        onClick={() => setTyped({ text: estimate.name, error: "", from: estimate })}
      >
        {estimate.name}
        <IconPencil size={18} stroke={1.75} aria-hidden data-on-paper="no" />
        <span className="rb-visually-hidden">, rename</span>
      </button>
    );

  const commit = (): void => {
    const read = readName(typed.text, MAX_ESTIMATE_NAME);
    if (read.error !== undefined) {
      setTyped({ ...typed, error: read.error });
      return;
    }
    setTyped(undefined);
    if (read.name !== typed.from.name) void save({ members: { name: read.name } }, { from: typed.from });
  };
  const handleKey = (event: KeyboardEvent): void => {
    endedByKey.current = event.key === "Enter" || event.key === "Escape";
    if (event.key === "Enter") {
      // Otherwise the key's release would press the newly focused heading.
      event.preventDefault();
      commit();
    }
    if (event.key === "Escape") setTyped(undefined);
  };
  return (
    <TextField
      className={classes.nameField}
      aria-label="Name of the estimate"
      // eslint-disable-next-line jsx-a11y/no-autofocus -- the person pressed the name to type here
      autoFocus
      value={typed.text}
      error={typed.error}
      onChange={(event) => setTyped({ ...typed, text: event.currentTarget.value, error: "" })}
      onKeyDown={handleKey}
      onBlur={() => {
        // A key that closes the field also blurs it.
        if (!endedByKey.current) commit();
      }}
    />
  );
}
