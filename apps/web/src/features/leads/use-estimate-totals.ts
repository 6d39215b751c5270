import { useCallback, useEffect, useState } from "react";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import type { LocalLead } from "#local-data/leads/leads.ts";

/** Typing changes the leads with every key: estimates are read once the list settles. */
const RESTS_AFTER_MS = 200;

/**
 * The total of a lead's newest estimate in dollars; undefined without one, or if it is unknown. A local estimate takes precedence over the
 * server's `told`, because it may have unsent changes.
 */
export function useEstimateTotals({
  leads,
  told,
}: {
  leads: readonly Pick<LocalLead, "id">[];
  told: ReadonlyMap<number, number> | undefined;
}): (leadId: number) => number | undefined {
  const localData = useLocalData();
  const shownIds = leads.map(({ id }) => id).join(" ");
  const [ids, setIds] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setIds(shownIds), RESTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [shownIds]);
  const { value: here } = useLocalQuery(
    "estimates",
    () => localData.estimates.newestTotals(ids === "" ? [] : ids.split(" ").map(Number)),
    [localData, ids],
  );
  return useCallback((leadId) => here?.get(leadId) ?? told?.get(leadId), [here, told]);
}
