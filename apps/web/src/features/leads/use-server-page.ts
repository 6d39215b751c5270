import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { toLeadListQuery, type LeadListSearch } from "#features/leads/lead-list-search.ts";
import type { SyncStatus } from "#local-data/device/sync-status.ts";
import type { LeadPage } from "#local-data/leads/leads.ts";
import { useLocalData, useSyncStatus } from "#local-data/local-data-context.tsx";
import { createPacedReading } from "#local-data/paced-reading.ts";

interface ServerPage {
  /** The server's last reply to this search. */
  page: LeadPage | undefined;
  /** The last request's error; undefined after a success. */
  error: unknown;
  askAgain: () => void;
}

/** The minimum interval of requests while changes are being sent. */
const ASKS_AT_MOST_EVERY_MS = 5_000;

/**
 * A page of leads from the server. Refetched when changes were sent or received, since the order may differ, and on window focus. One
 * request at a time; nothing is cached, because an old page is never better than the device's.
 */
export function useServerPage(search: LeadListSearch, { isAsked }: { isAsked: boolean }): ServerPage {
  const localData = useLocalData();
  const { lastRefreshTime, online } = useSyncStatus("lastRefreshTime", "online");
  const { status } = localData;
  const sentTime = useSyncExternalStore(status.subscribe, () => askedForSent(status.getSnapshot()));
  const key = JSON.stringify(search);
  const [answer, setAnswer] = useState<{ key?: string; page?: LeadPage | undefined; error?: unknown }>({});
  const asking = useRef<ReturnType<typeof createPacedReading>>(undefined);

  useEffect(() => {
    if (!isAsked) return undefined;
    let isOver = false;
    // Keyed by content: the search is a new object every time.
    const query = toLeadListQuery(JSON.parse(key) as LeadListSearch);
    const ask = (): Promise<void> =>
      localData.leads.fetchPage(query).then(
        (page) => {
          if (!isOver) setAnswer({ key, page });
        },
        (error: unknown) => {
          if (!isOver) setAnswer((last) => ({ key, page: last.key === key ? last.page : undefined, error }));
        },
      );
    const reading = createPacedReading(ask);
    asking.current = reading;
    const askOnReturn = (): void => {
      if (document.visibilityState === "visible") reading.ask();
    };
    document.addEventListener("visibilitychange", askOnReturn);
    return () => {
      isOver = true;
      reading.stop();
      document.removeEventListener("visibilitychange", askOnReturn);
    };
  }, [localData, key, isAsked]);

  useEffect(() => {
    asking.current?.ask();
  }, [localData, key, isAsked, sentTime, lastRefreshTime, online]);

  const askAgain = useCallback(() => asking.current?.ask(), []);
  return answer.key === key
    ? { page: answer.page, error: answer.error, askAgain }
    : { page: undefined, error: undefined, askAgain };
}

/** A changed value triggers a request. While thousands are sent in batches, this throttles them. */
const askedForSent = ({ syncing, lastSentTime }: SyncStatus): number | null =>
  syncing ? Math.floor((lastSentTime ?? 0) / ASKS_AT_MOST_EVERY_MS) : lastSentTime;
