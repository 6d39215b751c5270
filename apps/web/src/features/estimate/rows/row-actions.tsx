import type { FieldPlace } from "@ridgebook/estimating";
import { flushSync } from "react-dom";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import type { RowsPlace, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { addLabel, insideSentence } from "#features/estimate/rows/field-layout.ts";
import { addFirstDomId, lineIdsOf, rowDomId } from "#features/estimate/rows/list-of-rows.ts";
import classes from "#features/estimate/rows/row-actions.module.css";
import icons from "#features/estimate/rows/row-icons.module.css";

/** Focuses a row: its first labelled field, else its first choice (which sets the quantity), else its first input. */
function focusRow(rows: RowsPlace, lineId: number): void {
  const row = document.getElementById(rowDomId(rows, lineId));
  const entry =
    row?.querySelector<HTMLElement>("[data-labelled] :is(select, input, textarea):enabled") ??
    row?.querySelector<HTMLElement>("select:enabled") ??
    row?.querySelector<HTMLElement>("input:enabled, textarea:enabled");
  entry?.focus();
}

/*
 * Edits are flushed synchronously, so that the focus moves within the event. A frame later it could interrupt typing, and Safari would not
 * open the keyboard.
 */

/** Adds a row after `after` or at the end, and focuses it. */
function addRowAndEnter(form: WorkflowForm, rows: RowsPlace, after?: number): void {
  const before = new Set(lineIdsOf(form, rows));
  flushSync(() => form.addRow(rows, after === undefined ? undefined : { after }));
  const added = lineIdsOf(form, rows).find((id) => !before.has(id));
  if (added !== undefined) focusRow(rows, added);
}

function removeRowAndGoOn(form: WorkflowForm, rows: RowsPlace, lineId: number): void {
  const before = lineIdsOf(form, rows);
  flushSync(() => form.removeRow({ ...rows, lineId }));
  const at = before.indexOf(lineId);
  const neighbor = before[at + 1] ?? before[at - 1];
  if (neighbor !== undefined) focusRow(rows, neighbor);
}

/** Clears a list and focuses what remains: the row that always stays, or the button that adds a first one (3.§4). */
function clearRowsAndGoOn(form: WorkflowForm, rows: RowsPlace): void {
  flushSync(() => form.clearRows(rows));
  const [left] = lineIdsOf(form, rows);
  if (left !== undefined) focusRow(rows, left);
  else document.getElementById(addFirstDomId(rows))?.focus();
}

/**
 * The buttons that add a row after this one and remove it, unless it is the only one (2.§2.2). The last row's add button has text.
 *
 * @param isBesideLabel the list has no header, so its last row also offers to clear it
 */
export function RowActions({
  rows,
  lineId,
  index,
  count,
  label,
  name,
  isBesideLabel = false,
}: {
  rows: RowsPlace;
  lineId: number;
  index: number;
  count: number;
  label: string;
  name: string;
  isBesideLabel?: boolean;
}) {
  const form = useWorkflowForm();
  const isLast = index === count - 1;
  const addText = addLabel({ label });
  return (
    <span className={classes.actions}>
      <button
        type="button"
        className={`${isLast ? classes.add : classes.icon} ${icons.plus}`}
        aria-label={isLast ? `${addText} after ${name}` : `Add after ${name}`}
        title={`Add after ${name}`}
        onClick={() => addRowAndEnter(form, rows, lineId)}
      >
        {/* The label beside it says of what. */}
        {isLast && <span>{isBesideLabel ? "Add" : addText}</span>}
      </button>
      {count > 1 && (
        <button
          type="button"
          className={`${classes.icon} ${icons.trash}`}
          aria-label={`Remove ${name}`}
          title={`Remove ${name}`}
          onClick={() => removeRowAndGoOn(form, rows, lineId)}
        />
      )}
      {isBesideLabel && isLast && <ClearRows rows={rows} label={label} />}
    </span>
  );
}

/** Shown only for an empty list (2.§2.2). */
export function AddFirst({ rows, text }: { rows: RowsPlace; text: string }) {
  const form = useWorkflowForm();
  return (
    <button
      id={addFirstDomId(rows)}
      type="button"
      className={`${classes.add} ${icons.plus}`}
      onClick={() => addRowAndEnter(form, rows)}
    >
      <span>{text}</span>
    </button>
  );
}

/** Clears a list (3.§4). */
export function ClearRows({ rows, label }: { rows: RowsPlace; label: string }) {
  const form = useWorkflowForm();
  return (
    <button
      type="button"
      className={classes.clear}
      aria-label={`Clear ${insideSentence(label)}`}
      onClick={() => clearRowsAndGoOn(form, rows)}
    >
      Clear
    </button>
  );
}

/** Creates the missing line of a field that is not repeatable and has children. */
export function AddMissing({ place, text }: { place: FieldPlace; text: string }) {
  const form = useWorkflowForm();
  return (
    // Setting the value null creates the line with its defaults.
    <button type="button" className={`${classes.add} ${icons.plus}`} onClick={() => form.setValue(place, null)}>
      <span>{text}</span>
    </button>
  );
}
