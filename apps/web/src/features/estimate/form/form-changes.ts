import { isSameValue, type Estimate, type StoredEstimateItem } from "@ridgebook/contract";
import {
  linesOf,
  topLevelFields,
  unpricedIn,
  withoutUnpriced,
  type FieldDefinition,
  type OptionItems,
  type WorkflowValues,
} from "@ridgebook/estimating";
import { isSameComparison } from "#features/estimate/form/form-comparison.ts";
import { comparisonWith, savedItems, savedWith, type FormValue } from "#features/estimate/form/form-value.ts";
import type { OpenedCopy } from "#features/estimate/form/opened-copy.ts";
import {
  isSameItems,
  isSameContent,
  itemsOf,
  lineIdsIn,
  type ItemsByField,
} from "#features/estimate/form/saved-lines.ts";
import { withUnpricedOf } from "#features/estimate/form/unpriced-items.ts";
import { unparsedIn } from "#features/estimate/form/unparsed-texts.ts";
import type { FormDraft, SavedPart } from "#features/estimate/form/workflow-form.ts";

/** Whether the comparison differs from the saved one in anything but ids. */
const isComparisonChanged = (
  { comparison }: OpenedCopy,
  { base }: FormValue,
  compared: { values: WorkflowValues; comparisons: readonly OptionItems[] },
): boolean => comparison.isDifferent(compared, base);

/** Whether the field differs from the saved one in anything but ids. */
const isFieldChanged = (opened: OpenedCopy, { base, mine }: FormValue, { id, property }: FieldDefinition): boolean =>
  mine.values[property] !== base.values[property] &&
  !isSameContent(itemsOf(opened.itemsIn(mine.values), id), itemsOf(opened.itemsIn(base.values), id));

/** Whether anything below these top-level fields, or in the whole form if omitted, is unsaved. */
export function isFormChanged(opened: OpenedCopy, value: FormValue, properties?: readonly string[]): boolean {
  const { touched } = value.mine;
  if (unparsedIn(value.mine, properties).length > 0) return true;
  if (touched.size === 0) return false;
  if (opened.comparison.includesComparison(properties) && isComparisonChanged(opened, value, value.mine)) return true;
  return topLevelFields(opened.copy.workflowId).some(
    (field) =>
      touched.has(field.property) &&
      (!properties || properties.includes(field.property)) &&
      isFieldChanged(opened, value, field),
  );
}

/** The touched properties without those that are back to their saved lines. */
export function stillTouched(opened: OpenedCopy, value: FormValue): ReadonlySet<string> {
  const { touched } = value.mine;
  if (touched.size === 0) return touched;
  const fields = topLevelFields(opened.copy.workflowId);
  const isPackageOpen = isComparisonChanged(opened, value, value.mine);
  return new Set(
    [...touched].filter((property) => {
      if (property === opened.comparison.choice && isPackageOpen) return true;
      const field = fields.find((each) => each.property === property);
      return field !== undefined && isFieldChanged(opened, value, field);
    }),
  );
}

/** The contents that a save of these properties stores. Leaves out edits of other sections and everything calculated from them. */
function contentsToSave(
  opened: OpenedCopy,
  value: FormValue,
  own: ReadonlySet<string>,
): { values: WorkflowValues; items: ItemsByField; comparisons: readonly OptionItems[] } {
  const { base, mine } = value;
  const saved = [...mine.touched].filter((property) => own.has(property));
  const isWhole = saved.length === mine.touched.size;
  const values = isWhole ? mine.values : savedWith(opened, base.values, mine.values, saved);
  const comparisons = isWhole ? mine.comparisons : comparisonWith(opened, value, own);
  return { values, items: opened.itemsIn(values), comparisons };
}

