import type { WorkflowId } from "#workflows.ts";
import type { FieldKeyOf, WorkflowFields } from "./define-fields.ts";

/** A calculated line of text: 'Trim Coil Need', 'Material needed', entered versus total squares. */
export type DerivedTextName =
  | "trimCoilNeed"
  | "soffitMaterialNeeded"
  | "interiorTrimNeed"
  | "exteriorTrimNeed"
  | "totalAccentArea"
  | "pitchSquares"
  | "totalWindows"
  | "packageNotApplicable";

/** A row of a form: a field with its children, or a calculated text. */
export type FormRow<Key extends string = string> =
  | Key
  | { readonly field: Key; readonly control?: "swatches" | "cards" }
  | { readonly text: DerivedTextName };

/** A titled block of rows; `hasTotal` adds a TOTAL row with the sum of its rows. */
export interface FormGroup<Key extends string = string> {
  readonly title: string;
  readonly rows: readonly FormRow<Key>[];
  readonly hasTotal?: true;
}

/** A step of a workflow, or its Notes or Discount section with order 0 (1.§2, 2.§2.1, 3.§2). */
export interface SectionDefinition<Key extends string = string> {
  readonly id: number;
  readonly workflowId: WorkflowId;
  /** The step's number in its route; 0 for sections that are not steps. */
  readonly order: number;
  readonly name: string;
  /** The form's component name. */
  readonly component: string;
  /** Shown only after the salesperson adds it. */
  readonly optional: boolean;
  readonly groups: readonly FormGroup<Key>[];
}

type SectionSpecification<Key extends string> = Omit<SectionDefinition<Key>, "workflowId" | "optional" | "order"> & {
  readonly optional?: true;
};

/** Offset of Notes in every workflow; Notes and Discount have fields n.998, n.999 and n.997 (2.§1). */
const NOTES_OFFSET = 98;
const DISCOUNT_OFFSET = 99;

/**
 * Defines the steps of a workflow, numbered in order, and then Notes and Discount with order 0. A row that names a missing field does not
 * compile.
 */
export function defineSections<Fields extends WorkflowFields>(
  fields: Fields,
  steps: readonly SectionSpecification<FieldKeyOf<Fields>>[],
): readonly SectionDefinition[] {
  const { workflowId } = fields;
  const outside = (offset: number, name: string, rows: readonly string[]): SectionDefinition => ({
    id: workflowId * 100 + offset,
    workflowId,
    order: 0,
    name,
    component: `${name.toLowerCase()}-section`,
    optional: false,
    groups: [{ title: name, rows }],
  });
  return [
    ...steps.map((step, index) => ({ ...step, workflowId, order: index + 1, optional: step.optional ?? false })),
    outside(NOTES_OFFSET, "Notes", ["notes"]),
    outside(DISCOUNT_OFFSET, "Discount", ["discount", "margin"]),
  ];
}
