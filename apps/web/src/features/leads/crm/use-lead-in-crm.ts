import { isLocalId, zohoLeadState, type ZohoLeadState } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { useSyncStatus } from "#local-data/local-data-context.tsx";
import type { LocalLead } from "#local-data/leads/leads.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/** A change reaches Zoho within seconds; its result shows up within this interval. */
const LOOK_EVERY_MS = 30_000;

/** The lead's Zoho state; undefined if not connected, offline, or unanswered. */
export function useLeadInCrm({ id, revision }: Pick<LocalLead, "id" | "revision">): ZohoLeadState | undefined {
  const client = useClient();
  const { companyId, settings } = useSession();
  const { online } = useSyncStatus("online");
  const { data } = useQuery({
    queryKey: ["zoho-lead", companyId, id, revision],
    queryFn: async ({ signal }) => {
      const reply = await client.call("getZohoLead", { params: { id: String(id) } }, { signal });
      return zohoLeadState.safeParse(reply).data ?? null;
    },
    enabled: online && !isLocalId(id) && settings?.zohoIntegrationEnabled === true,
    refetchInterval: LOOK_EVERY_MS,
    retry: false,
    placeholderData: (former) => former,
  });
  return data ?? undefined;
}
