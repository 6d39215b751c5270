import type { EstimateCopy } from "@ridgebook/contract";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { isSameCopy } from "#features/estimate/summary/copy-contents.ts";
import { findRenumberedCopies } from "#local-data/estimates/renumbered-copies.ts";

/**
 * The page of a further copy stays with it when it gets another number, because another person's has this one (decision 0043). There
 * is no step back: at the old address is another copy.
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
    // It is the same form, with everything that is not saved in it: nothing is left.
    router.history.replace(path, undefined, { ignoreBlocker: true });
  }, [router, estimate, workflowId, workflowEstimateId]);
}
