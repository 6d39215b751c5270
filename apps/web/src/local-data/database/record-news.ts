import { createSignal, type Signal } from "#local-data/device/signal.ts";
import type { LocalStore, RecordListener } from "./local-store.ts";
import type { RecordId, StoreName } from "./stored-record.ts";
import type { TabChannel } from "./tab-channel.ts";

/** Notifies subscribers of changed records, in this tab and the others. */
interface RecordNews {
  /** Called soon after the write; the listener may read and write. The returned function unsubscribes. */
  subscribe: (listener: RecordListener) => () => void;
  /** Called before the write resolves, to invalidate caches. */
  subscribeAtOnce: (listener: RecordListener) => void;
  /** Notifies that all records of these stores may have changed, because the owner has. */
  tellAll: (storeNames: readonly StoreName[]) => void;
  /** Starts to notify of other tabs' writes; the returned function stops it. */
  start: () => () => void;
  isStarted: () => boolean;
}

export function createRecordNews({ store, channel }: { store: LocalStore; channel: TabChannel }): RecordNews {
  const soon = createSignal<Parameters<RecordListener>>();
  const atOnce = createSignal<Parameters<RecordListener>>();
  let isStarted = false;

  const tell = (
    { send }: Signal<Parameters<RecordListener>>,
    storeNames: Iterable<StoreName>,
    idsOf?: (storeName: StoreName) => Iterable<RecordId> | undefined,
  ): void => {
    for (const storeName of storeNames) send(storeName, idsOf?.(storeName));
  };

  store.listenBeforeCommit(({ records, isQueueChanged }) => {
    const ids = Object.fromEntries([...records].map(([storeName, changed]) => [storeName, [...changed]]));
    channel.post({ type: "records", storeNames: [...records.keys()], ids });
    if (isQueueChanged) channel.post({ type: "queue" });
  });
  store.listenAtOnce(({ records }) => tell(atOnce, records.keys(), (storeName) => records.get(storeName)));
  store.listen(({ records }) => tell(soon, records.keys(), (storeName) => records.get(storeName)));

  return {
    subscribe: soon.listen,
    subscribeAtOnce: atOnce.listen,
    tellAll: (storeNames) => {
      for (const signal of [atOnce, soon]) tell(signal, storeNames);
    },
    start: () => {
      isStarted = true;
      const stop = channel.listen((message) => {
        if (message.type !== "records") return;
        for (const signal of [atOnce, soon]) tell(signal, message.storeNames, (storeName) => message.ids?.[storeName]);
      });
      return () => {
        isStarted = false;
        stop();
      };
    },
    isStarted: () => isStarted,
  };
}
