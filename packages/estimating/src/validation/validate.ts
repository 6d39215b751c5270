import { childFields, fieldById, topLevelFields } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { COMPARISON_OPTIONS } from "#form/comparisons.ts";
import { linesOf, type FormLine, type WorkflowValues } from "#form/form-values.ts";
import { lineQuantity } from "#form/line-quantity.ts";
import { scopeBelow, workflowScope, type LineScope } from "#form/line-scope.ts";
import { fieldState } from "#form/states/field-state.ts";
import { INSTALL_PITCH, installPitchField, isPitchTotalRight } from "#form/states/install-pitch.ts";
import { selectIndexedVariant } from "#price-book/choices.ts";
import { FORCED_QUANTITY_FIELDS } from "#form/forced-quantity.ts";
import { isPackageApplicable, packageFields, requiredChoices } from "#form/states/package-choice.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { isPriced } from "#pricing/unit-amounts.ts";
import { fieldProblemTexts, type FieldProblem } from "./field-problem.ts";
import { validateLine } from "./validate-line.ts";

export interface ValidationContext {
  readonly workflowId: number;
  readonly values: WorkflowValues;
  readonly book: IndexedPriceBook;
  /** The top-level fields of the section that is saved; left out, those of the whole workflow. */
  readonly keys?: readonly string[];
  /** The packages that are compared, where a comparison is part of what is saved. */
  readonly comparison?: readonly string[];
  /** For values that come from elsewhere than a form, which empties what it hides: nobody pays for what they cannot see. */
  readonly refusesHidden?: true;
}

/** Discount and margin are saved by a call of their own, and looked at only when they are named. */
const isClosingField = ({ key }: FieldDefinition): boolean => key === "discount" || key === "margin";

/** A hidden row that would be priced goes with nothing that is chosen around it. */
function refuseHidden(field: FieldDefinition, line: FormLine, path: string): readonly FieldProblem[] {
  if (lineQuantity(field, line) === 0) return [];
  const member = field.dataType === "number" ? "quantity" : "value";
  const text = fieldProblemTexts.invalidOption(field.label);
  return [{ path: `${path}.${member}`, fieldId: field.id, lineId: line.id, code: "invalidOption", text }];
}

/**
 * Of a row that is priced by what is chosen below it (a gutter by its type), a quantity needs such a choice (1.§5): without one
 * it would cost nothing, and nobody would be told.
 */
function requirePricedChoice(
  book: IndexedPriceBook,
  field: FieldDefinition,
  line: FormLine,
  path: string,
): readonly FieldProblem[] {
  if (field.dataType !== "number" || field.defaultOne || lineQuantity(field, line) <= 0) return [];
  if (isPriced(book, field)) return [];
  const choices = childFields(field).filter((child) => child.dataType === "dropdown" && isPriced(book, child));
  const [first] = choices;
  const isMade = ({ property }: FieldDefinition) =>
    linesOf(line.children, property).some(({ value }) => value !== null);
  // A choice that may never stay empty is told by itself.
  if (!first || choices.some((child) => !child.allowNull || isMade(child))) return [];
  const lineId = linesOf(line.children, first.property)[0]?.id ?? null;
  const text = fieldProblemTexts.required(first.label);
  return [{ path: `${path}.${first.property}.0.value`, fieldId: first.id, lineId, code: "required", text }];
}

/**
 * A choice with a quantity of its own is not stored without one. What is priced by it (prefabricated flashing by its type) would
 * stay without a price then, so it asks for the quantity as well.
 */
function requireQuantityOfPricing(
  book: IndexedPriceBook,
  {
    field,
    line,
    outer,
    path,
    siblings,
  }: {
    readonly field: FieldDefinition;
    readonly line: FormLine;
    readonly outer: LineScope;
    readonly path: string;
    readonly siblings: readonly FieldDefinition[];
  },
): readonly FieldProblem[] {
  const hasOwnQuantity = field.dataType === "dropdown" && field.allowQuantityChange && !field.defaultOne;
  if (!hasOwnQuantity || line.value === null || line.quantity !== 0 || FORCED_QUANTITY_FIELDS.has(field.id)) return [];
  const isPricedByChoice = (sibling: FieldDefinition): boolean =>
    linesOf(outer.lines, sibling.property).some(
      (each) =>
        lineQuantity(sibling, each) > 0 &&
        selectIndexedVariant(book.entryOf(sibling), each.value, outer)?.parents.some(
          ({ optionId }) => optionId === line.value,
        ) === true,
    );
  const priced = siblings.find((sibling) => sibling !== field && isPricedByChoice(sibling));
  if (!priced) return [];
  const text = fieldProblemTexts.missingQuantity(field.label, priced.label);
  return [{ path: `${path}.quantity`, fieldId: field.id, lineId: line.id, code: "missingQuantity", text }];
}

