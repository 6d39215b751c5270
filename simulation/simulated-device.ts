import type { Shapes } from "@ridgebook/contract";
import type { ChooseAttempt } from "../apps/web/src/local-data/outbox/attempt.ts";
import type { Clock, Random } from "../apps/web/src/local-data/device/clock.ts";
import type { ExclusiveLocks } from "../apps/web/src/local-data/database/exclusive-locks.ts";
import { createLocalData, type LocalData } from "../apps/web/src/local-data/local-data.ts";
import type { Network } from "../apps/web/src/local-data/device/network.ts";
import type { TabChannel, TabMessage } from "../apps/web/src/local-data/database/tab-channel.ts";
import { AccessToken } from "../apps/web/src/server-client/access-token.ts";
import { createServerClient, type CookieLocks } from "../apps/web/src/server-client/server-client.ts";
import type { Faults } from "./faults.ts";
import {
  asFormerApp,
  createFormerKeptShapes,
  fetchAs,
  FORMER,
  TODAYS_SHAPES,
  type AppRelease,
} from "./invented-releases.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Person } from "./simulated-server.ts";
import { createSeededRandom } from "@ridgebook/testing/seeded-random";
import type { SimulatedNetwork } from "./simulated-network.ts";
import { createSimulatedStorage, type SimulatedStorage } from "./simulated-storage.ts";

/** How the tabs of a device take turns. `none`: every tab gets the lock immediately, as when a lease has run out. */
export type LockKind = "browser" | "lease" | "none";

export interface Tab {
  readonly name: string;
  readonly device: SimulatedDevice;
  readonly person: Person;
  readonly localData: LocalData;
  readonly token: AccessToken;
  /** The release of the app that runs in the tab. */
  readonly release: AppRelease;
  isAlive(): boolean;
  /** Closes the tab, or ends its process. Uncommitted work is lost. */
  die(): void;
}

/** One phone or computer: databases, cookies and a network, shared by its tabs. */
export interface SimulatedDevice {
  readonly index: number;
  readonly storage: SimulatedStorage;
  readonly tabs: readonly Tab[];
  /** The cookie of the login session; undefined when no user is signed in. */
  cookie: string | undefined;
  /** The user at the device, for whom its tabs are opened. */
  person: Person;
  /** The release of the app that the next tab opens with. */
  release: AppRelease;
  /** The device's clock, which may be wrong. */
  readonly clock: Pick<Clock, "now">;
  /** Moves the clock by milliseconds. Timers are not affected. */
  moveClock(ms: number): void;
  isOnline(): boolean;
  setOnline(isOnline: boolean): void;
  openTab(): Tab;
}

export function createSimulatedDevice({
  index,
  person: firstPerson,
  lockKind,
  scheduler,
  faults,
  network,
  chooseAttempt,
  batchSize,
  pageSize,
  isAtomic,
  isWithoutLock,
  release,
  shapes = TODAYS_SHAPES,
  noteDeath,
  reportDefect,
}: {
  index: number;
  person: Person;
  lockKind: LockKind;
  scheduler: Scheduler;
  faults: Faults;
  network: SimulatedNetwork;
  chooseAttempt: ChooseAttempt | undefined;
  /** The most calls that the device sends in one batch. */
  batchSize: number;
  pageSize: number;
  /** Whether the databases' transactions are atomic. */
  isAtomic: boolean;
  /** Whether the app sends and receives without a lock. */
  isWithoutLock: boolean;
  release: AppRelease;
  /** The releases that today's app knows. */
  shapes?: Shapes | undefined;
  /** Called after a tab has died. */
  noteDeath: (tab: Tab) => void;
  reportDefect: (tab: string, error: unknown) => void;
}): SimulatedDevice {
  const storage = createSimulatedStorage({ scheduler, faults, device: index, isAtomic });
  const locks = createDeviceLocks();
  const channel = createDeviceChannel(scheduler);
  const networkListeners = new Set<() => void>();
  let tabs: Tab[] = [];
  let tabCount = 0;
  let online = true;
  let clockOffsetMs = 0;
  const now = (): number => scheduler.now() + clockOffsetMs;

  const openTab = (): Tab => {
    const name = `device${index}.tab${tabCount}`;
    const random = createTabRandom({ device: index, tab: tabCount });
    tabCount += 1;
    let alive = true;
    const cleanups: (() => void)[] = [];
    const isAlive = (): boolean => alive;
    const die = (): void => {
      if (!alive) return;
      alive = false;
      tabs = tabs.filter((other) => other !== tab);
      for (const cleanUp of cleanups) cleanUp();
      noteDeath(tab);
    };

    const clock: Clock = {
      now,
      startTimer: (work, delayMs) => {
        if (!alive) return () => undefined;
        const run = (): void => {
          if (alive) work();
        };
        const cancel = scheduler.addTimer({ label: `timer ${name}`, run, delayMs });
        cleanups.push(cancel);
        return cancel;
      },
    };
    const tabStorage = storage.forTab({ name, isAlive, die });
    const tabChannel = channel.forTab({ name });
    const tabLocks = locks.forTab();
    cleanups.push(tabStorage.drop, tabChannel.leave, tabLocks.leave);
    const tabNetwork: Network = {
      isOnline: () => online,
      listen: (listener) => {
        networkListeners.add(listener);
        cleanups.push(() => networkListeners.delete(listener));
        return () => networkListeners.delete(listener);
      },
      // Pages are never hidden.
      listenToReturns: () => () => undefined,
    };

    const token = new AccessToken();
    const { person, release: ownRelease } = device;
    const client = createServerClient({
      fetch: fetchAs(ownRelease, network.forTab({ name, device, isAlive, die }), network),
      token,
      getCompanyId: () => person.companyId,
      locks: tabLocks.cookieLocks,
      startTimer: clock.startTimer,
    });
    const noteTooOld = (): void => faults.count("former tab met newer data");
    const choose = ownRelease === FORMER ? asFormerApp(chooseAttempt) : chooseAttempt;
    const localData = createLocalData({
      server: { call: (call) => client.callFor(call) },
      clock,
      random,
      ...(lockKind === "browser" && !isWithoutLock && { locks: tabLocks.locks }),
      ...((lockKind === "none" || isWithoutLock) && { locks: tabLocks.locksForSessionsOnly }),
      channel: tabChannel.channel,
      storage: tabStorage,
      network: tabNetwork,
      rescueIterations: 1,
      batchSize,
      pageSize,
      reportDefect: (error) => {
        if (alive) reportDefect(name, error);
      },
      ...(choose && { chooseAttempt: choose }),
      ...(ownRelease === FORMER ? { keptShapes: createFormerKeptShapes(noteTooOld) } : { shapes }),
    });
    const tab: Tab = { name, device, person, localData, token, release: ownRelease, isAlive, die };
    tabs = [...tabs, tab];
    return tab;
  };

  const device: SimulatedDevice = {
    index,
    storage,
    get tabs() {
      return tabs;
    },
    cookie: undefined,
    person: firstPerson,
    release,
    clock: { now },
    moveClock: (ms) => {
      clockOffsetMs += ms;
    },
    isOnline: () => online,
    setOnline: (isOnline) => {
      if (online === isOnline) return;
      online = isOnline;
      for (const listener of [...networkListeners]) listener();
    },
    openTab,
  };
  return device;
}

