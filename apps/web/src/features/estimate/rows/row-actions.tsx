import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import type { FieldPlace, RowsPlace, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { addLabel } from "#features/estimate/rows/field-layout.ts";
import { lineIdsOf, rowDomId } from "#features/estimate/rows/list-of-rows.ts";
import classes from "#features/estimate/rows/row-actions.module.css";
import icons from "#features/estimate/rows/row-icons.module.css";

/** Into a row once it is drawn: its first choice, from which its number follows, else its first entry. */
function focusRow(rows: RowsPlace, lineId: number): void {
  requestAnimationFrame(() => {
    const row = document.getElementById(rowDomId(rows, lineId));
    const entry =
      row?.querySelector<HTMLElement>("select:enabled") ?? row?.querySelector("input:enabled, textarea:enabled");
    if (entry instanceof HTMLElement) entry.focus();
  });
}

/** Adds a row, behind `after` or at the end, and begins to enter it. */
export function addRowAndEnter(form: WorkflowForm, rows: RowsPlace, after?: number): void {
  const before = new Set(lineIdsOf(form, rows));
  form.addRow(rows, after === undefined ? undefined : { after });
  const added = lineIdsOf(form, rows).find((id) => !before.has(id));
  if (added !== undefined) focusRow(rows, added);
}

function removeRowAndGoOn(form: WorkflowForm, rows: RowsPlace, lineId: number): void {
  const before = lineIdsOf(form, rows);
  form.removeRow({ ...rows, lineId });
  const at = before.indexOf(lineId);
  const neighbor = before[at + 1] ?? before[at - 1];
  if (neighbor !== undefined) focusRow(rows, neighbor);
}

/** Add after this row, and remove it while it is not the only one (2.§2.2). The last row's adds at the end and says so. */
export function RowActions({
  rows,
  lineId,
  index,
  count,
  label,
  name,
}: {
  rows: RowsPlace;
  lineId: number;
  index: number;
  count: number;
  label: string;
  name: string;
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
        {isLast && <span>{addText}</span>}
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
    </span>
  );
}

/** Offered only while a list is empty (2.§2.2). */
export function AddFirst({ rows, text }: { rows: RowsPlace; text: string }) {
  const form = useWorkflowForm();
  return (
    <button type="button" className={`${classes.add} ${icons.plus}`} onClick={() => addRowAndEnter(form, rows)}>
      <span>{text}</span>
    </button>
  );
}

/** Makes the line of a field that is not repeatable and has fields below it, where nothing was entered when it was saved. */
export function AddMissing({ place, text }: { place: FieldPlace; text: string }) {
  const form = useWorkflowForm();
  return (
    // A number has no value: entering none makes its line with the defaults.
    <button type="button" className={`${classes.add} ${icons.plus}`} onClick={() => form.setValue(place, null)}>
      <span>{text}</span>
    </button>
  );
}
