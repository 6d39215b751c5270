/*
 * How the shape of a record changed from one release to the next, and back. An upgrade is a list of steps about single members, so that it
 * holds for a whole record as well as for a part of one: the changed fields of an update, the values from before, a sibling.
 *
 *     const upgrades = [{ to: 2, steps: [addMember("referralSource", "")] }];
 *     convertValues({ firstName: "Ana" }, { upgrades, from: 1, to: 2, isWhole: true });
 *     // { firstName: "Ana", referralSource: "" }
 */

/** Values by the names of their members, in the shapes that travel. */
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

/** What one release changed of one kind of record, in the order of its steps. */
export interface Upgrade {
  /** The release that has the new shape. */
  readonly to: number;
  readonly steps: readonly UpgradeStep[];
}

/** A new member. Records from before hold `empty`. */
export const addMember = (member: string, empty: unknown): UpgradeStep => ({ kind: "add", member, empty });

/** A member that is gone. Older apps read `empty` in its place. */
export const retireMember = (member: string, empty: unknown): UpgradeStep => ({ kind: "retire", member, empty });

export const renameMember = (member: string, to: string): UpgradeStep => ({ kind: "rename", member, to });

/** A member with other values. `down(up(value))` must be `value`, or an older app sees a conflict where none exists. */
export const changeMember = (
  member: string,
  { up, down }: { up: (value: unknown) => unknown; down: (value: unknown) => unknown },
): UpgradeStep => ({ kind: "change", member, up, down });

/** Steps for each entry of a list or map, wherever it stands: `items` of an estimate, of its parts and of its comparisons. */
export const withinMember = (member: string, steps: readonly UpgradeStep[]): UpgradeStep => ({
  kind: "within",
  member,
  steps,
});

/** The release in which a kind of record got the shape that it has today; 1 for one that never changed. */
export const newestRelease = (upgrades: readonly Upgrade[]): number => upgrades.at(-1)?.to ?? 1;

export interface Conversion {
  readonly upgrades: readonly Upgrade[];
  /** The release whose shape the values have. */
  readonly from: number;
  /** The release whose shape is wanted; a lower one leads back. */
  readonly to: number;
  /** Whether the values are a whole record: only then a missing member is filled in. */
  readonly isWhole: boolean;
}

/** The same values in the shape of another release. Members that no step names stay; the same object where nothing changes. */
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

/** What a field of one release is called in another; undefined where it is gone. */
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
