import {
  pick,
  SECTION_PAIR_ID,
  sectionRecord,
  UNORDERED_SECTION,
  workflowRecord,
  type EstimateSection,
  type EstimateWorkflow,
  type StoredEstimateSection,
  type StoredEstimateWorkflow,
} from "@ridgebook/contract";
import { SECTIONS, WORKFLOWS, type WorkflowId } from "@ridgebook/estimating";
import type { SectionRow, WorkflowRow } from "./workflow-repository.ts";

const sectionById = new Map(SECTIONS.map((section) => [section.id, section]));
const placeOfWorkflow = new Map<number, number>(WORKFLOWS.map(({ id }, index) => [id, index]));

export const findSectionDefinition = (id: number) => sectionById.get(id);

/** A section with the company's settings over the catalogue's. */
export function toSection({ sectionOrder, ...row }: SectionRow): EstimateSection {
  const definition = sectionById.get(row.sectionId);
  return {
    id: row.sectionId,
    workflowId: row.workflowId as WorkflowId,
    ...pick({ ...row, order: sectionOrder ?? definition?.order ?? UNORDERED_SECTION }, sectionRecord.fields),
    name: definition?.name ?? "",
    component: definition?.component ?? "",
  };
}

/** Sections in display order: by workflow, steps first. */
export function sortSections(sections: readonly EstimateSection[]): EstimateSection[] {
  const place = ({ order }: EstimateSection): number => (order === 0 ? Infinity : order);
  return sections.toSorted(
    (left, right) =>
      (placeOfWorkflow.get(left.workflowId) ?? 0) - (placeOfWorkflow.get(right.workflowId) ?? 0) ||
      compare(place(left), place(right)) ||
      left.id - right.id,
  );
}
const compare = (left: number, right: number): number => (left === right ? 0 : left < right ? -1 : 1);

export const toWorkflow = (row: WorkflowRow, sections: readonly SectionRow[]): EstimateWorkflow => ({
  ...toStoredWorkflow(row),
  sections: sortSections(sections.filter(({ workflowId }) => workflowId === row.workflowId).map(toSection)),
});

export const sortWorkflows = (workflows: readonly EstimateWorkflow[]): EstimateWorkflow[] =>
  workflows.toSorted((left, right) => (placeOfWorkflow.get(left.id) ?? 0) - (placeOfWorkflow.get(right.id) ?? 0));

export const toStoredWorkflow = (row: WorkflowRow): StoredEstimateWorkflow => ({
  id: row.workflowId as WorkflowId,
  ...pick(row, workflowRecord.fields),
});

/** Stored by a unique id, since several sections have number -1. */
export const toStoredSection = (row: SectionRow): StoredEstimateSection => ({
  ...toSection(row),
  id: row.sectionId === SECTION_PAIR_ID ? row.workflowId * 100 : row.sectionId,
  sectionId: row.sectionId,
});
