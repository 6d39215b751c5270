import { useCallback, useMemo } from "react";
import type { LeadListSearch } from "#features/leads/lead-list-search.ts";
import { useSession } from "#server-client/session-context.tsx";

let last: { owner: string; search: LeadListSearch } | undefined;

/**
 * Where the list stood in this tab, so that "Leads" on another page leads back to the same search, filters and page.
 * What one person searched for in one company is not shown to another.
 */
export function useListPlace(): {
  /** The person and the company. */
  owner: string;
  read: () => LeadListSearch;
  remember: (search: LeadListSearch) => void;
} {
  const { user, companyId } = useSession();
  const owner = `${String(user?.id)} ${String(companyId)}`;
  const read = useCallback(() => (last?.owner === owner ? last.search : {}), [owner]);
  const remember = useCallback(
    (search: LeadListSearch) => {
      last = { owner, search };
    },
    [owner],
  );
  return useMemo(() => ({ owner, read, remember }), [owner, read, remember]);
}
