import { childFields, fieldById, topLevelFields } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { COMPARISON_OPTIONS } from "#form/comparisons.ts";
import type { FilledForm } from "#form/filled-form.ts";
import { linesOf, type FormLine } from "#form/form-values.ts";
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

export interface ValidationContext extends FilledForm {
  /** The top-level fields of the saved section; if omitted, the whole workflow. */
  readonly keys?: readonly string[];
  /** The compared packages, if the comparison is saved. */
  readonly comparison?: readonly string[];
  /** For values from outside a form: forms clear hidden fields, because no one may pay for what they cannot see. */
  readonly refusesHidden?: true;
}

/** Discount and margin are saved separately, and only validated if they are named. */
const isClosingField = ({ key }: FieldDefinition): boolean => key === "discount" || key === "margin";

/** A hidden row with a price does not fit the choices around it. */
function refuseHidden(field: FieldDefinition, line: FormLine, path: string): readonly FieldProblem[] {
  if (lineQuantity(field, line) === 0) return [];
  const member = field.dataType === "number" ? "quantity" : "value";
  const text = fieldProblemTexts.invalidOption(field.label);
  return [{ path: `${path}.${member}`, fieldId: field.id, lineId: line.id, code: "invalidOption", text }];
}

/**
 * A row that is priced by a child choice (a gutter by its type) needs that choice if it has a quantity (1.§5); otherwise it would cost
 * nothing without notice.
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
  // A required choice reports itself.
  if (!first || choices.some((child) => !child.allowNull || isMade(child))) return [];
  const lineId = linesOf(line.children, first.property)[0]?.id ?? null;
  const text = fieldProblemTexts.required(first.label);
  return [{ path: `${path}.${first.property}.0.value`, fieldId: first.id, lineId, code: "required", text }];
}

/**
 * A choice with its own quantity is dropped without one. If it determines a price (prefabricated flashing by its type), the price would be
 * lost, so the quantity is required.
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

function siblingsOf({ workflowId, ancestors }: FieldDefinition): readonly FieldDefinition[] {
  const parentId = ancestors.at(-1);
  return parentId === undefined ? topLevelFields(workflowId) : childFields(fieldById(parentId));
}

const isAsked = ({ keys }: ValidationContext, key: string): boolean => keys === undefined || keys.includes(key);

/** The squares of all pitches must equal those of the material (1.§5). */
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

/** Package and installation are required if the package step is saved and there are squares for one (3.§5). */
function validatePackage(context: ValidationContext): readonly FieldProblem[] {
  const { workflowId, values, keys } = context;
  const fields = packageFields(workflowId);
  if (!fields || !keys?.includes(fields.choice) || !isPackageApplicable(workflowId, values)) return [];
  const required = requiredChoices(workflowId, values);
  return topLevelFields(workflowId).flatMap(({ id, key, label }): readonly FieldProblem[] => {
    const line = linesOf(values, key)[0];
    // The line itself reports a quantity without a choice.
    if (!required.includes(key) || line?.value || (line?.quantity ?? 0) > 0) return [];
    const text = fieldProblemTexts.required(label);
    return [{ path: `${key}.0.value`, fieldId: id, lineId: line?.id ?? null, code: "required", text }];
  });
}

/** One to three packages are compared, if a package is possible (1.§5). */
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

/** Every problem that blocks saving, in catalogue order (1.§5). Hidden fields have none. */
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
