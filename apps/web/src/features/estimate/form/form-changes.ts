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
  isSameReading,
  itemsOf,
  lineIdsIn,
  type ItemsByField,
} from "#features/estimate/form/saved-lines.ts";
import { withUnpricedOf } from "#features/estimate/form/unpriced-items.ts";
import { unreadIn } from "#features/estimate/form/unread-texts.ts";
import type { FormDraft, SavedPart } from "#features/estimate/form/workflow-form.ts";

/* How what stands in an open form differs from what is saved: as an answer, as a part to save and as a draft to keep. */

/** Whether a person would say that the comparison differs from what is saved. */
const isComparisonChanged = (
  { comparison }: OpenedCopy,
  { base }: FormValue,
  compared: { values: WorkflowValues; comparisons: readonly OptionItems[] },
): boolean => comparison.isOther(compared, base);

/** Whether a person would say that the field differs from what is saved. */
const isFieldChanged = (opened: OpenedCopy, { base, mine }: FormValue, { id, property }: FieldDefinition): boolean =>
  mine.values[property] !== base.values[property] &&
  !isSameReading(itemsOf(opened.itemsIn(mine.values), id), itemsOf(opened.itemsIn(base.values), id));

/** Whether anything below these top-level fields (anything at all where left out) differs from what is saved. */
export function isFormChanged(opened: OpenedCopy, value: FormValue, properties?: readonly string[]): boolean {
  const { touched } = value.mine;
  if (unreadIn(value.mine, properties).length > 0) return true;
  if (touched.size === 0) return false;
  if (opened.comparison.isMeantBy(properties) && isComparisonChanged(opened, value, value.mine)) return true;
  return topLevelFields(opened.copy.workflowId).some(
    (field) =>
      touched.has(field.property) &&
      (!properties || properties.includes(field.property)) &&
      isFieldChanged(opened, value, field),
  );
}

/** Without properties whose lines are what is saved: they are nobody's unsaved work any more. */
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

/** What a save of these properties is made of. Edits of other sections are still somebody's work, with all that follows. */
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

/** The part to save (`WorkflowForm.partToSave`) and the lines that it is made of. */
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
    // It followed from what is saved. What was priced otherwise when it was saved goes along, unless somebody is still at it.
    const follows = !isSameReading(itemsOf(items, field.id), itemsOf(baseItems, field.id));
    return follows || (saved.length > 0 && !mine.touched.has(field.property));
  });
  const compared = { values, comparisons: chosen };
  const comparisons = comparison.refreshed(compared);
  const savesComparison = comparison.isMeantBy(properties)
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

/** Answers of 0 that are not saved yet, below these top-level fields or anywhere. */
export function newZerosBelow(
  { mine: { values, zeros } }: FormValue,
  properties?: readonly string[],
): readonly number[] {
  if (zeros.unsaved.size === 0) return [];
  const asked = properties ?? Object.keys(values);
  const below = Object.fromEntries(asked.map((property) => [property, linesOf(values, property)]));
  return lineIdsIn(below).filter((id) => zeros.unsaved.has(id));
}

/** What is kept on the device; undefined when nothing differs from what is saved. */
export function draftOf(opened: OpenedCopy, value: FormValue): FormDraft | undefined {
  const { base, mine } = value;
  const unread = unreadIn(mine);
  const isWanted = (property: string): boolean =>
    unread.some(({ path: [top] }) => top?.property === property) || newZerosBelow(value, [property]).length > 0;
  const fields = topLevelFields(opened.copy.workflowId).filter(
    ({ property }) => mine.touched.has(property) || isWanted(property),
  );
  if (!isFormChanged(opened, value) && !fields.some(({ property }) => isWanted(property))) return undefined;
  const zerosOf = newZerosBelow(value);
  return {
    ...{ values: mine.values, comparisons: mine.comparisons },
    from: Object.fromEntries(fields.map(({ id }) => [id, itemsOf(base.items, id)])),
    comparisonsFrom: base.comparisons,
    ...(zerosOf.length > 0 && { zerosOf }),
    ...(unread.length > 0 && { unread }),
  };
}

/** The estimate as the form saw it when its unsaved edits began (`WorkflowForm.asSeen`). */
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
