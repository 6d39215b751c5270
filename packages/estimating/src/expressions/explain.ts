import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition, FieldId } from "#catalogue/define-fields.ts";
import { withoutNoise } from "#rounding.ts";
import type { Unit } from "#units.ts";
import { binaryArithmetic, roundingArithmetic, type BinaryOperation, type RoundingOperation } from "./arithmetic.ts";
import {
  countedScopes,
  fieldOfSetting,
  readConversion,
  readConversionOption,
  readQuantity,
  readSetting,
  stepsOf,
  type FormulaScope,
} from "./evaluate.ts";
import type { ConversionIndex, Expression, Measure } from "./expression.ts";

/** The source of a number: a field of the form, the price book, or a measurement. Constants have none. */
type GivenSource =
  | { readonly kind: "entered"; readonly fieldId: FieldId }
  | {
      readonly kind: "priceBook";
      readonly fieldId: FieldId;
      /** The chosen option's text; null without one. */
      readonly option: string | null;
      /** Which conversion; null for a price or cost. */
      readonly conversion: ConversionIndex | null;
    }
  /** The source ("Hover"), and the path in its document or file. */
  | { readonly kind: "measured"; readonly by: string; readonly path: string };

/** A leaf of an explanation: an entered quantity, a conversion, a price, a constant. */
export interface Given {
  readonly operation: "given";
  readonly label: string;
  readonly value: number;
  readonly unit?: Unit;
  readonly measure?: Measure;
  readonly source?: GivenSource;
  /** A cost or margin, which homeowners must not see. */
  readonly internal?: true;
}

/**
 * An operation on other explanations. `precision` is the number of decimals for `round`, or the step for step roundings, which count from
 * `base`.
 */
export interface Calculated {
  readonly operation: BinaryOperation | RoundingOperation | "sum" | "figure";
  readonly label?: string;
  readonly value: number;
  /** The unit of a form's quantity. */
  readonly unit?: Unit;
  readonly operands: readonly Explanation[];
  readonly precision?: number;
  /** Defaults to 0. */
  readonly base?: number;
  /** A cost or margin, which homeowners must not see, whatever its operands. */
  readonly internal?: true;
}

/** The calculation of a number as a tree, with the result at the root. */
export type Explanation = Given | Calculated;

/** Numbers passed in by name, or their explanations. */
interface ExplainedInputs {
  readonly [name: string]: number | Explanation;
}

const NO_INPUTS: ExplainedInputs = {};

const fieldOf = (formula: FormulaScope | null, key: string): FieldDefinition | undefined =>
  formula ? fieldByKey(formula.workflowId, key) : undefined;

const labelOf = (formula: FormulaScope | null, key: string): string => fieldOf(formula, key)?.label ?? key;

function scopeOf(formula: FormulaScope | null): FormulaScope {
  if (!formula) throw new TypeError("This formula reads fields; it cannot be explained from inputs alone.");
  return formula;
}

