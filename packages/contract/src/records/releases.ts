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
 * All releases whose data devices may still have, and how each changed records. A released entry never changes; `past-versions/` records
 * each release's shapes.
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
  /** Unsaved forms of workflow copies: lines instead of items. */
  | "estimate-drafts";

export interface Release {
  readonly number: number;
  /** The steps from the previous release, by kind of record. */
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
      leads: [addMember("phoneExtension", ""), addMember("mobilePhoneExtension", ""), addMember("lostReason", "")],
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

/** Converts records between the shapes of all releases up to its own. */
export interface Shapes {
  readonly release: number;
  /** Converts values stored or sent by `release` to today's shape. Values of a later release are unchanged. */
  upgrade(store: RecordStore, values: Values, options: { release: number; isWhole: boolean }): Values;
  /** Converts today's values for `release`. */
  downgrade(store: RecordStore, values: Values, options: { release: number; isWhole: boolean }): Values;
  /** A field's current name; undefined if it was retired. */
  upgradeName(store: RecordStore, name: string, release: number): string | undefined;
  /** The release of this kind's current shape: that of the last change; undefined for 1. */
  stampOf(store: RecordStore): number | undefined;
}

/** `releases` is overridden in tests and the simulation only. */
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
