import { useCallback, useEffect, useState } from "react";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import type { LocalLead } from "#local-data/leads/leads.ts";

/** While somebody types, the leads change with every key: their estimates are read once the list rests. */
const RESTS_AFTER_MS = 200;

/**
 * What the newest estimate of a lead comes to, in dollars; undefined where the lead has none, or none is known here. An estimate on this
 * device counts before what the server has `told`, because it may have changes that wait to be sent.
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
