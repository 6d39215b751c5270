import fc from "fast-check";
import { DATABASE_FAULTS, NETWORK_FAULTS, STORAGE_FAULTS, type ArmedFault } from "./faults.ts";
import type { LockKind } from "./simulated-device.ts";

/** Somebody at a tab, or something around them. Numbers choose among what is there at that moment. */
export type Action =
  | { readonly kind: "create"; readonly device: number; readonly tab: number }
  | { readonly kind: "createRefused"; readonly device: number; readonly tab: number }
  | {
      readonly kind: "edit";
      readonly device: number;
      readonly tab: number;
      readonly lead: number;
      readonly fields: number;
      /** A value that the server refuses goes with it. */
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
      /** The page takes a refused save back, as it does with optional steps. */
      readonly takesBackRefusal: boolean;
    }
  | { readonly kind: "openEstimateForm"; readonly device: number; readonly tab: number; readonly estimate: number }
  | { readonly kind: "saveEstimateForm"; readonly device: number; readonly tab: number; readonly slices: number }
  | { readonly kind: "deleteEstimate"; readonly device: number; readonly tab: number; readonly estimate: number }
  | { readonly kind: "lookAtEstimate"; readonly device: number; readonly tab: number; readonly estimate: number }
  | { readonly kind: "lookAtLeadsEstimates"; readonly device: number; readonly tab: number; readonly lead: number }
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
  | { readonly kind: "arm"; readonly fault: ArmedFault };

export interface Step {
  readonly action: Action;
  /** How many tasks run before the next step; what is left goes on beside what comes. */
  readonly tasks: number;
}

export interface Schedule {
  /** Decides the order of everything that happens at the same time. */
  readonly orderSeed: number;
  /** Who sits at the second device: the same person, or a colleague. */
  readonly isSamePerson: boolean;
  readonly lockKind: LockKind;
  /** Tabs of each device at the beginning. */
  readonly tabs: number;
  readonly steps: readonly Step[];
}

export const DEVICE_COUNT = 2;
export const MAX_TABS = 2;

const device = fc.nat({ max: DEVICE_COUNT - 1 });
const tab = fc.nat({ max: MAX_TABS - 1 });
const lead = fc.nat({ max: 4 });
const fields = fc.integer({ min: 1, max: 31 });
const estimate = fc.nat({ max: 3 });
const slices = fc.integer({ min: 1, max: 15 });
const seldom = fc.integer({ min: 0, max: 9 }).map((chance) => chance === 9);
const entry = fc.nat({ max: 3 });
const after = fc.nat({ max: 4 });

const armedFault: fc.Arbitrary<ArmedFault> = fc.oneof(
  fc.record({ site: fc.constant("network" as const), effect: fc.constantFrom(...NETWORK_FAULTS), device, after }),
  fc.record({
    site: fc.constant("database" as const),
    effect: fc.constantFrom(...DATABASE_FAULTS),
    isAtCommit: fc.boolean(),
    device,
    after: fc.nat({ max: 9 }),
  }),
  fc.record({ site: fc.constant("storage" as const), effect: fc.constantFrom(...STORAGE_FAULTS), device, after }),
);

/** How likely each action is, in parts. Work is most of the day; faults come in between. */
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
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("openEstimateForm" as const), device, tab, estimate }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("saveEstimateForm" as const), device, tab, slices }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("deleteEstimate" as const), device, tab, estimate }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("lookAtEstimate" as const), device, tab, estimate }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("lookAtLeadsEstimates" as const), device, tab, lead }) },
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
  { weight: 36, arbitrary: armedFault.map((fault) => ({ kind: "arm" as const, fault })) },
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
    isSamePerson: fc.boolean(),
    lockKind: fc.constantFrom<LockKind>("browser", "browser", "lease", "none"),
    tabs: fc.integer({ min: 1, max: MAX_TABS }),
    steps: fc.array(step, { minLength: 1, maxLength: 48, size: "max" }),
  }),
);
