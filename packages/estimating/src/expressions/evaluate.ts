import { comparableText } from "#comparable-text.ts";
import { requireField } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { lineQuantity } from "#form/line-quantity.ts";
import { outermostScope, scopesAt, type LineScope } from "#form/line-scope.ts";
import { boundsOf, type IndexedPriceBook } from "#price-book/index-price-book.ts";
import { conversionsFor } from "#price-book/choices.ts";
import { withoutNoise } from "#rounding.ts";
import { binaryArithmetic, roundingArithmetic } from "./arithmetic.ts";
import type { Expression, Match } from "./expression.ts";

export interface FormulaScope {
  readonly workflowId: number;
  readonly book: IndexedPriceBook;
  /** The formula's field: for its step and its own line's conversions. */
  readonly field: FieldDefinition;
  /** The formula's own line, or the place where it would be. */
  readonly scope: LineScope;
}

interface Inputs {
  readonly [name: string]: number;
}

/** The step of a rounding, and the base that it counts from. */
export function stepsOf(
  { book, field }: FormulaScope,
  { fromMin }: { readonly fromMin?: true },
): { readonly step: number; readonly base: number } {
  const { min, step } = boundsOf(book.entryOf(field));
  return { step, base: fromMin ? min : 0 };
}

export function readQuantity({ workflowId, scope }: FormulaScope, key: string): number {
  const definition = requireField(workflowId, key);
  let total = 0;
  for (const { line } of scopesAt(scope, key)) if (line) total += lineQuantity(definition, line);
  return withoutNoise(total);
}

type ConversionOf = Extract<Expression, { kind: "conversion" }>;

/** The field of a conversion, and its choice. */
function conversionChoice({ workflowId, field, scope }: FormulaScope, { of }: ConversionOf) {
  const definition = of === null ? field : requireField(workflowId, of);
  const at = of === null ? (scope.key === field.key ? scope : undefined) : scopesAt(scope, of)[0];
  return { definition, at, optionId: at?.line?.value ?? null };
}

/** A conversion of the choice at a key; `orElse` if it is 0 or missing. */
export function readConversion(formula: FormulaScope, expression: ConversionOf): number {
  const { definition, at, optionId } = conversionChoice(formula, expression);
  const conversions = conversionsFor(formula.book.entryOf(definition), optionId, at ?? formula.scope);
  return conversions[`recommendedConversion${expression.index}`] || (expression.orElse ?? 0);
}

/** The text of the choice that a conversion belongs to; null if nothing is chosen. */
export function readConversionOption(formula: FormulaScope, expression: ConversionOf): string | null {
  const { definition, optionId } = conversionChoice(formula, expression);
  return formula.book.entryOf(definition).optionById.get(optionId ?? "")?.value ?? null;
}

type SettingOf = Extract<Expression, { kind: "setting" }>;

/** The field whose price book entry has a setting. */
export const fieldOfSetting = ({ workflowId, field }: FormulaScope, { of }: SettingOf): FieldDefinition =>
  of === null ? field : requireField(workflowId, of);

/** A setting of the price book: 1 for true, 0 if missing. */
export const readSetting = (formula: FormulaScope, expression: SettingOf): number =>
  Number(formula.book.entryOf(fieldOfSetting(formula, expression)).entry[expression.name] ?? 0);

/** The text at a key: a dropdown's option text, or a string's value. */
function textAt({ workflowId, book }: FormulaScope, scope: LineScope, key: string): string | null {
  const value = scopesAt(scope, key)[0]?.line?.value;
  if (value === null || value === undefined || value === "") return null;
  const option = book.entryOf(requireField(workflowId, key)).optionById.get(value);
  return comparableText(option?.value ?? value);
}

