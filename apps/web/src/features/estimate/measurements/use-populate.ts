import { isTakeable, measuredRows, sectionOfField, type MeasuredRow, type MeasurementSet } from "@ridgebook/estimating";
import { useDeferredValue, useMemo, useState } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { findTaken, isStillTaken, withTaken, type Taken } from "#features/estimate/measurements/taken-measurements.ts";
import { useTakenMeasurements } from "#features/estimate/measurements/use-taken-measurements.ts";
import type { SteppedCopy } from "#features/estimate/paths.ts";
import { useSaveEstimate } from "#features/estimate/summary/use-save-estimate.ts";

/**
 * The rows that a set of measurements fills of the form in context, which of them are selected, and taking them. Values that a person
 * entered are not selected by default.
 *
 * @param sectionIds the copy's steps, without optional ones that are not added
 */
export function usePopulate({
  copy,
  set,
  sectionIds,
  styleId,
}: {
  copy: SteppedCopy;
  set: MeasurementSet;
  sectionIds: ReadonlySet<number>;
  /** The type of new windows. */
  styleId: string | null;
}) {
  const form = useWorkflowForm();
  const taken = useTakenMeasurements();
  const saveEstimate = useSaveEstimate();
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const values = useFormValue((snapshot) => snapshot.values);
  const { workflowId } = copy;

  const context = { workflowId, values, book: form.book };

  const rows = useMemo(
    () =>
      measuredRows({ workflowId, values, book: form.book }, set).flatMap((row): MeasuredRow[] => {
        if (row.kind === "window") return [{ ...row, styleId }];
        return sectionIds.has(sectionOfField(row.field.id)?.id ?? 0) ? [row] : [];
      }),
    [workflowId, values, form, set, sectionIds, styleId],
  );
  const isTyped = (row: MeasuredRow): boolean =>
    (row.kind === "window" ? row.now !== null : (row.now ?? 0) !== 0) && !isStillTaken(taken, context, row);
  const isChosen = (row: MeasuredRow): boolean => isTakeable(row) && (choices.get(row.id) ?? !isTyped(row));
  const chosen = rows.filter(isChosen);
  // Ids of windows are their names, which may contain anything but a line break.
  const chosenIds = chosen.map(({ id }) => id).join("\n");
  // Deferred after a checkbox changes, because pricing the whole workflow takes longer than a frame on an old tablet.
  const priced = useDeferredValue(chosenIds);
  const then = useMemo(
    () => form.withMeasurements(rows.filter(({ id }) => priced.split("\n").includes(id))),
    [form, rows, priced],
  );

  return {
    rows,
    chosen,
    then,
    isTyped,
    isChosen,
    isTaken: (row: MeasuredRow): boolean => isStillTaken(taken, context, row),
    /** The measurement that a row still has. */
    takenOf: (row: MeasuredRow): Taken | undefined =>
      isStillTaken(taken, context, row) ? findTaken(taken, row) : undefined,
    choose: (row: MeasuredRow, isOn: boolean): void => setChoices((all) => new Map([...all, [row.id, isOn]])),
    enter: (): void => form.takeMeasurements(chosen),
    /** Stores where the selected rows came from. Returns false, after a notice, if that was refused. */
    keepMarks: async (): Promise<boolean> => {
      const marks = { source: set.source.label, takenTime: new Date().toISOString() };
      return await saveEstimate({ parts: [{ ...copy, measurements: withTaken(taken, chosen, marks) }] });
    },
  };
}
