import { linesOf, type WorkflowValues } from "#form/form-values.ts";
import { editEach, withQuantity } from "#form/line-path.ts";
import { hasField, topLine } from "#form/places.ts";
import { addRow } from "#form/rows.ts";
import type { FormContext } from "./state-context.ts";

/* The dumpster of roofing, repairs and siding (2.§4, 3.§4; siding's weight follows estimating.md, checklist OP-84). */

export const DUMPSTER_NEEDED = "dumpsterNeeded";
export const DUMPSTER_LABOR = "dumpsterLabor";
export const DUMPSTER_WEIGHT = "dumpsterWeight";

const isDumpsterNeeded = (values: WorkflowValues): boolean => topLine(values, DUMPSTER_NEEDED)?.value === "true";

/** Switching on sets one dumpster if none is set; switching off clears dumpster, labor and weight. */
export function followDumpsterSwitch({ workflowId, values, book, nextId }: FormContext): WorkflowValues {
  if (!hasField(workflowId, "dumpster")) return values;
  const dumpsters = linesOf(values, "dumpster");
  if (isDumpsterNeeded(values))
    return dumpsters.length > 0
      ? values
      : addRow({ workflowId, values, outer: [], property: "dumpster", book, nextId });
  const withoutDumpsters = dumpsters.length > 0 ? { ...values, dumpster: [] } : values;
  return [DUMPSTER_LABOR, DUMPSTER_WEIGHT].reduce(
    (edited, property) => editEach(edited, property, (line) => withQuantity(line, 0)),
    withoutDumpsters,
  );
}

/**
 * The quantity of a computed dumpster field: 0 without a dumpster; null if labor cannot be computed and the person enters it. Other fields
 * have their computed quantity.
 */
export function heldDumpsterQuantity({
  workflowId,
  key,
  values,
  computed,
}: {
  workflowId: number;
  key: string;
  values: WorkflowValues;
  computed: number;
}): number | null {
  if (key !== DUMPSTER_LABOR && key !== DUMPSTER_WEIGHT) return computed;
  if (hasField(workflowId, DUMPSTER_NEEDED) && !isDumpsterNeeded(values)) return 0;
  return key === DUMPSTER_LABOR && computed <= 0 ? null : computed;
}
