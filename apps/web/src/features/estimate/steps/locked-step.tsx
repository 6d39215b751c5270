import { emptySummary, summaryKey } from "@ridgebook/contract";
import { Navigate } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { estimatePath, stepPath, type SteppedCopy } from "#features/estimate/paths.ts";
import { redirectOfLockedStep } from "#features/estimate/steps/progress.ts";
import { linkTo } from "#features/estimate/steps/step-address.ts";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";

interface StepOfAddress {
  readonly workflow: LocalWorkflow;
  readonly copy: SteppedCopy;
  readonly number: number;
}

/** The address that a locked step redirects to (EST-16); undefined for an open step. */
export function pathOfLockedStep(
  { id, workflowSummaries }: LocalEstimate,
  { workflow, copy, number }: StepOfAddress,
): string | undefined {
  const summary = workflowSummaries[summaryKey(copy)] ?? emptySummary(copy);
  const redirect = redirectOfLockedStep({ workflow, summary, number });
  if (redirect === undefined) return undefined;
  return redirect === "summary" ? estimatePath(id) : stepPath(id, copy, redirect);
}

/**
 * Redirects from a locked step. Pages read the device with a delay (`local-data/paced-reading.ts`), so a step that was just unlocked may
 * still look locked; the device is read first.
 *
 * @param children shown until the device has answered
 */
export function LockedStep({ step, children }: { step: StepOfAddress; children: ReactNode }) {
  const { estimates } = useLocalData();
  const { estimate } = useOpenEstimate();
  const [path, setPath] = useState<string>();
  useEffect(() => {
    let isOver = false;
    const answer = (known: LocalEstimate): void => {
      if (!isOver) setPath(pathOfLockedStep(known, step));
    };
    estimates.find(estimate.id).then(
      (known) => answer(known ?? estimate),
      () => answer(estimate),
    );
    return () => {
      isOver = true;
    };
  }, [estimates, estimate, step]);
  return path === undefined ? children : <Navigate {...linkTo(path)} replace />;
}
