import { createContext, use, useEffect, useMemo, useRef, useState, type DependencyList, type ReactNode } from "react";
import type { LocalData } from "#local-data/local-data.ts";

type StoreName = Parameters<Parameters<LocalData["subscribe"]>[0]>[0];

const LocalDataContext = createContext<LocalData | undefined>(undefined);

/** Hands the opened databases to everything below; the app opens them once somebody is signed in. */
export function LocalDataProvider({ localData, children }: { localData: LocalData; children: ReactNode }) {
  return <LocalDataContext value={localData}>{children}</LocalDataContext>;
}

/** Records, outbox and sync of this device. */
export function useLocalData(): LocalData {
  const localData = use(LocalDataContext);
  if (!localData) throw new Error("useLocalData needs a LocalDataProvider around it.");
  return localData;
}

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
 * A reading that was overtaken by a newer one is dropped.
 */
export function useLocalQuery<Value>(
  stores: StoreName | readonly StoreName[],
  read: () => Promise<Value>,
  deps: DependencyList,
): LocalQuery<Value> {
  const localData = useLocalData();
  const storeNames = typeof stores === "string" ? stores : stores.join(" ");
  // What `read` depends on is the caller's to say, as with useEffect itself.
  // eslint-disable-next-line react-hooks/exhaustive-deps, react-hooks/use-memo
  const question = useMemo(() => ({ localData, storeNames }), [localData, storeNames, ...deps]);
  const [answer, setAnswer] = useState<{ question?: object; value?: Value; error?: unknown }>({});
  const latestRead = useRef(read);
  useEffect(() => {
    latestRead.current = read;
  });

  useEffect(() => {
    let lastReading = 0;
    const readAgain = (): void => {
      const reading = ++lastReading;
      latestRead.current().then(
        (value) => {
          if (reading === lastReading) setAnswer({ question, value });
        },
        (error: unknown) => {
          if (reading === lastReading) setAnswer((last) => ({ ...last, question, error }));
        },
      );
    };
    readAgain();
    const watched = question.storeNames.split(" ");
    const unsubscribe = question.localData.subscribe((storeName) => {
      if (watched.includes(storeName)) readAgain();
    });
    return () => {
      lastReading = -1;
      unsubscribe();
    };
  }, [question]);

  return { value: answer.value, isLoading: answer.question !== question, error: answer.error };
}