/** The scopes of the lines that a sum counts. Empty texts match each other, because colors are optional (3.§2). */
export function countedScopes(
  formula: FormulaScope,
  over: string,
  matching: readonly Match[],
): readonly FormulaScope[] {
  const outermost = outermostScope(formula.scope);
  const asked = matching.map(({ asking }) => textAt(formula, formula.scope, asking));
  return scopesAt(over.startsWith(`${formula.scope.key}.`) ? formula.scope : outermost, over)
    .filter((scope) => matching.every(({ counted }, index) => textAt(formula, scope, counted) === asked[index]))
    .map((scope) => ({ ...formula, scope }));
}

type Compiled = (formula: FormulaScope | null, inputs: Inputs) => number;
const compiled = new WeakMap<Expression, Compiled>();

const NO_INPUTS: Inputs = {};

function needScope(formula: FormulaScope | null): FormulaScope {
  if (!formula) throw new TypeError("This formula reads fields; it cannot run on inputs alone.");
  return formula;
}

function build(expression: Expression): Compiled {
  switch (expression.kind) {
    case "constant":
      return () => expression.value;
    case "input": {
      const { name } = expression;
      return (_, inputs) => inputs[name] ?? 0;
    }
    case "quantity":
      return (formula) => readQuantity(needScope(formula), expression.of);
    case "conversion":
      return (formula) => readConversion(needScope(formula), expression);
    case "setting":
      return (formula) => readSetting(needScope(formula), expression);
    case "ifSet": {
      const then = compile(expression.then);
      const otherwise = compile(expression.otherwise);
      return (formula, inputs) =>
        readSetting(needScope(formula), expression.setting) === 0 ? otherwise(formula, inputs) : then(formula, inputs);
    }
    case "sum": {
      const each = compile(expression.each);
      return (formula, inputs) =>
        countedScopes(needScope(formula), expression.over, expression.matching).reduce(
          (total, scope) => total + each(scope, inputs),
          0,
        );
    }
    case "figure":
      return compile(expression.operand);
    case "ceil": {
      const operand = compile(expression.operand);
      return (formula, inputs) => roundingArithmetic.ceil(operand(formula, inputs));
    }
    case "round": {
      const operand = compile(expression.operand);
      return (formula, inputs) => roundingArithmetic.round(operand(formula, inputs), expression.decimals);
    }
    case "roundToStep":
    case "ceilToStep": {
      const operand = compile(expression.operand);
      const apply = roundingArithmetic[expression.kind];
      return (formula, inputs) => {
        const { step, base } = stepsOf(needScope(formula), expression);
        return apply(operand(formula, inputs), step, base);
      };
    }
    default: {
      const left = compile(expression.left);
      const right = compile(expression.right);
      const apply = binaryArithmetic[expression.kind];
      return (formula, inputs) => apply(left(formula, inputs), right(formula, inputs));
    }
  }
}

/** Compiles an expression to a function, once. */
export function compile(expression: Expression): Compiled {
  let run = compiled.get(expression);
  if (!run) compiled.set(expression, (run = build(expression)));
  return run;
}

/** Compiles a formula of two inputs to a function of two numbers. Fast path for a rounded product, which every line needs. */
export function compilePair(
  expression: Expression,
  first: string,
  second: string,
): (first: number, second: number) => number {
  if (expression.kind === "round" && isProductOf(expression.operand, first, second)) {
    const { decimals } = expression;
    return (left, right) => roundingArithmetic.round(binaryArithmetic.multiply(left, right), decimals);
  }
  const run = compile(expression);
  return (left, right) => run(null, { [first]: left, [second]: right });
}

const isProductOf = (expression: Expression, first: string, second: string): boolean =>
  expression.kind === "multiply" &&
  expression.left.kind === "input" &&
  expression.left.name === first &&
  expression.right.kind === "input" &&
  expression.right.name === second;

export const evaluate = (expression: Expression, formula: FormulaScope, inputs: Inputs = NO_INPUTS): number =>
  compile(expression)(formula, inputs);

export const evaluateInputs = (expression: Expression, inputs: Inputs): number => compile(expression)(null, inputs);
