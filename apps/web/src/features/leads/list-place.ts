import { useCallback, useMemo } from "react";
import type { LeadListSearch } from "#features/leads/lead-list-search.ts";
import { useSession } from "#server-client/session-context.tsx";

let last: { owner: string; search: LeadListSearch } | undefined;

/** The list's last address in this tab, so that "Leads" elsewhere returns to it. Kept per person and company. */
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
