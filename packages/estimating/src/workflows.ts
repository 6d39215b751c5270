/**
 * The workflows of an estimate, in display order (1.§1).
 *
 * The ids are the specification's and are stored with estimates; the order of this list is the order on screen and on documents.
 */
export const WORKFLOWS = [
  { id: 0, name: "General" },
  { id: 1, name: "Roofing" },
  { id: 2, name: "Siding" },
  { id: 3, name: "Windows & Doors" },
  { id: 4, name: "Gutters" },
  { id: 7, name: "Trim" },
  { id: 6, name: "Insulation" },
  { id: 5, name: "Repairs" },
] as const;

export type Workflow = (typeof WORKFLOWS)[number];
export type WorkflowId = Workflow["id"];

/** The workflows that a homeowner can ask for: all but General, which is for the whole estimate. */
export const workflowNames: readonly string[] = WORKFLOWS.filter(({ id }) => id !== 0).map(({ name }) => name);
