import { createContext, use, useEffect, useMemo, useRef, useState, type DependencyList, type ReactNode } from "react";
import type { SyncStatus } from "#local-data/device/sync-status.ts";
import { useFirstRead } from "#local-data/first-reads.tsx";
import type { LocalData } from "#local-data/local-data.ts";
import { createPacedReading } from "#local-data/paced-reading.ts";
import { useMembers } from "#local-data/use-members.ts";

type StoreName = Parameters<Parameters<LocalData["subscribe"]>[0]>[0];

const LocalDataContext = createContext<LocalData | undefined>(undefined);

/** Hands the opened databases to everything below; the app opens them once a user is signed in. */
export function LocalDataProvider({ localData, children }: { localData: LocalData; children: ReactNode }) {
  return <LocalDataContext value={localData}>{children}</LocalDataContext>;
}

/** Records, outbox and sync of this device. */
export function useLocalData(): LocalData {
  const localData = use(LocalDataContext);
  if (!localData) throw new Error("useLocalData needs a LocalDataProvider around it.");
  return localData;
}

/** The same for pages that also open outside a company, where nothing is open: undefined there. */
export const useLocalDataIfOpen = (): LocalData | undefined => use(LocalDataContext);

/** Members of the sync status; renders again when one of them changes. */
export const useSyncStatus = <Name extends keyof SyncStatus>(...names: [Name, ...Name[]]): Pick<SyncStatus, Name> =>
  useMembers(useLocalData().status, names);

export interface LocalQuery<Value> {
  /** The last value that was read; kept while a newer one is being read, also after `deps` changed. */
  value: Value | undefined;
  /** Nothing was read yet for these `deps`; `value` is still what was read for the ones before. */
  isLoading: boolean;
  /** Why the last reading failed; the value before it is kept. */
  error: unknown;
}

/**
 * Reads from the device, and again whenever a record of the stores changes, in this tab or another.
 *
 *     const { value: page, isLoading } = useLocalQuery("leads", () => localData.leads.list(query), [localData, query]);
 *
 * While records change all the time it is read in a pace that leaves the page to the person (`paced-reading.ts`).
 */
export function useLocalQuery<Value>(
  stores: StoreName | readonly StoreName[],
  read: () => Promise<Value>,
  deps: DependencyList,
): LocalQuery<Value> {
  const localData = useLocalData();
  const storeNames = typeof stores === "string" ? stores : stores.join(" ");
  // eslint-disable-next-line react-hooks/exhaustive-deps, react-hooks/use-memo -- what `read` depends on is the caller's to say, as with useEffect itself
  const question = useMemo(() => ({ localData, storeNames }), [localData, storeNames, ...deps]);
  const [answer, setAnswer] = useState<{ question?: object; value?: Value; error?: unknown }>({});
  const latestRead = useRef(read);
  useEffect(() => {
    latestRead.current = read;
  });

  useEffect(() => {
    let isOver = false;
    const reading = createPacedReading(() =>
      latestRead.current().then(
        (value) => {
          if (!isOver) setAnswer({ question, value });
        },
        (error: unknown) => {
          if (!isOver) setAnswer((last) => ({ ...last, question, error }));
        },
      ),
    );
    reading.ask();
    const watched = question.storeNames.split(" ");
    const unsubscribe = question.localData.subscribe((storeName) => {
      if (watched.includes(storeName)) reading.ask();
    });
    return () => {
      isOver = true;
      reading.stop();
      unsubscribe();
    };
  }, [question]);

  const isLoading = answer.question !== question;
  useFirstRead(isLoading);
  return { value: answer.value, isLoading, error: answer.error };
}
