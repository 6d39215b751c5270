import { EMPTY_LEAD, type LeadFields } from "@ridgebook/contract";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import type { ExclusiveLocks } from "#local-data/database/exclusive-locks.ts";
import type { ConflictChoice } from "#local-data/database/slices.ts";
import type { TextStorage } from "#local-data/database/spare-drafts.ts";
import type { RecordKey } from "#local-data/database/stored-record.ts";
import type { TabChannel, TabMessage } from "#local-data/database/tab-channel.ts";
import type { Clock, Random } from "#local-data/device/clock.ts";
import { inOwnTask } from "#local-data/device/own-task.ts";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";
import { createLocalData, type LocalData, type LocalDataOptions } from "#local-data/local-data.ts";
import { StandInServer } from "./stand-in-server.ts";

export const ANN = { accountId: 1, companyId: 10 };
export const BOB = { accountId: 2, companyId: 10 };

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  #now = Date.UTC(2026, 4, 14, 12);
  readonly #timers = new Set<{ work: () => void; at: number }>();

  now(): number {
    return this.#now;
  }

  startTimer(work: () => void, delayMs: number): () => void {
    const timer = { work, at: this.#now + delayMs };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** How many timers wait for no time any more: work that would begin at once. */
  dueNow(): number {
    return [...this.#timers].filter(({ at }) => at <= this.#now).length;
  }

  advance(ms: number): void {
    this.#now += ms;
    for (const timer of [...this.#timers]) {
      if (timer.at > this.#now) continue;
      this.#timers.delete(timer);
      timer.work();
    }
  }
}

/** Keys 0000000000000001, 0000000000000002, ... and always the middle of a range. */
export function countingRandom(): Random {
  let count = 0;
  return {
    fraction: () => 0.5,
    key: () => {
      count += 1;
      return String(count).padStart(16, "0");
    },
  };
}

/** One queue per name, as the browser's locks. */
function testLocks(): ExclusiveLocks {
  const lastByName = new Map<string, Promise<unknown>>();
  return {
    run: (name, work) => {
      const running = (lastByName.get(name) ?? Promise.resolve()).then(work, work);
      lastByName.set(name, running);
      return running;
    },
  };
}

/** Posts to every tab but the sending one, in a separate task, as a browser does. */
class TestChannels {
  readonly #listeners = new Map<(message: TabMessage) => void, TabChannel>();

  open(): TabChannel {
    const channel: TabChannel = {
      post: (message) => {
        for (const [listener, owner] of this.#listeners)
          if (owner !== channel)
            inOwnTask(() => {
              if (this.#listeners.get(listener) === owner) listener(message);
            });
      },
      listen: (listener) => {
        this.#listeners.set(listener, channel);
        return () => this.#listeners.delete(listener);
      },
    };
    return channel;
  }
}

export interface TestTab extends LocalData {
  /** The page is closed or left for another. */
  leavePage(): void;
}

/** The `localStorage` of a device. */
class TestTexts implements TextStorage {
  readonly #texts = new Map<string, string>();

  get length(): number {
    return this.#texts.size;
  }

  key(index: number): string | null {
    return [...this.#texts.keys()][index] ?? null;
  }

  getItem(name: string): string | null {
    return this.#texts.get(name) ?? null;
  }

  setItem(name: string, text: string): void {
    this.#texts.set(name, text);
  }

  removeItem(name: string): void {
    this.#texts.delete(name);
  }
}

/** One device with any number of tabs, and a network that can be switched off. */
export class TestDevice {
  readonly clock = new TestClock();
  readonly storage = { indexedDB: new IDBFactory(), IDBKeyRange };
  readonly locks = testLocks();
  readonly texts = new TestTexts();
  readonly channels = new TestChannels();
  readonly random = countingRandom();
  readonly defects: unknown[] = [];
  readonly server: StandInServer;
  #isOnline = true;
  readonly #networkListeners = new Set<() => void>();
  readonly #returnListeners = new Set<() => void>();

  constructor(server = new StandInServer()) {
    this.server = server;
  }

  openTab(options: Partial<LocalDataOptions> = {}): TestTab {
    const leavingListeners: (() => void)[] = [];
    const tab = createLocalData({
      server: this.server,
      clock: this.clock,
      storage: this.storage,
      texts: this.texts,
      page: { listenLeaving: (listener) => void leavingListeners.push(listener) },
      locks: this.locks,
      channel: this.channels.open(),
      random: this.random,
      network: {
        isOnline: () => this.#isOnline,
        listen: (listener) => {
          this.#networkListeners.add(listener);
          return () => this.#networkListeners.delete(listener);
        },
        listenToReturns: (listener) => {
          this.#returnListeners.add(listener);
          return () => this.#returnListeners.delete(listener);
        },
      },
      reportDefect: (error) => this.defects.push(error),
      ...options,
    });
    const leavePage = (): void => {
      for (const listener of leavingListeners) listener();
    };
    return { ...tab, leavePage };
  }

  /** A tab in which Ann is signed in. */
  async openAnnsTab(options: Partial<LocalDataOptions> = {}): Promise<TestTab> {
    const tab = this.openTab(options);
    tab.start();
    await tab.session.open(ANN);
    return tab;
  }

  goOffline(): void {
    this.#isOnline = false;
    for (const listener of this.#networkListeners) listener();
  }

  /** The app becomes visible again. */
  comeBack(): void {
    for (const listener of this.#returnListeners) listener();
  }

  goOnline(): void {
    this.#isOnline = true;
    for (const listener of this.#networkListeners) listener();
  }
}

export const leadFields = (values: Partial<LeadFields> = {}): LeadFields => ({
  ...EMPTY_LEAD,
  firstName: "Karen",
  lastName: "Whitfield",
  ...values,
});

/** What a row of a device holds, without the release of its shape, to compare with what the server has. */
export const withoutRelease = <Row extends object>(row: Row | undefined): Row | undefined => {
  const { release: _release, ...values } = { release: undefined, ...row };
  return row && (values as unknown as Row);
};

/** Lets everything that is under way come to rest. */
export async function settled(): Promise<void> {
  // Databases continue by immediates; their listeners, in separate tasks.
  for (let round = 0; round < 3; round++) {
    for (let turn = 0; turn < 60; turn++) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** What waits for a record, as the panel shows it. */
export const shownChange = async (tab: LocalData, { storeName, id }: RecordKey): Promise<PendingChange | undefined> =>
  (await tab.changes.list()).find((change) => change.storeName === storeName && change.id === id);

/** Discards what waits for a record, as the panel shows it. */
export async function discardShown(tab: LocalData, key: RecordKey): Promise<void> {
  const shown = await shownChange(tab, key);
  if (shown) await tab.changes.discard(shown);
}

/** Chooses between the values of a record, as the panel shows them. */
export async function resolveShown(
  tab: LocalData,
  key: RecordKey,
  choices: Readonly<Record<string, ConflictChoice>>,
): Promise<void> {
  const shown = await shownChange(tab, key);
  if (shown) await tab.changes.resolve(shown, choices);
}
