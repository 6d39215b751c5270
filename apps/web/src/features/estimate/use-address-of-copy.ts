import type { EstimateCopy } from "@ridgebook/contract";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { isSameCopy } from "#features/estimate/summary/copy-contents.ts";
import { findRenumberedCopies } from "#local-data/estimates/renumbered-copies.ts";

/**
 * Updates the address of a further copy's page when the copy gets another number, because another person's copy has the old one (decision
 * 0043). Replaces the history entry, because the old address is now another copy's.
 */
export function useAddressOfCopy({ workflowId, workflowEstimateId }: EstimateCopy): void {
  const { estimate } = useOpenEstimate();
  const router = useRouter();
  const seen = useRef(estimate);

  useEffect(() => {
    const renumbered = findRenumberedCopies(seen.current, estimate);
    seen.current = estimate;
    const moved = renumbered.find(({ from }) => isSameCopy(from, { workflowId, workflowEstimateId }));
    if (!moved) return;
    const { href } = router.state.location;
    const path = href.replace(/(?<=[?&]copy=)\d+/, String(moved.to.workflowEstimateId));
    // The page and its unsaved edits stay, so no leave question.
    router.history.replace(path, undefined, { ignoreBlocker: true });
  }, [router, estimate, workflowId, workflowEstimateId]);
}
