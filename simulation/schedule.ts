import fc from "fast-check";
import { DOCUMENT_KINDS, type DocumentKind } from "@ridgebook/contract";
import { DATABASE_FAULTS, FILE_FAULTS, NETWORK_FAULTS, STORAGE_FAULTS, type ArmedFault } from "./faults.ts";
import type { LockKind } from "./simulated-device.ts";

/** A user's action at a tab, or an event around it. Numbers choose among what exists at that moment, including devices and tabs. */
export type Action =
  | { readonly kind: "create"; readonly device: number; readonly tab: number }
  | { readonly kind: "createRefused"; readonly device: number; readonly tab: number }
  | {
      readonly kind: "edit";
      readonly device: number;
      readonly tab: number;
      readonly lead: number;
      readonly fields: number;
      /** Whether a value that the server refuses is also entered. */
      readonly isRefused: boolean;
    }
  | { readonly kind: "openForm"; readonly device: number; readonly tab: number; readonly lead: number }
  | { readonly kind: "saveForm"; readonly device: number; readonly tab: number; readonly fields: number }
  | {
      readonly kind: "putBack";
      readonly device: number;
      readonly tab: number;
      readonly lead: number;
      readonly fields: number;
    }
  | { readonly kind: "delete"; readonly device: number; readonly tab: number; readonly lead: number }
  | {
      readonly kind: "resolve";
      readonly device: number;
      readonly tab: number;
      readonly entry: number;
      readonly mine: number;
    }
  | { readonly kind: "retry"; readonly device: number; readonly tab: number; readonly entry: number }
  | { readonly kind: "discard"; readonly device: number; readonly tab: number; readonly entry: number }
  | { readonly kind: "saveRescueFile"; readonly device: number; readonly tab: number }
  | { readonly kind: "openRescueFile"; readonly device: number; readonly tab: number; readonly file: number }
  /** A user saves a file on one device and opens it on their other one, while the first keeps running. */
  | { readonly kind: "carryRescueFile"; readonly device: number; readonly tab: number }
  | {
      readonly kind: "createEstimate";
      readonly device: number;
      readonly tab: number;
      readonly lead: number;
      readonly isRefused: boolean;
    }
  | { readonly kind: "copyEstimate"; readonly device: number; readonly tab: number; readonly estimate: number }
  | {
      readonly kind: "editEstimate";
      readonly device: number;
      readonly tab: number;
      readonly estimate: number;
      readonly slices: number;
      readonly isRefused: boolean;
      /** Whether the page undoes a refused save, as it does for optional steps. */
      readonly takesBackRefusal: boolean;
    }
  /** Adds another copy of a workflow, such as a second roof. */
  | { readonly kind: "addCopy"; readonly device: number; readonly tab: number; readonly estimate: number }
  | { readonly kind: "openEstimateForm"; readonly device: number; readonly tab: number; readonly estimate: number }
  | { readonly kind: "saveEstimateForm"; readonly device: number; readonly tab: number; readonly slices: number }
  | { readonly kind: "deleteEstimate"; readonly device: number; readonly tab: number; readonly estimate: number }
  | { readonly kind: "lookAtEstimate"; readonly device: number; readonly tab: number; readonly estimate: number }
  | { readonly kind: "lookAtLeadsEstimates"; readonly device: number; readonly tab: number; readonly lead: number }
  | {
      readonly kind: "createDocument";
      readonly device: number;
      readonly tab: number;
      readonly estimate: number;
      readonly document: DocumentKind;
      readonly signatures: number;
      readonly photos: number;
      readonly hasSource: boolean;
      readonly isRefused: boolean;
    }
  | {
      readonly kind: "createContractAndChangeOrder";
      readonly device: number;
      readonly tab: number;
      readonly estimate: number;
      readonly signatures: number;
      readonly photos: number;
    }
  /** Creates a lead, its estimate, a photo, a signed contract and a change order, one right after the other. */
  | {
      readonly kind: "createChain";
      readonly device: number;
      readonly tab: number;
      readonly signatures: number;
      readonly photos: number;
    }
  | { readonly kind: "takePhoto"; readonly device: number; readonly tab: number; readonly lead: number }
  | {
      readonly kind: "deletePhoto";
      readonly device: number;
      readonly tab: number;
      readonly lead: number;
      readonly photo: number;
    }
  | { readonly kind: "lookAtLeadsPhotos"; readonly device: number; readonly tab: number; readonly lead: number }
  | { readonly kind: "deleteDocument"; readonly device: number; readonly tab: number; readonly document: number }
  | { readonly kind: "lookAtDocument"; readonly device: number; readonly tab: number; readonly document: number }
  | { readonly kind: "lookAtLeadsDocuments"; readonly device: number; readonly tab: number; readonly lead: number }
  | { readonly kind: "synchronize"; readonly device: number; readonly tab: number }
  | { readonly kind: "flush"; readonly device: number; readonly tab: number }
  | { readonly kind: "lookAtList"; readonly device: number; readonly tab: number }
  | { readonly kind: "lookAtLead"; readonly device: number; readonly tab: number; readonly lead: number }
  | { readonly kind: "setOnline"; readonly device: number; readonly isOnline: boolean }
  | { readonly kind: "openTab"; readonly device: number }
  | { readonly kind: "killTab"; readonly device: number; readonly tab: number }
  | { readonly kind: "killDevice"; readonly device: number }
  | { readonly kind: "endSessions"; readonly device: number }
  | { readonly kind: "signIn"; readonly device: number }
  | { readonly kind: "changePerson"; readonly device: number; readonly tab: number }
  | { readonly kind: "passTime"; readonly ms: number }
  | { readonly kind: "setClock"; readonly device: number; readonly ms: number }
  | { readonly kind: "setServerClock"; readonly ms: number }
  | { readonly kind: "arm"; readonly fault: ArmedFault };

