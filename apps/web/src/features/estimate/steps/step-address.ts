import { workflowOfSlug, type SteppedWorkflowId } from "#features/estimate/paths.ts";

/** What the address of an estimate page says. Ids may be local ones. */
export interface StepAddress {
  readonly estimateId: string;
  readonly workflowId: SteppedWorkflowId;
  /** Undefined on the quick estimate. */
  readonly number: number | undefined;
}

const STEP = /^\/estimator\/estimate\/([^/]+)\/([a-z]+)\/(\d+)(?:\/|$)/;
const QUICK = /^\/estimator\/estimate\/([^/]+)\/quick_estimate_([a-z]+)\/?$/;

/** Reads "/estimator/estimate/12/roofing/3", also with more behind the number, and quick estimates; undefined for other pages. */
export function readStepAddress(pathname: string): StepAddress | undefined {
  const [, estimateId = "", slug = "", step] = STEP.exec(pathname) ?? QUICK.exec(pathname) ?? [];
  const workflowId = workflowOfSlug(slug);
  return workflowId && { estimateId, workflowId, number: step === undefined ? undefined : Number(step) };
}

/** A path of this app, with its query, as the router's links take it. */
export function linkTo(path: string): { to: string; search: Record<string, string> } {
  const [to = "", query = ""] = path.split("?");
  return { to, search: Object.fromEntries(new URLSearchParams(query)) };
}
