import {
  addMember,
  changeMember,
  convertName,
  convertValues,
  isValues,
  newestRelease,
  type Upgrade,
  type UpgradeStep,
  type Values,
  withinMember,
} from "./upgrades.ts";

/*
 * Every release that devices in the field may have kept data of, and what it changed of which records. A released entry never changes;
 * `past-versions/` holds what each release says and keeps.
 */

/** Kinds of records by their store on the device. */
export type RecordStore =
  | "leads"
  | "lead-photos"
  | "estimates"
  | "estimate-documents"
  | "estimate-document-signatures"
  | "estimate-fields"
  | "estimate-sections"
  | "estimate-workflows"
  | "estimate-templates"
  | "settings"
  | "users"
  /** The forms of workflow copies that are not saved yet: lines instead of items. */
  | "estimate-drafts";

export interface Release {
  readonly number: number;
  /** The steps from the release before, by kind of record. */
  readonly changes: Readonly<Partial<Record<RecordStore, readonly UpgradeStep[]>>>;
}

const withLenderFee = (term: unknown): unknown => (isValues(term) ? { lenderFeePercent: 0, ...term } : term);

function withoutLenderFee(term: unknown): unknown {
  if (!isValues(term)) return term;
  const { lenderFeePercent: _borne, ...known } = term;
  return known;
}

export const RELEASES: readonly Release[] = [
  { number: 1, changes: {} },
  {
    number: 2,
    changes: {
      leads: [addMember("phoneExtension", ""), addMember("mobilePhoneExtension", "")],
      "estimate-documents": [addMember("findings", [])],
      estimates: [
        withinMember("workflowSummaries", [
          addMember("lenderFee", 0),
          addMember("measurements", []),
          addMember("unpricedItems", []),
        ]),
        changeMember("term", { up: withLenderFee, down: withoutLenderFee }),
      ],
      users: [addMember("invitation", null)],
      settings: [
        addMember("modifiedTime", null),
        addMember("invitationEmailMessage", ""),
        addMember("setupEmailMessage", ""),
        addMember("resetEmailMessage", ""),
        addMember("usageReportEmailMessage", ""),
      ],
    },
  },
];

/** Reads and writes records in the shapes of all releases up to its own. */
export interface Shapes {
  readonly release: number;
  /** The shape of values that were kept or sent by `release`, in today's. Whatever comes from a later release is left as it is. */
  upgrade(store: RecordStore, values: Values, options: { release: number; isWhole: boolean }): Values;
  /** Today's values as `release` knows them. */
  downgrade(store: RecordStore, values: Values, options: { release: number; isWhole: boolean }): Values;
  /** What a field of `release` is called today; undefined for one that was retired. */
  upgradeName(store: RecordStore, name: string, release: number): string | undefined;
  /** The release that says which shape kept values of this kind have: that of the last change; undefined for 1. */
  stampOf(store: RecordStore): number | undefined;
}

/** Given other releases only by tests and the simulation, which live through an update. */
export function createShapes(releases: readonly Release[] = RELEASES): Shapes {
  const upgrades = new Map<RecordStore, Upgrade[]>();
  for (const { number, changes } of releases)
    for (const [store, steps] of Object.entries(changes) as [RecordStore, UpgradeStep[]][])
      upgrades.set(store, [...(upgrades.get(store) ?? []), { to: number, steps }]);
  const release = releases.at(-1)?.number ?? 1;
  const of = (store: RecordStore): readonly Upgrade[] => upgrades.get(store) ?? [];
  return {
    release,
    upgrade: (store, values, options) =>
      convertValues(values, { ...options, upgrades: of(store), from: options.release, to: release }),
    downgrade: (store, values, options) =>
      convertValues(values, { ...options, upgrades: of(store), from: release, to: options.release }),
    upgradeName: (store, name, from) => convertName(name, { upgrades: of(store), from, to: release }),
    stampOf: (store) => {
      const newest = newestRelease(of(store));
      return newest === 1 ? undefined : newest;
    },
  };
}

export const SHAPES: Shapes = createShapes();
