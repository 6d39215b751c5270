import { workflowDefinitions } from "./workflow-definitions.ts";
import type { FieldDefinition, FieldId } from "./define-fields.ts";
import type { SectionDefinition } from "./define-sections.ts";

/* Looks up fields and sections of all workflows by id, key or property. */

/** Every field of every workflow, a parent before its children. */
export const FIELDS: readonly FieldDefinition[] = workflowDefinitions.flatMap(({ fields }) => fields.definitions);

/** Every section of every workflow, in the order of its steps, Notes and Discount last. */
export const SECTIONS: readonly SectionDefinition[] = workflowDefinitions.flatMap(({ sections }) => sections);

const byId = new Map<string, FieldDefinition>(FIELDS.map((field) => [field.id, field]));
/* By workflow and key, because formulas look up keys on every keystroke. */
const byKey = new Map<number, ReadonlyMap<string, FieldDefinition>>(
  workflowDefinitions.map(({ fields }) => [
    fields.workflowId,
    new Map(fields.definitions.map((field) => [field.key, field])),
  ]),
);

export const findField = (id: string): FieldDefinition | undefined => byId.get(id);

/** Throws a RangeError for an unknown id; use `findField` for ids from outside. */
export function fieldById(id: FieldId): FieldDefinition {
  const field = byId.get(id);
  if (!field) throw new RangeError(`No field has the id ${id}.`);
  return field;
}

/** The field of a workflow by its key ("gutter.gutterType"). */
export const fieldByKey = (workflowId: number, key: string): FieldDefinition | undefined =>
  byKey.get(workflowId)?.get(key);

/** Throws a RangeError for an unknown key. */
export function requireField(workflowId: number, key: string): FieldDefinition {
  const field = fieldByKey(workflowId, key);
  if (!field) throw new RangeError(`Workflow ${workflowId} has no field "${key}".`);
  return field;
}

/** The field of an option id: 1.36 for 1.36.1. */
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

/** A workflow's top-level fields, in catalogue order. */
export const topLevelFields = (workflowId: number): readonly FieldDefinition[] =>
  topLevelByWorkflow.get(workflowId) ?? [];

const childrenById = new Map<FieldId, readonly FieldDefinition[]>(
  FIELDS.map((field) => [field.id, field.childIds.map(fieldById)]),
);

export const childFields = (field: FieldDefinition): readonly FieldDefinition[] => childrenById.get(field.id) ?? [];