/** Creates a tab's randomness: keys that no other tab creates, and fractions that are the same in every run. */
function createTabRandom({ device, tab }: { device: number; tab: number }): Random {
  const { fraction } = createSeededRandom(device * 1000 + tab);
  let keyCount = 0;
  return {
    fraction,
    key: () => {
      keyCount += 1;
      return `device-${device}-tab-${tab}-key-${String(keyCount).padStart(6, "0")}`;
    },
  };
}

interface TabLocks {
  locks: ExclusiveLocks;
  /** Sending and receiving get their lock immediately; only changes of the device's owner still wait for each other. */
  locksForSessionsOnly: ExclusiveLocks;
  cookieLocks: CookieLocks;
  leave(): void;
}

/** Creates locks like a browser's: first come, first served, and a dead tab's locks are released. */
function createDeviceLocks(): { forTab(): TabLocks } {
  interface Waiting {
    owner: symbol;
    start: () => void;
  }
  const queues = new Map<string, Waiting[]>();

  const startNext = (name: string): void => {
    queues.get(name)?.[0]?.start();
  };

  return {
    forTab: () => {
      const owner = Symbol("tab");
      let isGone = false;
      const run = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
        new Promise((resolve, reject) => {
          if (isGone) return;
          const queue = queues.get(name) ?? [];
          queues.set(name, queue);
          const waiting: Waiting = {
            owner,
            start: () => {
              const finish = (): void => {
                // If the tab has died, `leave` has already passed the lock on.
                if (queue[0] !== waiting) return;
                queue.shift();
                startNext(name);
              };
              void Promise.resolve().then(work).then(resolve, reject).then(finish);
            },
          };
          queue.push(waiting);
          if (queue.length === 1) startNext(name);
        });
      return {
        locks: { run },
        locksForSessionsOnly: { run: (name, work) => (name.includes("session") ? run(name, work) : work()) },
        cookieLocks: { request: run },
        leave: () => {
          isGone = true;
          for (const [name, queue] of queues) {
            const wasHeldHere = queue[0]?.owner === owner;
            const left = queue.filter((waiting) => waiting.owner !== owner);
            queue.splice(0, queue.length, ...left);
            if (wasHeldHere) startNext(name);
          }
        },
      };
    },
  };
}

interface TabChannelEnd {
  channel: TabChannel;
  leave(): void;
}

/** Creates the channel between tabs. Each tab receives messages later, in the order in which they were sent. */
function createDeviceChannel(scheduler: Scheduler): { forTab(tab: { name: string }): TabChannelEnd } {
  interface End {
    name: string;
    inbox: TabMessage[];
    listeners: Set<(message: TabMessage) => void>;
  }
  const ends = new Set<End>();

  const deliver = (end: End): void => {
    const message = end.inbox.shift();
    if (!message || !ends.has(end)) return;
    for (const listener of [...end.listeners]) listener(message);
  };

  return {
    forTab: ({ name }) => {
      const own: End = { name, inbox: [], listeners: new Set() };
      ends.add(own);
      return {
        channel: {
          post: (message) => {
            if (!ends.has(own)) return;
            for (const end of ends) {
              if (end === own) continue;
              end.inbox.push(structuredClone(message));
              scheduler.add(`message to ${end.name}`, () => {
                deliver(end);
              });
            }
          },
          listen: (listener) => {
            own.listeners.add(listener);
            return () => own.listeners.delete(listener);
          },
        },
        leave: () => ends.delete(own),
      };
    },
  };
}
