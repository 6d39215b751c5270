import { workflowDefinitions } from "./workflow-definitions.ts";
import type { FieldDefinition, FieldId } from "./define-fields.ts";
import type { SectionDefinition } from "./define-sections.ts";

/*
 * Looking things up in the catalogue: every field and section of all workflows, by id, by key, by property.
 */

/** Every field of every workflow, a parent before its children. */
export const FIELDS: readonly FieldDefinition[] = workflowDefinitions.flatMap(({ fields }) => fields.definitions);

/** Every section of every workflow, in the order of its steps, Notes and Discount last. */
export const SECTIONS: readonly SectionDefinition[] = workflowDefinitions.flatMap(({ sections }) => sections);

const byId = new Map<string, FieldDefinition>(FIELDS.map((field) => [field.id, field]));
/* By workflow, then by the key as it stands: formulas look keys up with every keystroke. */
const byKey = new Map<number, ReadonlyMap<string, FieldDefinition>>(
  workflowDefinitions.map(({ fields }) => [
    fields.workflowId,
    new Map(fields.definitions.map((field) => [field.key, field])),
  ]),
);

export const findField = (id: string): FieldDefinition | undefined => byId.get(id);

/** Throws a RangeError for an id that is not in the catalogue: ids in code are known, ids from outside go through `findField`. */
export function fieldById(id: FieldId): FieldDefinition {
  const field = byId.get(id);
  if (!field) throw new RangeError(`No field has the id ${id}.`);
  return field;
}

/** The field of a workflow by its key ("gutter.gutterType"). */
export const fieldByKey = (workflowId: number, key: string): FieldDefinition | undefined =>
  byKey.get(workflowId)?.get(key);

/** The field that an option id belongs to: 1.36 for 1.36.1. */
export const fieldOfOption = (optionId: string): FieldDefinition | undefined =>
  byId.get(optionId.slice(0, optionId.lastIndexOf(".")));

const WORKFLOW_OF_FIELD_ID = /^(\d+)\.\d+$/;

/** The workflow number before the dot; 0 if the shape does not match (3.§5). */
export const workflowOfFieldId = (id: string): number => Number(WORKFLOW_OF_FIELD_ID.exec(id)?.[1] ?? 0);

const topLevelByWorkflow = new Map<number, readonly FieldDefinition[]>(
  workflowDefinitions.map(({ fields }) => [
    fields.workflowId,
    fields.definitions.filter(({ parentId }) => parentId === null),
  ]),
);

/** A workflow's fields that stand on their own, in catalogue order. */
export const topLevelFields = (workflowId: number): readonly FieldDefinition[] =>
  topLevelByWorkflow.get(workflowId) ?? [];

const childrenById = new Map<FieldId, readonly FieldDefinition[]>(
  FIELDS.map((field) => [field.id, field.childIds.map(fieldById)]),
);

export const childFields = (field: FieldDefinition): readonly FieldDefinition[] => childrenById.get(field.id) ?? [];
