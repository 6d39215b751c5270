import { SECTIONS, type ScopeFinding } from "@ridgebook/estimating";
import { isSteppedWorkflow, stepPath, WINDOW_DETAILS_STEP, windowPath, WINDOWS } from "#features/estimate/paths.ts";

const orderById = new Map(SECTIONS.map(({ id, order }) => [id, order]));

/**
 * Where a finding can be fixed: its field's step, or its window's page. The query's `focus` names the field (its key) to scroll to. Null
 * for findings without a page.
 */
export function findingPath(estimateId: number, finding: ScopeFinding): string | null {
  const { workflowId, workflowEstimateId, sectionId, fieldKey, lineId } = finding;
  const step = orderById.get(sectionId) ?? 0;
  if (!isSteppedWorkflow(workflowId) || step === 0) return null;
  const copy = { workflowId, workflowEstimateId };
  const path =
    workflowId === WINDOWS && step === WINDOW_DETAILS_STEP && lineId !== null
      ? windowPath(estimateId, copy, { windowId: lineId })
      : stepPath(estimateId, copy, step);
  return `${path}${path.includes("?") ? "&" : "?"}focus=${encodeURIComponent(fieldKey)}`;
}

/** The field that the address asks to scroll to, if any. */
export const focusOfSearch = (search: { focus?: unknown }): string | undefined =>
  typeof search.focus === "string" && search.focus !== "" ? search.focus : undefined;
