import {
  copiesOf,
  emptySummary,
  summaryKey,
  type Estimate,
  type EstimateMembers,
  type EstimateTemplate,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import {
  fromItems,
  fromTemplateLines,
  itemsOfCopy,
  lineName,
  offeredItems,
  repriceItems,
  type IndexedPriceBook,
  type NextId,
  type WorkflowValues,
} from "@ridgebook/estimating";

/** The template's choices for a workflow copy, used until each of its steps is saved. */
interface CopyStart {
  /** `summaryKey` of the copy. */
  readonly copyKey: string;
  readonly values: WorkflowValues;
}

/** The contents of a new estimate from a template. */
export interface EstimateOfTemplate extends Pick<EstimateMembers, "workflowIds" | "duplicateWorkflows"> {
  /** Priced items; none for a template without quantities. */
  readonly items: StoredEstimateItem[];
  readonly workflowSummaries: Estimate["workflowSummaries"];
  /** The choices of a template without quantities, because items of an estimate need a quantity. */
  readonly starts: readonly CopyStart[];
  /** Choices that the price book does not offer or has no price for, by name. */
  readonly lost: readonly string[];
}

/**
 * Converts a template to the contents of a new estimate, priced from `book` and with ids from `nextId`. Leaves out work that the
 * company does not offer any more (`isOffered`).
 */
export function estimateOfTemplate(
  template: Pick<
    EstimateTemplate,
    "workflowIds" | "duplicateWorkflows" | "holdsQuantities" | "lines" | "optionalSections"
  >,
  { book, nextId, isOffered }: { book: IndexedPriceBook; nextId: NextId; isOffered: (workflowId: number) => boolean },
): EstimateOfTemplate {
  const workflowIds = template.workflowIds.filter(isOffered);
  const duplicateWorkflows = template.duplicateWorkflows.filter(({ workflowId }) => workflowIds.includes(workflowId));
  const newIds = new Map(template.lines.map(({ id }) => [id, nextId()]));
  const newId = (id: number): number => newIds.get(id) ?? id;
  const items: StoredEstimateItem[] = fromTemplateLines(template.lines).map((item) => ({
    ...item,
    id: newId(item.id),
    parentItemId: item.parentItemId === null ? null : newId(item.parentItemId),
  }));
  const copies = copiesOf({ workflowIds, duplicateWorkflows }).map((copy) => {
    const own = itemsOfCopy(items, copy);
    const kept = template.holdsQuantities ? repriceItems(own, copy, book) : offeredItems(own, book);
    return { copy, own, kept };
  });
  const keptIds = new Set(copies.flatMap(({ kept }) => kept.map(({ id }) => id)));
  const lost = copies.flatMap(({ own }) => own.filter(({ id }) => !keptIds.has(id)).map(lineName));
  const optional = template.optionalSections.map(({ sectionIds, ...copy }) => ({
    ...emptySummary(copy),
    optionalSectionIds: sectionIds,
  }));
  return {
    workflowIds,
    duplicateWorkflows,
    items: template.holdsQuantities ? copies.flatMap(({ kept }) => kept) : [],
    workflowSummaries: Object.fromEntries(
      optional.filter(({ workflowId }) => workflowIds.includes(workflowId)).map((each) => [summaryKey(each), each]),
    ),
    starts: template.holdsQuantities
      ? []
      : copies
          .filter(({ kept }) => kept.length > 0)
          .map(({ copy, kept }) => ({ copyKey: summaryKey(copy), values: fromItems({ ...copy, items: kept }) })),
    lost: [...new Set(lost)],
  };
}
