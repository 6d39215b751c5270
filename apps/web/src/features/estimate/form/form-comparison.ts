import { mapItemIds, type EstimateCopy, type StoredEstimateItem } from "@ridgebook/contract";
import {
  asComparisons,
  clearsComparison,
  packageFields,
  refreshComparison,
  SECTIONS,
  type IndexedPriceBook,
  type OptionItems,
  type WorkflowComparison,
} from "@ridgebook/estimating";
import { isSameItems, isSameContent, sectionProperties } from "#features/estimate/form/saved-lines.ts";
import type { FormState } from "#features/estimate/form/workflow-form.ts";

/** How the comparison of packages depends on the fields of one workflow copy. */
export interface FormComparison {
  /** The field of the chosen package; undefined for workflows without packages. */
  readonly choice: string | undefined;
  /** Whether editing a top-level field invalidates the comparison. */
  readonly isClearedBy: (key: string) => boolean;
  /** Whether the comparison depends on a top-level field. */
  readonly dependsOn: (property: string) => boolean;
  /** Whether these top-level fields (all if omitted) include the comparison. */
  readonly includesComparison: (properties: readonly string[] | undefined) => boolean;
  /** The top-level fields on the package step. */
  readonly propertiesBeside: () => readonly string[];
  /** Convert to and from the engine's shape. */
  readonly asStored: (options: readonly OptionItems[]) => readonly WorkflowComparison[];
  readonly asOptions: (stored: readonly WorkflowComparison[]) => readonly OptionItems[];
  /** With the packages' current amounts. */
  readonly refreshed: (compared: FormState) => readonly OptionItems[];
  /** Whether the two differ in anything but ids. */
  readonly isDifferent: (one: FormState, other: FormState) => boolean;
}

export function createFormComparison({
  copy: { workflowId, workflowEstimateId },
  book,
}: {
  copy: EstimateCopy;
  book: IndexedPriceBook;
}): FormComparison {
  const copy = { workflowId, workflowEstimateId };
  const choice = packageFields(workflowId)?.choice;
  const asStored: FormComparison["asStored"] = (options) => asComparisons(workflowId, options, workflowEstimateId);
  const asOptions: FormComparison["asOptions"] = (stored) =>
    stored.map(({ fieldOptionId, items }) => ({ fieldOptionId, items }));
  const refreshed: FormComparison["refreshed"] = ({ values, comparisons }) =>
    asOptions(refreshComparison({ copy, values, comparisons: asStored(comparisons), book }));
  const isClearedBy: FormComparison["isClearedBy"] = (key) => choice !== undefined && clearsComparison(key);
  return {
    choice,
    isClearedBy,
    dependsOn: (property) => property === choice || isClearedBy(property),
    includesComparison: (properties) => properties === undefined || properties.includes(choice ?? ""),
    propertiesBeside: () =>
      SECTIONS.filter((section) => section.workflowId === workflowId)
        .map(sectionProperties)
        .find((properties) => choice !== undefined && properties.includes(choice)) ?? [],
    asStored,
    asOptions,
    refreshed,
    isDifferent: (one, other) => !isSameComparison(refreshed(one), refreshed(other), isSameContent),
  };
}

export const withNewIds = (
  comparisons: readonly OptionItems[],
  newIds: ReadonlyMap<number, number>,
): readonly OptionItems[] => comparisons.map((each) => ({ ...each, items: mapItemIds(each.items, newIds) }));

/** Whether both hold the same packages in the same order with the same items. */
export const isSameComparison = (
  one: readonly OptionItems[],
  other: readonly OptionItems[],
  isSame: typeof isSameItems = isSameItems,
): boolean =>
  one.length === other.length &&
  one.every(({ fieldOptionId, items }, index) => {
    const that = other[index];
    return (
      that?.fieldOptionId === fieldOptionId &&
      isSame(items as readonly StoredEstimateItem[], that.items as readonly StoredEstimateItem[])
    );
  });
