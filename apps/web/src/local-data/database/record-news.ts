import type { LocalStore, RecordListener } from "./local-store.ts";
import type { RecordId, StoreName } from "./stored-record.ts";
import type { TabChannel, TabMessage } from "./tab-channel.ts";

type RecordMessage = Extract<TabMessage, { type: "records" }>;

/** Which records changed, for whoever shows them or keeps them in mind, in this tab and the others. */
export interface RecordNews {
  /** Hears it soon, and may read and write; the result stops listening. */
  subscribe: (listener: RecordListener) => () => void;
  /** Hears it before the write resolves, and takes a note of what it keeps in mind: from then on that is out of date. */
  subscribeAtOnce: (listener: RecordListener) => void;
  /** What another tab has written. */
  hear: (message: RecordMessage) => void;
  /** Everything may be different: the device has another owner. */
  tellAll: (storeNames: readonly StoreName[]) => void;
}

export function createRecordNews({ store, channel }: { store: LocalStore; channel: TabChannel }): RecordNews {
  const listeners = new Set<RecordListener>();
  const keepers = new Set<RecordListener>();

  const tell = (
    heard: ReadonlySet<RecordListener>,
    storeNames: Iterable<StoreName>,
    idsOf?: (storeName: StoreName) => Iterable<RecordId> | undefined,
  ): void => {
    for (const storeName of storeNames) for (const listener of [...heard]) listener(storeName, idsOf?.(storeName));
  };

  store.listenBeforeCommit(({ records }) => {
    const ids = Object.fromEntries([...records].map(([storeName, changed]) => [storeName, [...changed]]));
    channel.post({ type: "records", storeNames: [...records.keys()], ids });
  });
  store.listenAtOnce(({ records }) => tell(keepers, records.keys(), (storeName) => records.get(storeName)));
  store.listen(({ records }) => tell(listeners, records.keys(), (storeName) => records.get(storeName)));

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribeAtOnce: (listener) => {
      keepers.add(listener);
    },
    hear: ({ storeNames, ids }) => {
      for (const heard of [keepers, listeners]) tell(heard, storeNames, (storeName) => ids?.[storeName]);
    },
    tellAll: (storeNames) => {
      for (const heard of [keepers, listeners]) tell(heard, storeNames);
    },
  };
}
