import { SECTIONS, type ScopeFinding } from "@ridgebook/estimating";
import { isSteppedWorkflow, stepPath, WINDOW_DETAILS_STEP, windowPath, WINDOWS } from "#features/estimate/paths.ts";

const orderById = new Map(SECTIONS.map(({ id, order }) => [id, order]));

/**
 * Where a finding is mended: the step of its field, of a window that window. `focus` in the query names the field (its key) that
 * the page brings into view. Null for what has no page of its own.
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

/** The field that a page was asked to bring into view; undefined where it was not. */
export const focusOfSearch = (search: { focus?: unknown }): string | undefined =>
  typeof search.focus === "string" && search.focus !== "" ? search.focus : undefined;
