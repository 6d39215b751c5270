import type { EstimateCopy, StoredEstimateItem, WorkflowSummary } from "@ridgebook/contract";
import type { FormItem } from "#features/estimate/form/unpriced-items.ts";
import {
  findField,
  fromItems,
  isUnpriced,
  linesOf,
  priceWorkflow,
  rebuildItems,
  recommendationFor,
  SECTIONS,
  toItems,
  topLevelFields,
  defaultLines,
  type EstimateItem,
  type FieldDefinition,
  type FieldPlace,
  type FormLine,
  type FormLines,
  type IndexedPriceBook,
  type NextId,
  type PricedLine,
  type SectionDefinition,
  type WorkflowValues,
} from "@ridgebook/estimating";

/** Items of one copy by top-level field id, which is the unit of a save. */
export type ItemsByField = ReadonlyMap<string, readonly FormItem[]>;

const NO_ITEMS: readonly FormItem[] = [];

export const itemsOf = (items: ItemsByField, fieldId: string): readonly FormItem[] => items.get(fieldId) ?? NO_ITEMS;

/** Groups one copy's items by top-level field. */
export function groupByField(
  items: readonly FormItem[],
  { workflowId, workflowEstimateId }: EstimateCopy,
): ItemsByField {
  const grouped = new Map<string, FormItem[]>();
  for (const item of items) {
    if (item.workflowEstimateId !== workflowEstimateId) continue;
    const field = findField(item.fieldId);
    if (field?.workflowId !== workflowId) continue;
    const top = field.ancestors[0] ?? field.id;
    const list = grouped.get(top);
    if (list) list.push(item);
    else grouped.set(top, [item]);
  }
  return grouped;
}

/** Trims text as the server does; text of only spaces becomes empty. */
function trimmed(item: EstimateItem): EstimateItem {
  if (item.value === null || findField(item.fieldId)?.dataType !== "string") return item;
  const value = item.value.trim();
  if (value === item.value) return item;
  return { ...item, value, ...(value === "" && { quantity: 0 }) };
}

/** The items that saving these lines stores: without empty ones, like the server. */
export function itemsToSave(lines: readonly PricedLine[], book: IndexedPriceBook, copy: EstimateCopy): ItemsByField {
  const { workflowEstimateId } = copy;
  const { items, unpriced } = toItems({ lines, book, workflowEstimateId });
  const fieldIds = topLevelFields(copy.workflowId).map(({ id }) => id);
  const rebuild = (all: readonly EstimateItem[]) =>
    rebuildItems({ current: [], fieldIds, items: all.map(trimmed), workflowEstimateId, keepsOrder: true });
  const kept = rebuild(items) as readonly StoredEstimateItem[];
  if (unpriced.length === 0) return groupByField(kept, copy);
  const unpricedById = new Map(unpriced.map((item) => [item.id, item]));
  const keptById = new Map(kept.map((item) => [item.id, item]));
  const entered = rebuild(items.map((item) => unpricedById.get(item.id) ?? item)) as readonly StoredEstimateItem[];
  return groupByField(
    entered.map((item) => keptById.get(item.id) ?? { ...item, isUnpriced: true }),
    copy,
  );
}

type SameId = (one: number | null, other: number | null) => boolean;
const IDS_COUNT: SameId = (one, other) => one === other;
const IDS_DO_NOT_COUNT: SameId = () => true;

function isSame(one: readonly FormItem[], other: readonly FormItem[], isSameId: SameId): boolean {
  return (
    one === other ||
    (one.length === other.length &&
      one.every((item, index) => {
        const that = other[index];
        return (
          that !== undefined &&
          item.fieldId === that.fieldId &&
          item.fieldOptionId === that.fieldOptionId &&
          item.value === that.value &&
          item.quantity === that.quantity &&
          item.materialCost === that.materialCost &&
          item.laborCost === that.laborCost &&
          item.materialPrice === that.materialPrice &&
          item.laborPrice === that.laborPrice &&
          isUnpriced(item) === isUnpriced(that) &&
          isSameId(item.id, that.id) &&
          isSameId(item.parentItemId, that.parentItemId)
        );
      }))
  );
}

/** Whether the items are equal, ids included. */
export const isSameItems = (one: readonly FormItem[], other: readonly FormItem[]): boolean =>
  isSame(one, other, IDS_COUNT);
/** Whether the items are equal apart from ids: a row that was removed and entered again is unchanged. */
export const isSameContent = (one: readonly FormItem[], other: readonly FormItem[]): boolean =>
  isSame(one, other, IDS_DO_NOT_COUNT);

/** Replaces line ids; lines without a replaced id keep their identity. */
export function mapLineIds(lines: FormLines, newIds: ReadonlyMap<number, number>): FormLines {
  let mapped = lines;
  for (const [property, rows] of Object.entries(lines)) {
    const mappedRows = rows.map((row) => mapLineId(row, newIds));
    if (mappedRows.some((row, index) => row !== rows[index])) mapped = { ...mapped, [property]: mappedRows };
  }
  return mapped;
}

