import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { toLeadListQuery, type LeadListSearch } from "#features/leads/lead-list-search.ts";
import type { SyncStatus } from "#local-data/device/sync-status.ts";
import type { LeadPage } from "#local-data/leads/leads.ts";
import { useLocalData, useSyncStatus } from "#local-data/local-data-context.tsx";
import { createPacedReading } from "#local-data/paced-reading.ts";

interface ServerPage {
  /** What the server last answered to this search. */
  page: LeadPage | undefined;
  /** Why it was last asked in vain; undefined while it has not been, and once it has answered since. */
  error: unknown;
  askAgain: () => void;
}

/** How often the server is asked for the page again while it is still being sent to. */
const ASKS_AT_MOST_EVERY_MS = 5_000;

/**
 * A page of leads as the server has it. It is asked for again when something was sent or received, since leads may stand elsewhere then,
 * and when somebody comes back to the window. One question at a time; nothing is kept, because a page of the past is never better than what
 * the device has now.
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
    // The key says what the search does, which is another object every time.
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

/** Another value is a reason to ask. While thousands are sent, batch after batch, every one of them would be one. */
const askedForSent = ({ syncing, lastSentTime }: SyncStatus): number | null =>
  syncing ? Math.floor((lastSentTime ?? 0) / ASKS_AT_MOST_EVERY_MS) : lastSentTime;