export interface Step {
  readonly action: Action;
  /** How many tasks run before the next step. The remaining ones run during later steps. */
  readonly tasks: number;
}

export interface Schedule {
  /** Decides the order of everything that happens at the same time. */
  readonly orderSeed: number;
  /** Two or three. */
  readonly devices: number;
  /** Whether the second device is used by the same person as the first, or by a colleague. The third is the colleague's. */
  readonly isSamePerson: boolean;
  readonly lockKind: LockKind;
  /** Tabs of each device at the beginning. */
  readonly tabs: number;
  /** Whether the first device was last used with the previous version of the app, which left unanswered attempts. */
  readonly isUpdated: boolean;
  /** A fault while the first device's databases are created or migrated: databases are opened before all steps. */
  readonly upgradeFault: ArmedFault | null;
  readonly steps: readonly Step[];
  /** Updates of the app and the server during the schedule; null if all are today's from the beginning. */
  readonly updates: Updates | null;
}

/** The step at which a device gets the new app. A step after all others means at the end. */
interface AppUpdate {
  readonly at: number;
  readonly tab: number;
  /** Whether all its tabs are closed, or only one, so that two releases share the device. */
  readonly isForAllTabs: boolean;
}

interface Updates {
  readonly serverAt: number;
  /** One for each device. */
  readonly apps: readonly AppUpdate[];
}

export const MAX_TABS = 3;

/** Chooses among two or three: six is divisible by both, so that all are equally likely. */
const place = fc.nat({ max: 5 });
const device = place;
const tab = place;
const lead = fc.nat({ max: 4 });
const fields = fc.integer({ min: 1, max: 31 });
const estimate = fc.nat({ max: 3 });
const slices = fc.integer({ min: 1, max: 15 });
const seldom = fc.integer({ min: 0, max: 9 }).map((chance) => chance === 9);
const entry = fc.nat({ max: 3 });
const file = fc.nat({ max: 2 });
const after = fc.nat({ max: 4 });
const document = fc.nat({ max: 5 });
const signatures = fc.nat({ max: 3 });
const photos = fc.nat({ max: 2 });
const documentKind = fc.constantFrom<DocumentKind>("contract", "contract", "changeOrder", ...DOCUMENT_KINDS);

const HOUR = 3_600_000;
/** Seconds, an hour as after a mix-up of time zones, a day, and a year as after an empty battery. */
const CLOCK_STEPS = [20_000, HOUR, 26 * HOUR, 400 * 24 * HOUR].flatMap((ms) => [ms, -ms]);
/** A server's clock is maintained, so it is only corrected by seconds or minutes. */
const SERVER_CLOCK_STEPS = [2_000, 90_000, 600_000].flatMap((ms) => [ms, -ms]);

const armedFault: fc.Arbitrary<ArmedFault> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      site: fc.constant("network" as const),
      effect: fc.constantFrom(...NETWORK_FAULTS),
      device,
      after,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      site: fc.constant("database" as const),
      effect: fc.constantFrom(...DATABASE_FAULTS),
      isAtCommit: fc.boolean(),
      device,
      after: fc.nat({ max: 9 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      site: fc.constant("storage" as const),
      effect: fc.constantFrom(...STORAGE_FAULTS),
      device,
      after,
    }),
  },
  {
    // Files are rarely written, so few of these faults strike.
    weight: 2,
    arbitrary: fc.record({
      site: fc.constant("file" as const),
      effect: fc.constantFrom(...FILE_FAULTS),
      device,
      after: fc.nat({ max: 2 }),
    }),
  },
);