function mapLineId(line: FormLine, newIds: ReadonlyMap<number, number>): FormLine {
  const id = newIds.get(line.id) ?? line.id;
  const children = line.children && mapLineIds(line.children, newIds);
  return id === line.id && children === line.children ? line : { ...line, id, ...(children && { children }) };
}

export const mapPlaceIds = (
  { outer, property, lineId }: FieldPlace,
  currentId: (id: number) => number,
): FieldPlace => ({
  outer: outer.map((step) => ({ ...step, id: currentId(step.id) })),
  property,
  lineId: lineId === null ? null : currentId(lineId),
});

/** The ids of lines and their children. */
export const lineIdsIn = (lines: FormLines): number[] =>
  Object.values(lines).flatMap((rows) =>
    rows.flatMap(({ id, children }) => [id, ...(children ? lineIdsIn(children) : [])]),
  );

export const propertyOf = (fieldId: string): string => findField(fieldId)?.property ?? "";

const propertiesBySection = new Map<SectionDefinition, readonly string[]>();

/** The top-level properties of a section's rows. */
export function sectionProperties(section: SectionDefinition): readonly string[] {
  let properties = propertiesBySection.get(section);
  if (!properties) {
    const keys = section.groups.flatMap(({ rows }) =>
      rows.flatMap((row) => (typeof row === "string" ? [row] : "field" in row ? [row.field] : [])),
    );
    properties = [...new Set(keys.map((key) => key.split(".")[0] ?? key))];
    propertiesBySection.set(section, properties);
  }
  return properties;
}

/** A calculated number does not show that a user visited its section. */
const isEnteredByPeople = ({ workflowId, key }: FieldDefinition): boolean => {
  const use = recommendationFor(workflowId, key)?.use;
  return use !== "calculated" && use !== "preset";
};

/**
 * Whether a section was saved before: it is complete, or a value that people enter is stored. Only then does a missing field mean that
 * nothing was entered; an unvisited section opens with its defaults (3.§4). An optional section may be added after the steps behind it were
 * completed, so only its stored items count; one that was not added counts as saved.
 */
function wasSectionSaved({
  section,
  items,
  lastCompleteOrder,
  optionalSectionIds,
}: {
  section: SectionDefinition;
  items: ItemsByField;
  lastCompleteOrder: number;
  optionalSectionIds: readonly number[];
}): boolean {
  if (section.optional ? !optionalSectionIds.includes(section.id) : section.order <= lastCompleteOrder) return true;
  const fields = topLevelFields(section.workflowId);
  return sectionProperties(section).some((property) => {
    const field = fields.find((each) => each.property === property);
    return field !== undefined && items.has(field.id) && isEnteredByPeople(field);
  });
}

interface SavedContents {
  readonly copy: EstimateCopy;
  readonly items: readonly FormItem[];
  readonly summary: Pick<WorkflowSummary, "lastCompleteSectionId" | "optionalSectionIds">;
}

/** The top-level fields of sections that were never saved, except those with stored items. */
export function unseenFields({
  copy,
  items,
  summary: { lastCompleteSectionId, optionalSectionIds },
}: SavedContents): readonly FieldDefinition[] {
  const { workflowId } = copy;
  const grouped = groupByField(items, copy);
  const sections = SECTIONS.filter((section) => section.workflowId === workflowId && section.order > 0);
  const lastCompleteOrder = sections.find(({ id }) => id === lastCompleteSectionId)?.order ?? 0;
  const unseen = sections.filter(
    (section) => !wasSectionSaved({ section, items: grouped, lastCompleteOrder, optionalSectionIds }),
  );
  const properties = new Set(unseen.flatMap(sectionProperties));
  return topLevelFields(workflowId).filter(({ id, property }) => properties.has(property) && !grouped.has(id));
}

/** A copy's lines from its saved items. Sections never saved get their defaults, or the copy's initial lines (a template's choices). */
export function linesFromSaved({
  book,
  nextId,
  start = {},
  ...contents
}: SavedContents & { book: IndexedPriceBook; nextId: NextId; start?: WorkflowValues | undefined }): {
  values: WorkflowValues;
  wasSaved: boolean;
} {
  const { copy, items, summary } = contents;
  const saved = fromItems({ ...copy, items });
  const unseen = unseenFields(contents);
  const started = unseen.filter(({ property }) => linesOf(start, property).length > 0);
  const fields = unseen.filter((field) => !started.includes(field));
  const startLines = Object.fromEntries(started.map(({ property }) => [property, linesOf(start, property)]));
  const wasSaved = groupByField(items, copy).size > 0 || summary.lastCompleteSectionId !== null;
  return { values: { ...defaultLines({ fields, book, nextId }), ...startLines, ...saved }, wasSaved };
}

/** Every priced line and child by id. */
export function indexLines(lines: readonly PricedLine[]): ReadonlyMap<number, PricedLine> {
  const byId = new Map<number, PricedLine>();
  const add = (line: PricedLine): void => {
    byId.set(line.line.id, line);
    for (const child of line.children) add(child);
  };
  for (const line of lines) add(line);
  return byId;
}

export const pricedLines = (
  copy: EstimateCopy,
  book: IndexedPriceBook,
  values: WorkflowValues,
): readonly PricedLine[] => priceWorkflow({ workflowId: copy.workflowId, book }, values);
