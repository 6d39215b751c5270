/*
 * A formula is a small value: what it reads, and what it does with that. `evaluate` gives the number, `explain` the steps that
 * lead to it, and both run the same arithmetic, so the explanation cannot drift from the number.
 *
 *     const roofingCement = wholePieces(
 *       divide(multiply(quantityOf("valleyLength"), conversion(1, "Units for 20 ft of valley")), constant("Feet per unit", 20)),
 *     );
 *     evaluate(roofingCement, scope); // 5
 *     explain(roofingCement, scope);  // ceil of (50 ft Valley length x 2 Conversion / 20 Feet per unit) = 5
 */

/** Two lines match if their texts at these keys are equal, ignoring case: the counted line's key, and the key around the asking line. */
export interface Match<Key extends string = string> {
  readonly counted: Key;
  readonly asking: Key;
}

export type ConversionIndex = 1 | 2 | 3;

/** A price book's setting for counting a need; 0 (off) by default. */
export type NeedSetting = "wastePercent" | "includesValleys";

/** How people read an input: as dollars, or a fraction as a percentage. */
export type Measure = "money" | "fraction";

/**
 * Keys are property paths of the workflow's fields. A key below a line that encloses the formula's own line refers to that line's child;
 * any other key refers to the sum over all lines of the workflow.
 */
export type Expression<Key extends string = string> =
  | { readonly kind: "constant"; readonly label: string; readonly value: number }
  /** A number that the caller passes by name; homeowners never see `internal` ones (costs, margins). */
  | {
      readonly kind: "input";
      readonly name: string;
      readonly label: string;
      readonly internal?: true;
      readonly measure?: Measure;
    }
  /** The sum of a field's quantities, in its unit. */
  | { readonly kind: "quantity"; readonly of: Key }
  /** A conversion of the option chosen at the field, or of the formula's own line if `of` is null. The label says what it means. */
  | {
      readonly kind: "conversion";
      readonly of: Key | null;
      readonly index: ConversionIndex;
      readonly label: string;
      readonly orElse?: number;
    }
  /** The price book's setting of the field, or of the formula's own field if `of` is null. */
  | { readonly kind: "setting"; readonly of: Key | null; readonly name: NeedSetting; readonly label: string }
  /** `then` if the setting is not 0. Only the taken branch is explained. */
  | {
      readonly kind: "ifSet";
      readonly setting: Extract<Expression<Key>, { readonly kind: "setting" }>;
      readonly then: Expression<Key>;
      readonly otherwise: Expression<Key>;
    }
  /** The sum of an expression over a field's lines, optionally only those that match the asking line. */
  | {
      readonly kind: "sum";
      readonly over: Key;
      readonly matching: readonly Match<Key>[];
      readonly each: Expression<Key>;
    }
  | { readonly kind: "ceil"; readonly operand: Expression<Key> }
  /** `fromMin`: steps count from the field's minimum, below which only 0 is allowed. */
  | { readonly kind: "roundToStep" | "ceilToStep"; readonly operand: Expression<Key>; readonly fromMin?: true }
  /** A labelled intermediate result: homeowners see it instead of its steps if these contain a cost or margin. */
  | { readonly kind: "figure"; readonly label: string; readonly operand: Expression<Key> }
  | { readonly kind: "round"; readonly decimals: 2 | 3; readonly operand: Expression<Key> }
  | {
      readonly kind: "add" | "addBoth" | "subtract" | "multiply" | "divide" | "max" | "annuity";
      readonly left: Expression<Key>;
      readonly right: Expression<Key>;
    };

export const constant = (label: string, value: number) => ({ kind: "constant", label, value }) as const;
export const input = (name: string, label: string) => ({ kind: "input", name, label }) as const;
/** An input in dollars. */
export const moneyInput = (name: string, label: string) => ({ kind: "input", name, label, measure: "money" }) as const;
/** A fraction that is shown as a percentage. */
export const fractionInput = (name: string, label: string) =>
  ({ kind: "input", name, label, measure: "fraction" }) as const;
/** An input that homeowners must not see: a cost or margin, in dollars by default. */
export const internalInput = (name: string, label: string, measure: Measure = "money") =>
  ({ kind: "input", name, label, internal: true, measure }) as const;

export const quantityOf = <Key extends string>(of: Key): Expression<Key> => ({ kind: "quantity", of });
/** A conversion of the formula's own line; the label says what it means: "Feet of one piece". */
export const conversion = (index: ConversionIndex, label: string) =>
  ({ kind: "conversion", of: null, index, label }) as const;