/** The actions and their relative weights: mostly work, with faults in between. */
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant("create" as const), device, tab }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("createRefused" as const), device, tab }) },
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant("edit" as const),
      device,
      tab,
      lead,
      fields,
      isRefused: seldom,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("openForm" as const), device, tab, lead }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("saveForm" as const), device, tab, fields }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("putBack" as const), device, tab, lead, fields }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("delete" as const), device, tab, lead }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("resolve" as const), device, tab, entry, mine: fc.nat({ max: 31 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("retry" as const), device, tab, entry }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("discard" as const), device, tab, entry }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("carryRescueFile" as const), device, tab }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("saveRescueFile" as const), device, tab }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("openRescueFile" as const), device, tab, file }) },
  {
    weight: 7,
    arbitrary: fc.record({ kind: fc.constant("createEstimate" as const), device, tab, lead, isRefused: seldom }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("copyEstimate" as const), device, tab, estimate }) },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant("editEstimate" as const),
      device,
      tab,
      estimate,
      slices,
      isRefused: seldom,
      takesBackRefusal: seldom,
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("addCopy" as const), device, tab, estimate }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("openEstimateForm" as const), device, tab, estimate }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("saveEstimateForm" as const), device, tab, slices }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("deleteEstimate" as const), device, tab, estimate }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("lookAtEstimate" as const), device, tab, estimate }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("lookAtLeadsEstimates" as const), device, tab, lead }) },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("createDocument" as const),
      device,
      tab,
      estimate,
      document: documentKind,
      signatures,
      photos,
      hasSource: fc.boolean(),
      isRefused: seldom,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("createContractAndChangeOrder" as const),
      device,
      tab,
      estimate,
      signatures,
      photos,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("createChain" as const), device, tab, signatures, photos }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("takePhoto" as const), device, tab, lead }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("deletePhoto" as const), device, tab, lead, photo: fc.nat({ max: 2 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("lookAtLeadsPhotos" as const), device, tab, lead }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("deleteDocument" as const), device, tab, document }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("lookAtDocument" as const), device, tab, document }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("lookAtLeadsDocuments" as const), device, tab, lead }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("synchronize" as const), device, tab }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("flush" as const), device, tab }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("lookAtList" as const), device, tab }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("lookAtLead" as const), device, tab, lead }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("setOnline" as const), device, isOnline: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("openTab" as const), device }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("killTab" as const), device, tab }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("killDevice" as const), device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("endSessions" as const), device }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("signIn" as const), device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("changePerson" as const), device, tab }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("passTime" as const),
      ms: fc.constantFrom(500, 3_000, 20_000, 61_000, 300_000, 1_000_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("setClock" as const), device, ms: fc.constantFrom(...CLOCK_STEPS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("setServerClock" as const),
      ms: fc.constantFrom(...SERVER_CLOCK_STEPS),
    }),
  },
  { weight: 40, arbitrary: armedFault.map((fault) => ({ kind: "arm" as const, fault })) },
);

const step: fc.Arbitrary<Step> = fc.record({
  action,
  tasks: fc.oneof(
    { weight: 5, arbitrary: fc.nat({ max: 8 }) },
    { weight: 2, arbitrary: fc.integer({ min: 9, max: 60 }) },
    { weight: 1, arbitrary: fc.constant(1_000) },
  ),
});

export const anySchedule: fc.Arbitrary<Schedule> = fc.noBias(
  fc.record({
    orderSeed: fc.nat({ max: 0x7fffffff }),
    devices: fc.constantFrom(2, 2, 3),
    isSamePerson: fc.boolean(),
    lockKind: fc.constantFrom<LockKind>("browser", "browser", "lease", "none"),
    tabs: fc.constantFrom(1, 1, 2, 2, MAX_TABS),
    isUpdated: fc.integer({ min: 0, max: 3 }).map((chance) => chance === 3),
    upgradeFault: fc.option(
      fc.record({
        site: fc.constant("upgrade" as const),
        effect: fc.constantFrom(...STORAGE_FAULTS),
        device: fc.constant(0),
        after: fc.nat({ max: 2 }),
      }),
      { freq: 2 },
    ),
    steps: fc.array(step, { minLength: 1, maxLength: 48, size: "max" }),
    // Last, so that a seed draws the same values as before updates were added.
    updates: fc.option(
      fc.record({
        // Half of all servers are updated before the first step, as in reality.
        serverAt: fc.oneof(fc.constant(0), fc.nat({ max: 40 })),
        apps: fc.array(fc.record({ at: fc.nat({ max: 40 }), tab, isForAllTabs: fc.boolean() }), {
          minLength: 3,
          maxLength: 3,
        }),
      }),
      { freq: 2 },
    ),
  }),
);
