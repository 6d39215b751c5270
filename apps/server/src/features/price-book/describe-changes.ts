import { isDeepStrictEqual } from "node:util";
import { amountLabel, descriptionToHtml, type PriceBookChange, type PriceBookSummary } from "@ridgebook/contract";
import { parseRichText, plainText } from "@ridgebook/documents/rich-text";
import type { PRICING_MODES } from "@ridgebook/estimating";
import {
  AMOUNT_NAMES,
  emptyEntry,
  fieldById,
  findField,
  WORKFLOWS,
  type Conversions,
  type FieldId,
  type OptionId,
  type PriceBookEntry,
  type PriceBookVariant,
  type PriceTier,
  type UnitAmounts,
} from "@ridgebook/estimating";

/** Entries by field id: a whole price book or a part. */
export type EntriesById = ReadonlyMap<FieldId, PriceBookEntry>;

export const toEntriesById = (entries: readonly PriceBookEntry[]): EntriesById =>
  new Map(entries.map((entry) => [entry.id, entry]));

export const optionNames = (...books: readonly (readonly PriceBookEntry[])[]): ReadonlyMap<string, string> =>
  new Map(books.flatMap((book) => book.flatMap(({ options }) => options.map(({ id, value }) => [id, value] as const))));

/** "Gutters: Gutter, Type": the path to a field in the app. */
export function fieldTitle(id: FieldId): string {
  const field = findField(id);
  if (!field) return id;
  const workflow = WORKFLOWS.find((each) => each.id === field.workflowId)?.name ?? "";
  return `${workflow}: ${[...field.ancestors.map((ancestor) => fieldById(ancestor).label), field.label].join(", ")}`;
}

const CONVERSION_LABELS = {
  recommendedConversion1: "Conversion 1",
  recommendedConversion2: "Conversion 2",
  recommendedConversion3: "Conversion 3",
} as const satisfies Record<keyof Conversions, string>;
const CONVERSION_NAMES = Object.keys(CONVERSION_LABELS) as (keyof Conversions)[];

/** The four pricing modes, as in the spreadsheet and on screen. */
export const PRICING_LABELS: readonly string[] = Object.entries({
  standard: "Each",
  uiMultipler: "Per united inch",
  uiTiers: "By united inches",
  widthHeightTiers: "By width and height",
} satisfies Record<keyof typeof PRICING_MODES, string>).map(([, label]) => label);

type Value = PriceBookChange["before"];
type Part = Pick<PriceBookChange, "part" | "before" | "after"> & { readonly isPrice?: boolean };

const difference = (part: string, before: Value, after: Value): Part[] =>
  before === after ? [] : [{ part, before, after }];

const amountDifferences = (before: UnitAmounts, after: UnitAmounts, suffix = ""): Part[] =>
  AMOUNT_NAMES.flatMap((name) =>
    difference(`${amountLabel(name)}${suffix}`, before[name], after[name]).map((part) => ({ ...part, isPrice: true })),
  );

const conversionDifferences = (before: Conversions | undefined, after: Conversions | undefined): Part[] =>
  CONVERSION_NAMES.flatMap((name) =>
    difference(CONVERSION_LABELS[name], before?.[name] ?? null, after?.[name] ?? null),
  );

const MAX_TEXT = 200;
const cut = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text);

function descriptionDifferences(before: string, after: string): Part[] {
  if (before === after) return [];
  const [former, now] = [before, after].map((each) => cut(plainText(parseRichText(descriptionToHtml(each)))));
  // Only the formatting differs, or text beyond the shown part.
  if (former === now) return difference("Description", null, "changed");
  return difference("Description", former ?? "", now ?? "");
}

/** "20 to 40", "20 to 40 x 30 to 50": the size that a tier is for. */
export const tierTitle = (tier: PriceTier): string =>
  "min" in tier
    ? `${tier.min} to ${tier.max}`
    : `${tier.minWidth} to ${tier.maxWidth} x ${tier.minHeight} to ${tier.maxHeight}`;

function tierDifferences(before: readonly PriceTier[], after: readonly PriceTier[]): Part[] {
  const beforeByTitle = new Map(before.map((tier) => [tierTitle(tier), tier]));
  const afterByTitle = new Map(after.map((tier) => [tierTitle(tier), tier]));
  return [
    ...[...beforeByTitle].flatMap(([title, tier]) => {
      const other = afterByTitle.get(title);
      return other ? amountDifferences(tier, other, `, ${title}`) : difference(`Tier ${title}`, "yes", null);
    }),
    ...[...afterByTitle.keys()]
      .filter((title) => !beforeByTitle.has(title))
      .flatMap((title) => difference(`Tier ${title}`, null, "yes")),
  ];
}

