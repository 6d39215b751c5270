import type { EstimateCopy } from "@ridgebook/contract";
import { useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { copyOfSearch, WINDOWS } from "#features/estimate/paths.ts";

export type WindowsCopy = EstimateCopy & { readonly workflowId: typeof WINDOWS };

/** The copy of Windows & Doors in the address. */
export function useWindowsCopy(): WindowsCopy {
  const search: { copy?: string | undefined } = useSearch({ strict: false });
  const workflowEstimateId = copyOfSearch(search);
  return useMemo(() => ({ workflowId: WINDOWS, workflowEstimateId }), [workflowEstimateId]);
}