/** Returns the part to save (`WorkflowForm.partToSave`) and the lines it was made from. */
export function partOf(
  opened: OpenedCopy,
  value: FormValue,
  properties: readonly string[] | undefined,
): { part: SavedPart; values: WorkflowValues } | undefined {
  const { copy, comparison } = opened;
  const { base, mine } = value;
  const all = topLevelFields(copy.workflowId);
  const own = new Set(properties ?? all.map(({ property }) => property));
  const { values, items, comparisons: chosen } = contentsToSave(opened, value, own);
  const baseItems = opened.itemsIn(base.values);
  const fields = all.filter((field) => {
    const saved = itemsOf(base.items, field.id);
    if (isSameItems(itemsOf(items, field.id), saved)) return false;
    if (own.has(field.property)) return true;
    // Also save fields that were calculated from the saved ones, and fields whose stored prices are out of date, unless they have unsaved
    // edits.
    const follows = !isSameContent(itemsOf(items, field.id), itemsOf(baseItems, field.id));
    return follows || (saved.length > 0 && !mine.touched.has(field.property));
  });
  const compared = { values, comparisons: chosen };
  const comparisons = comparison.refreshed(compared);
  const savesComparison = comparison.includesComparison(properties)
    ? !isSameComparison(comparisons, base.comparisons)
    : isComparisonChanged(opened, value, compared);
  if (fields.length === 0 && !savesComparison) return undefined;
  const saved = new Map(all.map(({ id }) => [id, itemsOf(base.items, id)]));
  const fieldItems = fields.map(({ id }) => [id, itemsOf(items, id)] as const);
  const unpricedBefore = unpricedIn([...saved.values()].flat());
  const unpricedItems = unpricedIn([...new Map([...saved, ...fieldItems]).values()].flat());
  const part: SavedPart = {
    workflowId: copy.workflowId as SavedPart["workflowId"],
    workflowEstimateId: copy.workflowEstimateId,
    ...(fields.length > 0 && {
      fieldIds: fields.map(({ id }) => id),
      items: fieldItems.flatMap(([, each]) => withoutUnpriced(each)),
    }),
    ...(!isSameValue(unpricedItems, unpricedBefore) && { unpricedItems }),
    ...(savesComparison && { comparisons: comparisons as NonNullable<SavedPart["comparisons"]> }),
  };
  return { part, values };
}

/** The unsaved zeros below these top-level fields, or in the whole form if omitted. */
export function newZerosBelow(
  { mine: { values, zeros } }: FormValue,
  properties?: readonly string[],
): readonly number[] {
  if (zeros.unsaved.size === 0) return [];
  const asked = properties ?? Object.keys(values);
  const below = Object.fromEntries(asked.map((property) => [property, linesOf(values, property)]));
  return lineIdsIn(below).filter((id) => zeros.unsaved.has(id));
}

/** The draft to store on the device; undefined if nothing is unsaved. */
export function draftOf(opened: OpenedCopy, value: FormValue): FormDraft | undefined {
  const { base, mine } = value;
  const unparsed = unparsedIn(mine);
  const isWanted = (property: string): boolean =>
    unparsed.some(({ path: [top] }) => top?.property === property) || newZerosBelow(value, [property]).length > 0;
  const fields = topLevelFields(opened.copy.workflowId).filter(
    ({ property }) => mine.touched.has(property) || isWanted(property),
  );
  if (!isFormChanged(opened, value) && !fields.some(({ property }) => isWanted(property))) return undefined;
  const zerosOf = newZerosBelow(value);
  return {
    values: mine.values,
    comparisons: mine.comparisons,
    from: Object.fromEntries(fields.map(({ id }) => [id, itemsOf(base.items, id)])),
    comparisonsFrom: base.comparisons,
    ...(zerosOf.length > 0 && { zerosOf }),
    ...(unparsed.length > 0 && { unread: unparsed }),
  };
}

export function asSeen<Shown extends Pick<Estimate, "items" | "comparisons" | "workflowSummaries">>(
  { copy, comparison }: OpenedCopy,
  { base }: FormValue,
  estimate: Shown,
): Shown {
  const { workflowId, workflowEstimateId } = copy;
  const isOwn = (item: StoredEstimateItem): boolean =>
    item.workflowEstimateId === workflowEstimateId && item.fieldId.startsWith(`${String(workflowId)}.`);
  const others = estimate.items.filter((item) => !isOwn(item));
  const otherComparisons = estimate.comparisons.filter(
    (each) => each.workflowId !== workflowId || each.workflowEstimateId !== workflowEstimateId,
  );
  const items = savedItems({ base });
  return {
    ...estimate,
    items: [...others, ...withoutUnpriced(items)],
    comparisons: [...otherComparisons, ...comparison.asStored(base.comparisons)],
    workflowSummaries: withUnpricedOf(estimate.workflowSummaries, copy, unpricedIn(items)),
  };
}