const percentOf = ({ before, after, isPrice }: Part): number | null =>
  isPrice && typeof before === "number" && typeof after === "number" && before !== 0
    ? ((after - before) / before) * 100
    : null;

interface Compared<Item> {
  readonly kind: PriceBookChange["kind"];
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** Added, changed and removed items of two lists, by id. */
function compareLists<Item extends { readonly id: unknown }>(
  before: readonly Item[],
  after: readonly Item[],
): Compared<Item>[] {
  const known = new Map(before.map((item) => [item.id, item]));
  const left = new Set(after.map(({ id }) => id));
  const compared: Compared<Item>[] = [];
  for (const item of after) {
    const former = known.get(item.id);
    if (!former) compared.push({ kind: "added", before: undefined, after: item });
    else if (former !== item && !isDeepStrictEqual(former, item))
      compared.push({ kind: "changed", before: former, after: item });
  }
  for (const item of before) if (!left.has(item.id)) compared.push({ kind: "removed", before: item, after: undefined });
  return compared;
}

/** Whether the common items are in a different order. */
function isReordered(before: readonly { readonly id: unknown }[], after: readonly { readonly id: unknown }[]): boolean {
  const [known, left] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))];
  const common = before.map(({ id }) => id).filter((id) => left.has(id));
  const now = after.map(({ id }) => id).filter((id) => known.has(id));
  return common.some((id, index) => id !== now[index]);
}

type Names = ReadonlyMap<string, string>;

/** "5-inch K-style with Copper": the choices of a variant. */
export function variantTitle({ optionId, parentOptionIds }: PriceBookVariant, names: Names): string {
  const own = optionId === null ? "any choice" : (names.get(optionId) ?? optionId);
  const parents = parentOptionIds.map((id) => names.get(id) ?? id);
  return cut(parents.length > 0 ? `${own} with ${parents.join(", ")}` : own);
}

function entryChanges(before: PriceBookEntry, after: PriceBookEntry, names: Names): PriceBookChange[] {
  const { id: fieldId } = after;
  const field = fieldTitle(fieldId);
  const nameOf = (id: string): string => names.get(id) ?? id;
  const listNames = (ids: readonly string[]): string => cut(ids.map(nameOf).join("; "));
  const toChanges = (
    parts: readonly Part[],
    about: Pick<PriceBookChange, "subject" | "optionId" | "name"> & { kind?: PriceBookChange["kind"] },
  ): PriceBookChange[] =>
    parts.map((part) => ({
      kind: about.kind ?? "changed",
      fieldId,
      field,
      subject: about.subject,
      optionId: about.optionId,
      name: about.name,
      part: part.part,
      before: part.before,
      after: part.after,
      percent: percentOf(part),
    }));
  const whole: Part[] = [{ part: "", before: null, after: null }];

  const ofField = [
    ...difference("Default", before.defaultValue, after.defaultValue),
    ...difference("Minimum", before.min, after.min),
    ...difference("Maximum", before.max, after.max),
    ...difference("Step", before.step, after.step),
    ...amountDifferences(before, after),
    ...conversionDifferences(before, after),
    ...difference("Waste, percent", before.wastePercent ?? 0, after.wastePercent ?? 0),
    ...difference("Also for valleys", before.includesValleys ?? false, after.includesValleys ?? false),
    ...difference("Shows products", before.showProductTypes, after.showProductTypes),
    ...difference("Same as in", before.secondaryWorkflowId, after.secondaryWorkflowId),
    ...(isReordered(before.options, after.options) ? difference("Order of options", null, "changed") : []),
    ...(isReordered(before.variants, after.variants) ? difference("Order of variants", null, "changed") : []),
  ];
  const ofOptions = compareLists(before.options, after.options).flatMap(({ kind, before: former, after: now }) => {
    const { id = null, value = "" } = now ?? former ?? {};
    const about = { subject: "option", optionId: id, name: value, kind } as const;
    if (!former || !now) return toChanges(whole, about);
    const parts = [
      ...difference("Option", former.value, now.value),
      ...(former.imageUrl === now.imageUrl
        ? []
        : difference("Picture", former.imageUrl ? "old" : null, now.imageUrl ? "new" : null)),
      ...descriptionDifferences(former.description ?? "", now.description ?? ""),
      ...conversionDifferences(former.conversions, now.conversions),
      ...difference("Offered", !former.retired, !now.retired),
    ];
    return toChanges(parts.length > 0 ? parts : whole, about);
  });
  const ofVariants = compareLists(before.variants, after.variants).flatMap(({ kind, before: former, after: now }) => {
    const variant = now ?? former;
    if (!variant) return [];
    const about = { subject: "variant", optionId: variant.optionId, name: variantTitle(variant, names), kind } as const;
    if (!former || !now) return toChanges(whole, about);
    const parts = [
      ...difference("Active", former.active, now.active),
      ...difference("For", variantTitle(former, names), variantTitle(now, names)),
      ...difference("Pricing", PRICING_LABELS[former.pricingMode] ?? null, PRICING_LABELS[now.pricingMode] ?? null),
      ...amountDifferences(former, now),
      ...conversionDifferences(former.conversions, now.conversions),
      ...tierDifferences(former.tiers ?? [], now.tiers ?? []),
    ];
    return toChanges(parts.length > 0 ? parts : whole, about);
  });
  const parentIds = [
    ...new Set([...Object.keys(before.validOptions), ...Object.keys(after.validOptions)]),
  ] as OptionId[];
  const ofValidOptions = parentIds.flatMap((parentId) => {
    const [former, now] = [before.validOptions[parentId], after.validOptions[parentId]];
    if (isDeepStrictEqual(former, now)) return [];
    const part = { part: "Offered", before: former ? listNames(former) : null, after: now ? listNames(now) : null };
    return toChanges([part], { subject: "validOptions", optionId: parentId, name: nameOf(parentId) });
  });
  const ofMaterialTypes = isDeepStrictEqual(before.materialTypes, after.materialTypes)
    ? []
    : toChanges(
        [
          {
            part: "Material types",
            before: listNames(before.materialTypes.map(({ optionId }) => optionId)),
            after: listNames(after.materialTypes.map(({ optionId }) => optionId)),
          },
        ],
        { subject: "materialTypes", optionId: null, name: "" },
      );
  return [
    ...toChanges(ofField, { subject: "field", optionId: null, name: "" }),
    ...ofOptions,
    ...ofVariants,
    ...ofValidOptions,
    ...ofMaterialTypes,
  ];
}

