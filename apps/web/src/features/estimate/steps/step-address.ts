import { workflowOfSlug, type SteppedWorkflowId } from "#features/estimate/paths.ts";

/** The address of an estimate page. Ids may be local. */
export interface StepAddress {
  readonly estimateId: string;
  readonly workflowId: SteppedWorkflowId;
  /** Undefined on the quick estimate. */
  readonly number: number | undefined;
}

const STEP = /^\/estimator\/estimate\/([^/]+)\/([a-z]+)\/(\d+)(?:\/|$)/;
const QUICK = /^\/estimator\/estimate\/([^/]+)\/quick_estimate_([a-z]+)\/?$/;

/** Parses "/estimator/estimate/12/roofing/3", with or without more after it, and quick estimates; undefined for other pages. */
export function readStepAddress(pathname: string): StepAddress | undefined {
  const [, estimateId = "", slug = "", step] = STEP.exec(pathname) ?? QUICK.exec(pathname) ?? [];
  const workflowId = workflowOfSlug(slug);
  return workflowId && { estimateId, workflowId, number: step === undefined ? undefined : Number(step) };
}

/** Splits a path with a query into the props of a router link. */
export function linkTo(path: string): { to: string; search: Record<string, string> } {
  const [to = "", query = ""] = path.split("?");
  return { to, search: Object.fromEntries(new URLSearchParams(query)) };
}