function validateField(
  context: ValidationContext,
  field: FieldDefinition,
  outer: LineScope,
  prefix: string,
): readonly FieldProblem[] {
  const { workflowId, book } = context;
  const { key, property, label } = field;
  const lines = linesOf(outer.lines, property);
  if (lines.length === 0) {
    if (field.allowNull || field.allowMultiple || field.dataType === "boolean") return [];
    const { visible, readOnly } = fieldState({ workflowId, key, scope: outer, book });
    if (!visible || readOnly) return [];
    const member = field.dataType === "number" ? "quantity" : "value";
    const path = `${prefix}${property}.0.${member}`;
    return [{ path, fieldId: field.id, lineId: null, code: "required", text: fieldProblemTexts.required(label) }];
  }
  return lines.flatMap((line, index) => {
    const scope = scopeBelow(outer, property, line);
    const { visible, disabled, readOnly } = fieldState({ workflowId, key, scope, book });
    const path = `${prefix}${property}.${index}`;
    if (!visible) return context.refusesHidden ? refuseHidden(field, line, path) : [];
    const isLocked = disabled || readOnly;
    return [
      ...validateLine({ field, line, scope, book, path, isLocked }),
      ...(isLocked ? [] : requirePricedChoice(book, field, line, path)),
      ...(isLocked ? [] : requireQuantityOfPricing(book, { field, line, outer, path, siblings: siblingsOf(field) })),
      ...childFields(field).flatMap((child) => validateField(context, child, scope, `${path}.`)),
    ];
  });
}

/** The fields that stand beside a field, with itself. */
function siblingsOf({ workflowId, ancestors }: FieldDefinition): readonly FieldDefinition[] {
  const parentId = ancestors.at(-1);
  return parentId === undefined ? topLevelFields(workflowId) : childFields(fieldById(parentId));
}

const isAsked = ({ keys }: ValidationContext, key: string): boolean => keys === undefined || keys.includes(key);

/** The squares of all pitches must be those of the material (1.§5). */
function validatePitches(context: ValidationContext): readonly FieldProblem[] {
  const field = installPitchField(context.workflowId);
  if (!field || !isAsked(context, INSTALL_PITCH) || isPitchTotalRight(context)) return [];
  return [
    {
      path: INSTALL_PITCH,
      fieldId: field.id,
      lineId: null,
      code: "pitchTotal",
      text: fieldProblemTexts.pitchTotal(),
    },
  ];
}

/** Where the package's step is saved and there are squares for one, package and installation are required (3.§5). */
function validatePackage(context: ValidationContext): readonly FieldProblem[] {
  const { workflowId, values, keys } = context;
  const fields = packageFields(workflowId);
  if (!fields || !keys?.includes(fields.choice) || !isPackageApplicable(workflowId, values)) return [];
  const required = requiredChoices(workflowId, values);
  return topLevelFields(workflowId).flatMap(({ id, key, label }): readonly FieldProblem[] => {
    const line = linesOf(values, key)[0];
    // A quantity without a choice is told by the line itself.
    if (!required.includes(key) || line?.value || (line?.quantity ?? 0) > 0) return [];
    const text = fieldProblemTexts.required(label);
    return [{ path: `${key}.0.value`, fieldId: id, lineId: line?.id ?? null, code: "required", text }];
  });
}

/** One to three packages are compared, where there is something to put a package on (1.§5). */
function validateComparison(context: ValidationContext): readonly FieldProblem[] {
  const { workflowId, values, comparison } = context;
  const fields = packageFields(workflowId);
  if (!comparison || !fields || !isAsked(context, fields.choice) || !isPackageApplicable(workflowId, values)) return [];
  const { min, max } = COMPARISON_OPTIONS;
  if (comparison.length >= min && comparison.length <= max) return [];
  return [
    { path: "comparison", fieldId: null, lineId: null, code: "comparison", text: fieldProblemTexts.comparison() },
  ];
}

/** Everything that stands in the way of saving, all at once, in the order of the catalogue (1.§5). Hidden fields do not. */
export function validateWorkflow(context: ValidationContext): readonly FieldProblem[] {
  const { workflowId, values, keys } = context;
  const scope = workflowScope(values);
  const asked = topLevelFields(workflowId).filter(
    (field) => isAsked(context, field.key) && (keys !== undefined || !isClosingField(field)),
  );
  return [
    ...asked.flatMap((field) => validateField(context, field, scope, "")),
    ...validatePitches(context),
    ...validatePackage(context),
    ...validateComparison(context),
  ];
}
