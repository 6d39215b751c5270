/*
 * Upgrades and downgrades of a record's shape between releases. An upgrade is a list of steps about single members, so it applies to whole
 * records and to parts: an update's changed fields, former values, a sibling.
 *
 * const upgrades = [{ to: 2, steps: [addMember("referralSource", "")] }];
 * convertValues({ firstName: "Ana" }, { upgrades, from: 1, to: 2, isWhole: true });
 * // { firstName: "Ana", referralSource: "" }
 */

/** Member values by name, as sent. */
export type Values = Readonly<Record<string, unknown>>;

export type UpgradeStep =
  | { readonly kind: "add"; readonly member: string; readonly empty: unknown }
  | { readonly kind: "retire"; readonly member: string; readonly empty: unknown }
  | { readonly kind: "rename"; readonly member: string; readonly to: string }
  | {
      readonly kind: "change";
      readonly member: string;
      readonly up: (value: unknown) => unknown;
      readonly down: (value: unknown) => unknown;
    }
  | { readonly kind: "within"; readonly member: string; readonly steps: readonly UpgradeStep[] };

/** One release's changes of a kind of record, in step order. */
export interface Upgrade {
  /** The release that introduced the shape. */
  readonly to: number;
  readonly steps: readonly UpgradeStep[];
}

/** A new member. Older records get `empty`. */
export const addMember = (member: string, empty: unknown): UpgradeStep => ({ kind: "add", member, empty });

/** A retired member. Older apps get `empty`. */
export const retireMember = (member: string, empty: unknown): UpgradeStep => ({ kind: "retire", member, empty });

export const renameMember = (member: string, to: string): UpgradeStep => ({ kind: "rename", member, to });

/** A member whose values change. `down(up(value))` must equal `value`, or an older app sees a false conflict. */
export const changeMember = (
  member: string,
  { up, down }: { up: (value: unknown) => unknown; down: (value: unknown) => unknown },
): UpgradeStep => ({ kind: "change", member, up, down });

/** Steps for each entry of a list or map at any depth: `items` of an estimate, its parts and its comparisons. */
export const withinMember = (member: string, steps: readonly UpgradeStep[]): UpgradeStep => ({
  kind: "within",
  member,
  steps,
});

/** The release of the kind's current shape; 1 if it never changed. */
export const newestRelease = (upgrades: readonly Upgrade[]): number => upgrades.at(-1)?.to ?? 1;

export interface Conversion {
  readonly upgrades: readonly Upgrade[];
  /** The release of the values' shape. */
  readonly from: number;
  /** The target release; a lower one downgrades. */
  readonly to: number;
  /** Whether the values are a whole record: only then missing members are added. */
  readonly isWhole: boolean;
}

/** Converts values to another release's shape. Other members stay; the same object is returned if nothing changes. */
export function convertValues(values: Values, { upgrades, from, to, isWhole }: Conversion): Values {
  if (from === to) return values;
  const isBack = to < from;
  const [low, high] = isBack ? [to, from] : [from, to];
  const steps = upgrades
    .filter((upgrade) => upgrade.to > low && upgrade.to <= high)
    .flatMap((upgrade) => upgrade.steps);
  return (isBack ? steps.map(reversed).toReversed() : steps).reduce(
    (converted, step) => applyStep(converted, step, isWhole),
    values,
  );
}

/** Converts a field's name between releases; undefined if it is gone. */
export function convertName(name: string, conversion: Omit<Conversion, "isWhole">): string | undefined {
  return Object.keys(convertValues({ [name]: null }, { ...conversion, isWhole: false }))[0];
}

function reversed(step: UpgradeStep): UpgradeStep {
  switch (step.kind) {
    case "add":
      return { ...step, kind: "retire" };
    case "retire":
      return { ...step, kind: "add" };
    case "rename":
      return { kind: "rename", member: step.to, to: step.member };
    case "change":
      return { ...step, up: step.down, down: step.up };
    case "within":
      return { ...step, steps: step.steps.map(reversed).toReversed() };
  }
}

function applyStep(values: Values, step: UpgradeStep, isWhole: boolean): Values {
  const { member } = step;
  if (step.kind === "within") return mapEntries(values, member, (entry) => applySteps(entry, step.steps)) as Values;
  if (step.kind === "add") return isWhole && !(member in values) ? { ...values, [member]: step.empty } : values;
  if (!(member in values)) return values;
  const { [member]: value, ...others } = values;
  if (step.kind === "retire") return others;
  return step.kind === "rename" ? { ...others, [step.to]: value } : { ...values, [member]: step.up(value) };
}

const applySteps = (entry: Values, steps: readonly UpgradeStep[]): Values =>
  steps.reduce((converted, step) => applyStep(converted, step, true), entry);

export const isValues = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A split estimate has the items of a field under "items:1:4.11". */
const isNamed = (name: string, member: string): boolean => name === member || name.startsWith(`${member}:`);

function mapEntries(value: unknown, member: string, map: (entry: Values) => Values): unknown {
  const within = (each: unknown): unknown => mapEntries(each, member, map);
  if (Array.isArray(value)) return value.map(within);
  if (!isValues(value)) return value;
  const mapOne = (each: unknown): unknown => (isValues(each) ? map(each) : each);
  const mapAll = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(mapOne);
    return isValues(each) ? mapMembers(each, (_name, entry) => mapOne(entry)) : each;
  };
  return mapMembers(value, (name, each) => (isNamed(name, member) ? mapAll(each) : within(each)));
}

const mapMembers = (values: Values, map: (name: string, value: unknown) => unknown): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(name, value)]));
