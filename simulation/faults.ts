import type { SeededRandom } from "@ridgebook/testing/seeded-random";

/** Faults of one call on its way. After some the server has done the work, after others not; the device cannot tell. */
export const NETWORK_FAULTS = [
  /** Never arrives. */
  "requestLost",
  /** The server does the work, but the answer is lost. */
  "answerLost",
  /** Arrives twice, the second time at any later moment. */
  "requestDoubled",
  /** The device gives up. The request arrives minutes later, after its retry. */
  "requestLate",
  /** No answer until the device gives up. The request arrives minutes later. */
  "silence",
  /** A proxy in front answers 502; nothing arrives. */
  "badGateway",
  /** A proxy in front answers 502 instead of the server's answer. */
  "badGatewayAfter",
  /** 429 from a proxy in front. */
  "tooManyRequests",
  /** 500 from a proxy in front. */
  "serverError",
  /** A Wi-Fi's sign-in page answers 200. */
  "captivePortal",
  /** Another program in front answers 409, with a body that is not the server's. */
  "conflictInFront",
  /** A gateway that knows no server behind it answers 404. */
  "notFoundInFront",
  /** The access token has expired. */
  "tokenExpired",
  /** The tab dies as it sends the request. */
  "diesSending",
  /** The tab dies as it receives the answer. */
  "diesReceiving",
] as const;
export type NetworkFault = (typeof NETWORK_FAULTS)[number];

/** Faults around one statement on the server. */
export const DATABASE_FAULTS = [
  /** The statement fails without being run. */
  "errorBefore",
  /** The statement is run and then fails: the answer is 500, even if the work was committed. */
  "errorAfter",
  /** PostgreSQL aborts the transaction because of a deadlock; the server may retry. */
  "deadlock",
  "connectionLostBefore",
  "connectionLostAfter",
  /** The whole server dies, with every request in progress. */
  "crashBefore",
  "crashAfter",
] as const;
export type DatabaseFault = (typeof DATABASE_FAULTS)[number];

/** Faults around one step of writing a file on the server. */
export const FILE_FAULTS = ["errorBefore", "errorAfter", "crashBefore", "crashAfter"] as const;
export type FileFault = (typeof FILE_FAULTS)[number];

/** Faults around one transaction of a device's databases, and around one that creates or migrates a database. */
export const STORAGE_FAULTS = [
  /** The browser cannot write it. */
  "aborted",
  /** The connection is closed before the end of the transaction, or after its commit. The page can't tell which. */
  "connectionLost",
  "connectionLostAfterCommit",
  "noSpace",
  /** The tab dies in the middle of the transaction. */
  "diesInside",
  "diesBeforeCommit",
  "diesAfterCommit",
] as const;
export type StorageFault = (typeof STORAGE_FAULTS)[number];

type FaultSite =
  | { readonly site: "network"; readonly effect: NetworkFault }
  | { readonly site: "database"; readonly effect: DatabaseFault; readonly isAtCommit: boolean }
  | { readonly site: "file"; readonly effect: FileFault }
  | { readonly site: "storage"; readonly effect: StorageFault }
  | { readonly site: "upgrade"; readonly effect: StorageFault };

/** A fault that strikes once, at its site, after `after` other calls there. */
export type ArmedFault = FaultSite & { readonly device: number; readonly after: number };

/** How often each fault has struck, by name, over many schedules. */
export type FaultCounts = Map<string, number>;

/**
 * Consequences that must occur: errors of the real server, lock waits, timeouts, calls that overtake others, arrivals of photos and
 * documents, and uses of rescue files.
 */
const CONSEQUENCES = [400, 401, 404, 409, 500, 503]
  .map((status) => `server answers ${status}`)
  .concat("lock wait", "request timed out", "request overtakes", "answer overtakes")
  .concat("a photo arrived", "a document arrived", "a document with a photo arrived")
  .concat("a rescue file was saved", "a rescue file was opened where it was saved")
  .concat("a rescue file was opened at another device", "a rescue file brought something")
  .concat([1, 2, 3].map((count) => `a document with ${count} signatures arrived`));

/** Changed clocks of devices and the server, updates of apps and the server, and data that an older version of the app has left. */
const WORLD_FAULTS = [
  ...["device", "server"].flatMap((whose) => [`${whose} clock set forward`, `${whose} clock set back`]),
  "app updated with frozen attempts",
  "database migrated from the version before",
  "app updated with work waiting",
  "app updated with a frozen attempt",
  "attempt of a former release sent",
  "former tab met newer data",
  "server updated",
  "a newer app waited for the server's update",
];

/** Every name under which a fault or its consequence is counted. */
export const FAULT_NAMES: readonly string[] = [
  ...NETWORK_FAULTS.map((effect) => `network ${effect}`),
  ...DATABASE_FAULTS.flatMap((effect) => [`database ${effect}`, `commit ${effect}`]),
  ...FILE_FAULTS.map((effect) => `file ${effect}`),
  ...STORAGE_FAULTS.flatMap((effect) => [`storage ${effect}`, `upgrade ${effect}`]),
  ...WORLD_FAULTS,
  ...CONSEQUENCES,
];

export interface Faults {
  arm(fault: ArmedFault): void;
  disarmAll(): void;
  /** Counts a fault or a consequence. */
  count(name: string): void;
  takeNetworkFault(device: number): NetworkFault | undefined;
  takeDatabaseFault(call: { isCommit: boolean }): DatabaseFault | undefined;
  takeFileFault(): FileFault | undefined;
  takeStorageFault(device: number, site: "storage" | "upgrade"): StorageFault | undefined;
  /** For faults that strike partway: decides at which point. */
  readonly random: SeededRandom;
}

export function createFaults({ counts, random }: { counts: FaultCounts; random: SeededRandom }): Faults {
  let armed: { fault: ArmedFault; after: number }[] = [];

  /** Takes the first fault that is due at this call. All faults armed at its site count the call. */
  const take = (isHere: (fault: ArmedFault) => boolean): ArmedFault | undefined => {
    const here = armed.filter(({ fault }) => isHere(fault));
    const due = here.find(({ after }) => after <= 0);
    for (const waiting of here) waiting.after -= 1;
    if (!due) return undefined;
    armed = armed.filter((waiting) => waiting !== due);
    return due.fault;
  };
  const count = (name: string): void => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };

  return {
    random,
    count,
    arm: (fault) => {
      armed.push({ fault, after: fault.after });
    },
    disarmAll: () => {
      armed = [];
    },
    takeNetworkFault: (device) => {
      const fault = take(({ site, device: on }) => site === "network" && on === device);
      if (fault?.site !== "network") return undefined;
      count(`network ${fault.effect}`);
      return fault.effect;
    },
    takeDatabaseFault: ({ isCommit }) => {
      const fault = take((waiting) => waiting.site === "database" && (isCommit || !waiting.isAtCommit));
      if (fault?.site !== "database") return undefined;
      count(`${isCommit ? "commit" : "database"} ${fault.effect}`);
      return fault.effect;
    },
    takeFileFault: () => {
      const fault = take(({ site }) => site === "file");
      if (fault?.site !== "file") return undefined;
      count(`file ${fault.effect}`);
      return fault.effect;
    },
    takeStorageFault: (device, at) => {
      const fault = take(({ site, device: on }) => site === at && on === device);
      if (fault?.site !== "storage" && fault?.site !== "upgrade") return undefined;
      count(`${at} ${fault.effect}`);
      return fault.effect;
    },
  };
}