/** Explains the result that `evaluate` gives for the same expression and place. */
export function explain(
  expression: Expression,
  formula: FormulaScope | null,
  inputs: ExplainedInputs = NO_INPUTS,
): Explanation {
  switch (expression.kind) {
    case "constant":
      return { operation: "given", label: expression.label, value: expression.value };
    case "input": {
      const value = inputs[expression.name] ?? 0;
      if (typeof value !== "number") return expression.internal ? { ...value, internal: true } : value;
      const { label, measure, internal } = expression;
      return { operation: "given", label, value, ...(measure && { measure }), ...(internal && { internal }) };
    }
    case "quantity": {
      const field = fieldOf(formula, expression.of);
      return {
        operation: "given",
        label: field?.label ?? expression.of,
        ...(field && { unit: field.unit }),
        value: readQuantity(scopeOf(formula), expression.of),
        ...(field && { source: { kind: "entered", fieldId: field.id } }),
      };
    }
    case "conversion": {
      const key = expression.of ?? scopeOf(formula).field.key;
      const field = fieldOf(formula, key);
      return {
        operation: "given",
        label: expression.label,
        value: readConversion(scopeOf(formula), expression),
        ...(field && {
          source: {
            kind: "priceBook",
            fieldId: field.id,
            option: readConversionOption(scopeOf(formula), expression),
            conversion: expression.index,
          },
        }),
      };
    }
    case "setting": {
      const { id: fieldId } = fieldOfSetting(scopeOf(formula), expression);
      return {
        operation: "given",
        label: expression.label,
        value: readSetting(scopeOf(formula), expression),
        ...(expression.name === "wastePercent" && { unit: "%" }),
        source: { kind: "priceBook", fieldId, option: null, conversion: null },
      };
    }
    case "ifSet": {
      const isOff = readSetting(scopeOf(formula), expression.setting) === 0;
      return explain(isOff ? expression.otherwise : expression.then, formula, inputs);
    }
    case "sum": {
      const operands = countedScopes(scopeOf(formula), expression.over, expression.matching).map((scope) =>
        explain(expression.each, scope, inputs),
      );
      return {
        operation: "sum",
        label: labelOf(formula, expression.over),
        value: operands.reduce((total, { value }) => total + value, 0),
        operands,
      };
    }
    case "figure": {
      const operand = explain(expression.operand, formula, inputs);
      return { operation: "figure", label: expression.label, value: operand.value, operands: [operand] };
    }
    case "ceil":
    case "round": {
      const operand = explain(expression.operand, formula, inputs);
      const precision = expression.kind === "round" ? expression.decimals : 1;
      const value = roundingArithmetic[expression.kind](operand.value, precision);
      return { operation: expression.kind, value, operands: [operand], precision };
    }
    case "roundToStep":
    case "ceilToStep": {
      const operand = explain(expression.operand, formula, inputs);
      const { step: precision, base } = stepsOf(scopeOf(formula), expression);
      const value = roundingArithmetic[expression.kind](operand.value, precision, base);
      // A number that is already on the step was not rounded.
      if (value === operand.value) return operand;
      return { operation: expression.kind, value, operands: [operand], precision, ...(base !== 0 && { base }) };
    }
    case "addBoth": {
      const operands = [explain(expression.left, formula, inputs), explain(expression.right, formula, inputs)];
      const [left = 0, right = 0] = operands.map(({ value: each }) => each);
      const value = binaryArithmetic.addBoth(left, right);
      if (value !== 0) return { operation: "add", value, operands };
      return {
        operation: "sum",
        label: operands.flatMap(({ label }) => label ?? []).join(" and "),
        value,
        operands: [],
      };
    }
    default: {
      const operands = [explain(expression.left, formula, inputs), explain(expression.right, formula, inputs)] as const;
      const [left, right] = operands;
      // Showing a division by 0 that gives 0 would be wrong.
      if (expression.kind === "divide" && right.value === 0 && !isMoney(left))
        return { operation: "sum", label: `without ${right.label ?? "a divisor"}`, value: 0, operands: [] };
      return {
        operation: expression.kind,
        value: binaryArithmetic[expression.kind](operands[0].value, operands[1].value),
        operands,
      };
    }
  }
}

/** Whether the number is an amount of dollars; results of dollars are dollars. */
export const isMoney = (explanation: Explanation): boolean =>
  explanation.operation === "given" ? explanation.measure === "money" : explanation.operands.some(isMoney);

/** Recalculates an explanation from its leaves, without using intermediate values. */
export function replay(explanation: Explanation): number {
  if (explanation.operation === "given") return explanation.value;
  const values = explanation.operands.map(replay);
  const [first = 0, second = 0] = values;
  switch (explanation.operation) {
    case "sum":
      return values.reduce((total, value) => total + value, 0);
    case "figure":
      return first;
    case "ceil":
    case "round":
    case "roundToStep":
    case "ceilToStep":
      return roundingArithmetic[explanation.operation](first, explanation.precision ?? 1, explanation.base);
    default:
      return binaryArithmetic[explanation.operation](first, second);
  }
}

const hasInternal = (explanation: Explanation): boolean =>
  explanation.internal === true || (explanation.operation !== "given" && explanation.operands.some(hasInternal));

function conceal(explanation: Explanation): Explanation {
  if (explanation.operation === "given") return explanation;
  const concealed = { ...explanation, operands: explanation.operands.map(conceal) };
  return explanation.operation === "figure" && hasInternal(concealed)
    ? {
        operation: "given",
        label: explanation.label ?? "",
        value: explanation.value,
        ...(isMoney(explanation) && { measure: "money" }),
      }
    : concealed;
}

/**
 * The explanation for homeowners: a figure that depends on a cost or margin becomes a leaf. Null for a cost or margin (estimating.md §7a).
 */
