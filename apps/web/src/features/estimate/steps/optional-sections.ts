import { SECTION_PAIR_ID, SECTION_PAIRS, type Estimate, type EstimateCopy } from "@ridgebook/contract";
import { fieldIdsOf, propertiesOfSection } from "#features/estimate/steps/section-fields.ts";
import { numberOfSection, stepsOf, type CopyProgress } from "#features/estimate/steps/progress.ts";
import type { EstimateEdit, LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import type { SaveResult } from "#local-data/outbox/outbox.ts";
import type { LocalSection } from "#local-data/price-book/price-book.ts";

/** An optional step, or a pair of them, that a salesperson can add to a copy or remove (1.§4). */
export interface OptionalChoice {
  /** The section's id; -1 for the pair (EST-19). */
  readonly id: number;
  /** "Exterior lighting & gutters" */
  readonly title: string;
  /** The sections that are added and removed together. */
  readonly sectionIds: readonly number[];
  readonly isAdded: boolean;
}

const pairOf = (workflowId: number) => SECTION_PAIRS.find((pair) => pair.workflowId === workflowId);

/**
 * What can be added to a copy or removed, in section order. The members of a pair are offered only as the pair, and not at all if the
 * company has disabled the pair.
 */
export function optionalChoices({ workflow, summary }: CopyProgress): readonly OptionalChoice[] {
  const pairIds: readonly number[] = pairOf(workflow.id)?.sectionIds ?? [];
  const canBeAdded = ({ enabled, optional, order }: LocalSection): boolean => enabled && optional && order > 0;
  const isAdded = (id: number): boolean => summary.optionalSectionIds.includes(id);
  return workflow.sections.filter(canBeAdded).flatMap((section): OptionalChoice[] => {
    const { id, title } = section;
    if (id === SECTION_PAIR_ID) {
      const members = workflow.sections.filter((each) => pairIds.includes(each.id) && canBeAdded(each));
      const sectionIds = members.map((each) => each.id);
      return members.length === 0 ? [] : [{ id, title, sectionIds, isAdded: sectionIds.some(isAdded) }];
    }
    const isAlone = numberOfSection(section) > 0 && !pairIds.includes(id);
    return isAlone ? [{ id, title, sectionIds: [id], isAdded: isAdded(id) }] : [];
  });
}

/**
 * The optional sections of a copy after a toggle. Id -1 adds or removes both sections of the pair; adding an incomplete pair completes it
 * (EST-19).
 */
export function toggleSection({
  workflowId,
  optionalSectionIds,
  id,
  isAdded,
}: {
  workflowId: number;
  optionalSectionIds: readonly number[];
  id: number;
  /** Whether the section is added, not removed. */
  isAdded: boolean;
}): number[] {
  const meant: readonly number[] = id === SECTION_PAIR_ID ? (pairOf(workflowId)?.sectionIds ?? []) : [id];
  const others = optionalSectionIds.filter((each) => !meant.includes(each));
  return isAdded ? [...others, ...meant] : others;
}

/** Properties that only these sections show, and that are removed with them. */
export function ownProperties({
  sectionIds,
  ...progress
}: CopyProgress & { sectionIds: readonly number[] }): readonly string[] {
  const staying = new Set(
    stepsOf(progress)
      .filter(({ section }) => !sectionIds.includes(section.id))
      .flatMap(({ section }) => propertiesOfSection(section.id)),
  );
  return [...new Set(sectionIds.flatMap(propertiesOfSection))].filter((property) => !staying.has(property));
}

/** Counts a copy's top-level lines with these properties. */
export function countItems({
  items,
  copy,
  properties,
}: {
  items: Estimate["items"];
  copy: EstimateCopy;
  properties: readonly string[];
}): number {
  const ids = new Set<string>(fieldIdsOf(copy.workflowId, properties));
  return items.filter(
    ({ fieldId, parentItemId, workflowEstimateId }) =>
      parentItemId === null && workflowEstimateId === copy.workflowEstimateId && ids.has(fieldId),
  ).length;
}

/** The edit of a toggle: the sections, and the removal of what was entered in removed ones. */
export function toggleEdit({
  copy,
  optionalSectionIds,
  removedProperties,
}: {
  copy: EstimateCopy;
  optionalSectionIds: number[];
  removedProperties: readonly string[];
}): EstimateEdit {
  const fieldIds = [...fieldIdsOf(copy.workflowId, removedProperties)];
  const { workflowEstimateId } = copy;
  type Part = NonNullable<EstimateEdit["parts"]>[number];
  return {
    parts: [
      {
        workflowId: copy.workflowId as Part["workflowId"],
        workflowEstimateId,
        optionalSectionIds,
        ...(fieldIds.length > 0 && { fieldIds, items: [] }),
      },
    ],
  };
}

/**
 * Saves a toggle immediately (EST-18). If it is refused, the estimate stays as it was and the error is reported (EST-20). Resolves to
 * whether it was saved.
 *
 * @param onSaved called only after a successful save, because a refused removal must keep unsaved edits
 */
export async function saveToggle({
  estimate,
  edit,
  save,
  reportFailure,
  onSaved,
}: {
  estimate: LocalEstimate;
  edit: EstimateEdit;
  save: (
    id: number,
    edit: EstimateEdit,
    options: { from: LocalEstimate; takesBackRefusal: true },
  ) => Promise<SaveResult>;
  reportFailure: (error: unknown) => Promise<void>;
  onSaved: () => void;
}): Promise<boolean> {
  try {
    const result = await save(estimate.id, edit, { from: estimate, takesBackRefusal: true });
    if (result.outcome !== "refused") {
      onSaved();
      return true;
    }
    await reportFailure(result.problem);
  } catch (error) {
    await reportFailure(error);
  }
  return false;
}