/** A conversion of the choice at another field; `orElse` (0) if it has none. */
export const conversionOf = <Key extends string>(
  of: Key,
  index: ConversionIndex,
  label: string,
  orElse?: number,
): Expression<Key> => ({ kind: "conversion", of, index, label, ...(orElse !== undefined && { orElse }) });

const setting = <Key extends string>(name: NeedSetting, of: Key | null, label: string) =>
  ({ kind: "setting", of, name, label }) as const;

type Binary = Extract<Expression, { left: unknown }>["kind"];
const binary =
  (kind: Binary) =>
  <Key extends string>(first: Expression<Key>, ...rest: readonly Expression<Key>[]): Expression<Key> =>
    rest.reduce((left, right) => ({ kind, left, right }), first);

export const add = binary("add");
/** A sum that is 0 if either operand is. */
export const addBoth = binary("addBoth");
export const subtract = binary("subtract");
export const multiply = binary("multiply");
/** Division by 0 gives 0: a missing conversion recommends nothing (2.§9.3). */
export const divide = binary("divide");
export const max = binary("max");
/** The present value of one dollar a month: monthly interest, then months. */
export const annuity = binary("annuity");

export const ceil = <Key extends string>(operand: Expression<Key>): Expression<Key> => ({ kind: "ceil", operand });
/** For pieces: rounds the final need up, once. */
export const wholePieces = ceil;
/** Rounds to the nearest step of the formula's own field. */
export const roundToStep = <Key extends string>(operand: Expression<Key>): Expression<Key> => ({
  kind: "roundToStep",
  operand,
});
/** For fields that people enter: steps count from the field's minimum. */
export const enterable = <Key extends string>(rounding: Expression<Key>): Expression<Key> =>
  rounding.kind === "roundToStep" || rounding.kind === "ceilToStep" ? { ...rounding, fromMin: true } : rounding;
/** Rounds up to the next step of the formula's own field. */
export const ceilToStep = <Key extends string>(operand: Expression<Key>): Expression<Key> => ({
  kind: "ceilToStep",
  operand,
});
export const round = <Key extends string>(decimals: 2 | 3, operand: Expression<Key>): Expression<Key> => ({
  kind: "round",
  decimals,
  operand,
});

export const figure = <Key extends string>(label: string, operand: Expression<Key>): Expression<Key> => ({
  kind: "figure",
  label,
  operand,
});

/** The sum over a field's lines, optionally only those whose texts match the asking line's. */
export const sumOver = <Key extends string>(
  over: Key,
  each: Expression<Key>,
  ...matching: readonly Match<Key>[]
): Expression<Key> => ({ kind: "sum", over, matching, each });

/** 1 + percent / 100. */
export const wasteMultiplier = <Key extends string>(wasteFactor: Key): Expression<Key> =>
  add(constant("Without waste", 1), divide(quantityOf(wasteFactor), constant("Percent", 100)));

/** A need with the waste percentage that the price book has at a field. */
export function withWaste<Key extends string>(need: Expression<Key>, of: Key | null = null): Expression<Key> {
  const percent = setting<Key>("wastePercent", of, "Waste");
  const multiplier = add<Key>(constant("Without waste", 1), divide<Key>(percent, constant("Percent", 100)));
  return { kind: "ifSet", setting: percent, then: multiply<Key>(need, multiplier), otherwise: need };
}

/** A need plus that of the valleys, if the price book of the formula's own field includes them. */
export const withValleys = <Key extends string>(need: Expression<Key>, valleys: Expression<Key>): Expression<Key> => ({
  kind: "ifSet",
  setting: setting<Key>("includesValleys", null, "Also for valleys"),
  then: add(need, valleys),
  otherwise: need,
});

export function operandsOf<Key extends string>(expression: Expression<Key>): readonly Expression<Key>[] {
  switch (expression.kind) {
    case "constant":
    case "input":
    case "quantity":
    case "conversion":
    case "setting":
      return [];
    case "ifSet":
      return [expression.setting, expression.then, expression.otherwise];
    case "sum":
      return [expression.each];
    case "ceil":
    case "round":
    case "roundToStep":
    case "ceilToStep":
    case "figure":
      return [expression.operand];
    default:
      return [expression.left, expression.right];
  }
}

/** The fields that an expression reads, including its conversions. */
export function keysReadBy(expression: Expression): readonly string[] {
  const below = operandsOf(expression).flatMap((operand) => keysReadBy(operand));
  switch (expression.kind) {
    case "quantity":
      return [expression.of];
    case "conversion":
    case "setting":
      return expression.of === null ? [] : [expression.of];
    case "sum":
      return [expression.over, ...expression.matching.flatMap(({ counted, asking }) => [counted, asking]), ...below];
    default:
      return below;
  }
}
