import { isCompositeSoffitIncomplete } from "#catalogue/building-blocks/soffit.ts";
import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { quantityBounds } from "#form/defaults.ts";
import { AMOUNT_NAMES, linesOf, type AmountName, type FormLine } from "#form/form-values.ts";
import { lineQuantity } from "#form/line-quantity.ts";
import { scopesAt, type LineScope } from "#form/line-scope.ts";
import { validOptions } from "#price-book/choices.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { AMOUNT_LABELS } from "#pricing/formulas.ts";
import { fieldProblemTexts, type FieldProblem, type FieldProblemCode } from "./field-problem.ts";
import { isOnStep } from "./is-on-step.ts";
import { isPrice } from "./is-price.ts";

/** A line with the inputs of its rules. */
interface ValidatedLine {
  readonly field: FieldDefinition;
  readonly line: FormLine;
  readonly scope: LineScope;
  readonly book: IndexedPriceBook;
  /** The path up to the line's index: "gutter.0". */
  readonly path: string;
  /** The quantity is calculated or locked, so the person could not fix it. */
  readonly isLocked: boolean;
}

type Member = "value" | "quantity" | AmountName;

const problemAt = (
  { field, line, path }: ValidatedLine,
  member: Member,
  code: FieldProblemCode,
  text: string,
): FieldProblem => ({ path: `${path}.${member}`, fieldId: field.id, lineId: line.id, code, text });

const requiredAt = (validated: ValidatedLine, member: Member): FieldProblem =>
  problemAt(validated, member, "required", fieldProblemTexts.required(validated.field.label));

const isBlank = (value: string | null): boolean => value === null || value.trim() === "";

/**
 * Whether the choice beside it that determines the options here is required and missing: then that is reported, and this could not be
 * fixed.
 */
const waitsForChoice = ({ field, scope, book }: ValidatedLine): boolean =>
  field.parentId !== null &&
  book.entryOf(field).restrictions.some(({ key }) => {
    const deciding = fieldByKey(field.workflowId, key);
    const isRequiredBeside = deciding?.parentId === field.parentId && !deciding.allowNull;
    return isRequiredBeside && scopesAt(scope, key).every(({ line }) => isBlank(line?.value ?? null));
  });

/** A choice must be offered here; the list's placeholder, an empty value, is not a choice (1.§5). */
function validateChoice(validated: ValidatedLine): readonly FieldProblem[] {
  const { field, line, scope, book } = validated;
  if (line.value === null || waitsForChoice(validated)) return [];
  if (validOptions(book.entryOf(field), scope).some(({ id }) => id === line.value)) return [];
  return [problemAt(validated, "value", "invalidOption", fieldProblemTexts.invalidOption(field.label))];
}

const isPriced = ({ amounts }: FormLine): boolean => AMOUNT_NAMES.some((name) => (amounts?.[name] ?? 0) !== 0);

/** A value is required if the field says so, or if a quantity or cost was entered (1.§5). */
function validatePresence(validated: ValidatedLine): readonly FieldProblem[] {
  const { field, line } = validated;
  if (field.dataType === "number" || field.dataType === "boolean" || !isBlank(line.value)) return [];
  const counts = field.allowQuantityChange && (line.quantity ?? 0) > 0;
  // An empty value of a dropdown is its placeholder, which another rule reports.
  if (field.dataType === "dropdown" && line.value !== null) return [];
  return !field.allowNull || counts || isPriced(line) ? [requiredAt(validated, "value")] : [];
}

function validateQuantity(validated: ValidatedLine): readonly FieldProblem[] {
  const { field, line, book, isLocked } = validated;
  if (!field.allowQuantityChange || field.defaultOne || isLocked) return [];
  const { quantity } = line;
  if (quantity === null) return [requiredAt(validated, "quantity")];
  const { label } = field;
  const { min, max, step } = quantityBounds(book, field);
  if (!(quantity >= min)) return [problemAt(validated, "quantity", "tooSmall", fieldProblemTexts.tooSmall(label, min))];
  if (quantity > max) return [problemAt(validated, "quantity", "tooLarge", fieldProblemTexts.tooLarge(label, max))];
  if (step === 0 || isOnStep({ value: quantity, base: min, step })) return [];
  return [problemAt(validated, "quantity", "offStep", fieldProblemTexts.offStep(label, step))];
}

function validateAmounts(validated: ValidatedLine): readonly FieldProblem[] {
  const { field, line } = validated;
  const { amounts } = line;
  if (!field.allowPriceChange || !amounts) return [];
  return AMOUNT_NAMES.filter((name) => !isPrice(amounts[name])).map((name) =>
    problemAt(validated, name, "priceOutOfRange", fieldProblemTexts.priceOutOfRange(AMOUNT_LABELS[name])),
  );
}

/** Composite soffit needs both a length and pieces, or neither (3.§5). */
function validateSoffit(validated: ValidatedLine): readonly FieldProblem[] {
  const { field, line } = validated;
  if (field.key !== "compositeSoffit") return [];
  const length = linesOf(line.children, "length")[0]?.quantity ?? 0;
  if (!isCompositeSoffitIncomplete({ length, quantity: lineQuantity(field, line) })) return [];
  const text = fieldProblemTexts.incompleteSoffit(field.label);
  return [problemAt(validated, "quantity", "incompleteSoffit", text)];
}

const RULES = [validateChoice, validatePresence, validateQuantity, validateAmounts, validateSoffit] as const;

/** Every problem of a line itself, without its children's. */
export const validateLine = (validated: ValidatedLine): readonly FieldProblem[] =>
  RULES.flatMap((rule) => (rule === validateChoice && validated.field.dataType !== "dropdown" ? [] : rule(validated)));