export function changedFieldIds(before: EntriesById, after: EntriesById): { changed: FieldId[]; removed: FieldId[] } {
  const changed = [...after].filter(([id, entry]) => {
    const former = before.get(id);
    return former === undefined || (former !== entry && !isDeepStrictEqual(former, entry));
  });
  return { changed: changed.map(([id]) => id), removed: [...before.keys()].filter((id) => !after.has(id)) };
}

/**
 * Describes the differences of two price books, one line per price, text or number. `names` are option texts, for items named by their
 * parents.
 */
export function describeChanges({
  before,
  after,
  names,
}: {
  before: EntriesById;
  after: EntriesById;
  names: Names;
}): PriceBookChange[] {
  const { changed, removed } = changedFieldIds(before, after);
  return [...changed, ...removed].flatMap((id) =>
    entryChanges(before.get(id) ?? emptyEntry(id), after.get(id) ?? emptyEntry(id), names),
  );
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Counts the differences of two price books; `changes` are those of describeChanges. */
export function summarizeChanges({
  before,
  after,
  changes,
}: {
  before: EntriesById;
  after: EntriesById;
  changes: readonly PriceBookChange[];
}): PriceBookSummary {
  const { changed, removed } = changedFieldIds(before, after);
  const count = (subject: PriceBookChange["subject"]) => {
    const kinds = { added: new Set<string>(), changed: new Set<string>(), removed: new Set<string>() };
    for (const change of changes)
      if (change.subject === subject)
        kinds[change.kind].add(`${change.fieldId} ${change.optionId ?? ""} ${change.name}`);
    return { added: kinds.added.size, changed: kinds.changed.size, removed: kinds.removed.size };
  };
  const percents = changes.flatMap(({ percent }) => (percent === null ? [] : [percent]));
  const lowest = percents.reduce((least, percent) => Math.min(least, percent), Infinity);
  const highest = percents.reduce((most, percent) => Math.max(most, percent), -Infinity);
  const sum = percents.reduce((total, percent) => total + percent, 0);
  const addedFields = changed.filter((id) => !before.has(id)).length;
  return {
    fields: { added: addedFields, changed: changed.length - addedFields, removed: removed.length },
    options: count("option"),
    variants: count("variant"),
    prices: {
      changed: changes.filter(({ part }) => /^(?:Material|Labor) (?:cost|price)/.test(part)).length,
      averagePercent: percents.length > 0 ? rounded(sum / percents.length) : null,
      lowestPercent: percents.length > 0 ? rounded(lowest) : null,
      highestPercent: percents.length > 0 ? rounded(highest) : null,
    },
  };
}
