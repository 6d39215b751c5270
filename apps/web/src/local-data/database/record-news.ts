import { createSignal, type Signal } from "#local-data/device/signal.ts";
import type { LocalStore, RecordListener } from "./local-store.ts";
import type { RecordId, StoreName } from "./stored-record.ts";
import type { TabChannel } from "./tab-channel.ts";

/** Which records changed, for whoever shows them or keeps them in mind, in this tab and the others. */
interface RecordNews {
  /** Hears it soon, and may read and write; the result stops listening. */
  subscribe: (listener: RecordListener) => () => void;
  /** Hears it before the write resolves, and takes a note of what it keeps in mind: from then on that is out of date. */
  subscribeAtOnce: (listener: RecordListener) => void;
  /** Everything may be different: the device has another owner. */
  tellAll: (storeNames: readonly StoreName[]) => void;
  /** Also reports what other tabs write, until the result is called. */
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
