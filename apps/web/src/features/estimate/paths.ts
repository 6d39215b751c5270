import { summaryKey, type EstimateCopy } from "@ridgebook/contract";
import { WORKFLOW_SLUGS } from "#features/estimate/workflow-slugs.ts";

export type SteppedWorkflowId = keyof typeof WORKFLOW_SLUGS;
export type SteppedCopy = EstimateCopy & { readonly workflowId: SteppedWorkflowId };

export const WINDOWS = 3;
/** The step for one window (ROUTE-32). */
export const WINDOW_DETAILS_STEP = 2;

export const isSteppedWorkflow = (id: number): id is SteppedWorkflowId => id in WORKFLOW_SLUGS;

export function workflowOfSlug(slug: string): SteppedWorkflowId | undefined {
  const found = Object.entries(WORKFLOW_SLUGS).find(([, each]) => each === slug);
  return found && (Number(found[0]) as SteppedWorkflowId);
}

/** The copy number in an address: query `copy`, 1 by default (estimating.md §5). */
export const copyOfSearch = (search: { readonly copy?: unknown }): number => {
  const copy = Number(search.copy ?? 1);
  return Number.isInteger(copy) && copy >= 1 ? copy : 1;
};

const withCopy = (path: string, { workflowEstimateId }: EstimateCopy): string =>
  workflowEstimateId === 1 ? path : `${path}?copy=${String(workflowEstimateId)}`;

/* Addresses in the app; ids may be local. */

export const leadPath = (leadId: number): string => `/estimator/leads/${String(leadId)}/details`;
export const estimatePath = (estimateId: number): string => `/estimator/estimate/${String(estimateId)}`;
export const workflowSummaryPath = (estimateId: number, copy: EstimateCopy): string =>
  withCopy(`${estimatePath(estimateId)}/summary/${String(copy.workflowId)}`, copy);
export const quickEstimatePath = (estimateId: number, copy: SteppedCopy): string =>
  withCopy(`${estimatePath(estimateId)}/quick_estimate_${WORKFLOW_SLUGS[copy.workflowId]}`, copy);
export const quickWindowPath = (estimateId: number, copy: EstimateCopy, windowId: number): string =>
  withCopy(`${estimatePath(estimateId)}/quick_estimate_by_window/${String(windowId)}`, copy);
export const stepPath = (estimateId: number, copy: SteppedCopy, step: number): string =>
  withCopy(`${estimatePath(estimateId)}/${WORKFLOW_SLUGS[copy.workflowId]}/${String(step)}`, copy);
/** `windowId` 0 is a new window with the values of `sourceId`, unless that is 0 (OP-40). */
export const windowPath = (
  estimateId: number,
  copy: EstimateCopy,
  { windowId, sourceId = 0 }: { windowId: number; sourceId?: number },
): string =>
  withCopy(
    `${estimatePath(estimateId)}/windows/${String(WINDOW_DETAILS_STEP)}/${String(windowId)}/${String(sourceId)}`,
    copy,
  );
/** The homeowner's view of one copy or of the whole estimate (ours). */
export const homeownerPath = (estimateId: number, copy?: EstimateCopy): string =>
  `${estimatePath(estimateId)}/homeowner${copy ? `?show=${summaryKey(copy)}` : ""}`;
