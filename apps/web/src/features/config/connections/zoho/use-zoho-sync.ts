import { Problem, zohoSync, type ZohoSync } from "@ridgebook/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useClient } from "#server-client/client-context.tsx";
import type { ServerClient } from "#server-client/server-client.ts";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";

/** How often the page polls while leads are being read. */
const LOOK_EVERY_MS = 3_000;
const CALM_MS = 60_000;

export interface ZohoSyncState {
  /** Undefined until it is loaded, or if that fails: the rest of the page works without it. */
  readonly sync: ZohoSync | undefined;
  readonly isBusy: boolean;
  /** Makes a call, and shows the sync state that it returns, or its failure. */
  readonly act: (call: (client: ServerClient) => Promise<unknown>, done: string) => Promise<unknown>;
}

/** The progress of the leads from Zoho. */
export function useZohoSync(): ZohoSyncState {
  const client = useClient();
  const queries = useQueryClient();
  const { companyId, settings, reportFailure } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const queryKey = ["zoho-sync", companyId, settings?.zohoIntegrationEnabled === true];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const read = zohoSync.safeParse(await client.call("getZohoSync", {}, { signal }));
      if (!read.success) throw new Problem("unavailable");
      return read.data;
    },
    refetchInterval: ({ state: { data: known } }) =>
      known && (known.phase === "loading" || known.waitingCount > 0) ? LOOK_EVERY_MS : CALM_MS,
  });
  return {
    sync: data,
    isBusy,
    act: async (call, done) => {
      setIsBusy(true);
      try {
        const reply = await call(client);
        if (reply === false)
          notices.add({ message: "Zoho did not answer. Try again in a few minutes.", type: "error" });
        else notices.add({ message: done });
        await queries.invalidateQueries({ queryKey });
        return reply;
      } catch (error) {
        await reportFailure(error);
        return undefined;
      } finally {
        setIsBusy(false);
      }
    },
  };
}