export function homeownerView(explanation: Explanation): Explanation | null {
  const concealed = conceal(explanation);
  return hasInternal(concealed) ? null : concealed;
}

/** A labelled explanation; `unit` for a field's quantity. */
export const figureOf = (label: string, explanation: Explanation, unit?: Unit): Explanation => ({
  operation: "figure",
  label,
  value: explanation.value,
  ...(unit && { unit }),
  operands: [explanation],
});

export const sumOf = (label: string, operands: readonly Explanation[]): Explanation => ({
  operation: "sum",
  label,
  value: operands.reduce((total, { value }) => total + value, 0),
  operands,
});

export const roundedToCents = (operand: Explanation): Explanation => ({
  operation: "round",
  value: roundingArithmetic.round(operand.value, CENTS),
  operands: [operand],
  precision: CENTS,
});

const CENTS = 2;
const NUMBER = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });
const PERCENT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });
/** Discounts have three decimals until their total is rounded (1.§9). */
const MONEY = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: CENTS,
  maximumFractionDigits: 3,
});
const SIGNS: Record<Exclude<BinaryOperation, "max" | "annuity">, string> = {
  add: "+",
  subtract: "−",
  multiply: "×",
  divide: "÷",
};

/** Formats a number of an explanation: "2,450 SQ FT", "$345.00", "5 %". */
export function numberText(explanation: Explanation): string {
  const { value } = explanation;
  if (explanation.operation === "given" && explanation.measure === "fraction")
    return `${PERCENT.format(value * 100)} %`;
  if (isMoney(explanation)) return MONEY.format(value);
  const unit = explanation.unit && explanation.unit !== "EA" ? ` ${explanation.unit}` : "";
  return `${NUMBER.format(value)}${unit}`;
}

const THIRD = 0.333;
const HALF = 0.5;

/** The words for a rounding: "third", "half", "whole", "step of 0.1", "step of 1 from 0.5". */
export function stepWord(step: number, base = 0): string {
  if (base !== 0) return `step of ${NUMBER.format(step)} from ${NUMBER.format(base)}`;
  if (step === THIRD) return "third";
  if (step === HALF) return "half";
  return step === 1 ? "whole" : `step of ${NUMBER.format(step)}`;
}

function term(explanation: Explanation, isInside: boolean): string {
  if (explanation.operation === "given") return `${numberText(explanation)} ${explanation.label}`;
  const { operation, operands } = explanation;
  switch (operation) {
    case "sum":
      if (operands.length === 0) return `0 ${explanation.label ?? ""}`.trimEnd();
      return operands.length === 1
        ? operands.map((operand) => term(operand, isInside)).join("")
        : `(${operands.map((operand) => term(operand, true)).join(" + ")})`;
    case "ceil": {
      const text = `${operands.map((operand) => term(operand, false)).join("")}, rounded up`;
      return isInside ? `(${text})` : text;
    }
    case "figure":
      return operands.map((operand) => term(operand, isInside)).join("");
    case "round": {
      const [operand] = operands;
      if (!operand) return "";
      // A number with few enough decimals was not rounded.
      if (withoutNoise(operand.value) === explanation.value) return term(operand, isInside);
      const text = `${term(operand, false)}, to ${explanation.precision === CENTS ? "the nearest cent" : "three decimals"}`;
      return isInside ? `(${text})` : text;
    }
    case "roundToStep": {
      // Mentions the rounding, because 128.67 is not 129.
      const text = `${operands.map((operand) => term(operand, false)).join("")}, to the nearest ${stepWord(explanation.precision ?? 1, explanation.base)}`;
      return isInside ? `(${text})` : text;
    }
    case "ceilToStep": {
      const text = `${operands.map((operand) => term(operand, false)).join("")}, up to the next step`;
      return isInside ? `(${text})` : text;
    }
    case "max":
      return `the larger of ${operands.map((operand) => term(operand, true)).join(" and ")}`;
    case "annuity":
      return `$1 a month (${operands.map((operand) => term(operand, true)).join(", ")})`;
    default: {
      const text = operands.map((operand) => term(operand, true)).join(` ${SIGNS[operation]} `);
      return isInside ? `(${text})` : text;
    }
  }
}

/** The explanation as one line: "50 FT Valley length × 2 Conversion ÷ 20 Feet per unit, rounded up = 5". */
export const describe = (explanation: Explanation): string =>
  `${term(explanation, false)} = ${numberText(explanation)}`;
