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

/** Two lines go together when these texts agree without regard to case: the key at the counted line, the key around the asking line. */
export interface Match<Key extends string = string> {
  readonly counted: Key;
  readonly asking: Key;
}

export type ConversionIndex = 1 | 2 | 3;

/** What a company's price book says of how a need is counted; 0, which is off, by default. */
export type NeedSetting = "wastePercent" | "includesValleys";

/** What a number that is handed in measures, where a person reads it in another way: dollars, or a fraction read as a percent. */
export type Measure = "money" | "fraction";

/**
 * Keys are property paths of the workflow's fields. A key below a line that encloses the formula's own line means that line's
 * child; any other key means all lines of the workflow, added up.
 */
export type Expression<Key extends string = string> =
  | { readonly kind: "constant"; readonly label: string; readonly value: number }
  /** A number that the caller hands in by name; `internal` ones (costs, margins) never reach the homeowner. */
  | {
      readonly kind: "input";
      readonly name: string;
      readonly label: string;
      readonly internal?: true;
      readonly measure?: Measure;
    }
  /** Added quantities of a field's lines, in its unit. */
  | { readonly kind: "quantity"; readonly of: Key }
  /** A conversion of the option chosen at the field; of the formula's own line when `of` is null. The label says what it means there. */
  | {
      readonly kind: "conversion";
      readonly of: Key | null;
      readonly index: ConversionIndex;
      readonly label: string;
      readonly orElse?: number;
    }
  /** What the price book says at the field; at the formula's own when `of` is null. */
  | { readonly kind: "setting"; readonly of: Key | null; readonly name: NeedSetting; readonly label: string }
  /** `then` where the setting is not 0. Its explanation is that of the branch alone, so a setting that is off leaves no trace. */
  | {
      readonly kind: "ifSet";
      readonly setting: Extract<Expression<Key>, { readonly kind: "setting" }>;
      readonly then: Expression<Key>;
      readonly otherwise: Expression<Key>;
    }
  /** The sum of an expression over the lines of a field, only those that match the asking line. */
  | {
      readonly kind: "sum";
      readonly over: Key;
      readonly matching: readonly Match<Key>[];
      readonly each: Expression<Key>;
    }
  | { readonly kind: "ceil"; readonly operand: Expression<Key> }
  /** `fromMin`: the steps of a number that is entered count from its field's minimum, below which there is only 0. */
  | { readonly kind: "roundToStep" | "ceilToStep"; readonly operand: Expression<Key>; readonly fromMin?: true }
  /** Names a number on the way: what the homeowner sees instead of the steps when a cost or a margin is among them. */
  | { readonly kind: "figure"; readonly label: string; readonly operand: Expression<Key> }
  | { readonly kind: "round"; readonly decimals: 2 | 3; readonly operand: Expression<Key> }
  | {
      readonly kind: "add" | "addBoth" | "subtract" | "multiply" | "divide" | "max" | "annuity";
      readonly left: Expression<Key>;
      readonly right: Expression<Key>;
    };

export const constant = (label: string, value: number) => ({ kind: "constant", label, value }) as const;
export const input = (name: string, label: string) => ({ kind: "input", name, label }) as const;
/** An amount of dollars that is handed in. */
export const moneyInput = (name: string, label: string) => ({ kind: "input", name, label, measure: "money" }) as const;
/** A fraction that people read as a percent. */
export const fractionInput = (name: string, label: string) =>
  ({ kind: "input", name, label, measure: "fraction" }) as const;
/** An input that the homeowner must never see: a cost or a margin, in dollars unless said otherwise. */
export const internalInput = (name: string, label: string, measure: Measure = "money") =>
  ({ kind: "input", name, label, internal: true, measure }) as const;

export const quantityOf = <Key extends string>(of: Key): Expression<Key> => ({ kind: "quantity", of });
/** A conversion of the line that the formula is for; the label says what it means: "Feet of one piece". */
export const conversion = (index: ConversionIndex, label: string) =>
  ({ kind: "conversion", of: null, index, label }) as const;
/** A conversion of what is chosen at another field; `orElse` where none is given there (0 otherwise). */
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
/** A sum of what makes sense together only: 0 as long as one of them is missing. */
export const addBoth = binary("addBoth");
export const subtract = binary("subtract");
export const multiply = binary("multiply");
/** Division by 0 gives 0: a missing conversion recommends nothing (2.§9.3). */
export const divide = binary("divide");
export const max = binary("max");
/** What one dollar a month is worth today: interest of a month, then months. */
export const annuity = binary("annuity");

export const ceil = <Key extends string>(operand: Expression<Key>): Expression<Key> => ({ kind: "ceil", operand });
/** What is bought whole: rounded up once, after everything is added up. */
export const wholePieces = ceil;
/** To the nearest step of the formula's own field. */
export const roundToStep = <Key extends string>(operand: Expression<Key>): Expression<Key> => ({
  kind: "roundToStep",
  operand,
});
/** A rounding as a field takes it that a person enters: its steps count from the minimum. */
export const enterable = <Key extends string>(rounding: Expression<Key>): Expression<Key> =>
  rounding.kind === "roundToStep" || rounding.kind === "ceilToStep" ? { ...rounding, fromMin: true } : rounding;
/** Up to the next step of the formula's own field. */
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

/** The sum over a field's lines, of those lines only whose texts match the asking line's. */
export const sumOver = <Key extends string>(
  over: Key,
  each: Expression<Key>,
  ...matching: readonly Match<Key>[]
): Expression<Key> => ({ kind: "sum", over, matching, each });

/** 1 + percent / 100. */
export const wasteMultiplier = <Key extends string>(wasteFactor: Key): Expression<Key> =>
  add(constant("Without waste", 1), divide(quantityOf(wasteFactor), constant("Percent", 100)));

/** A need with the waste that the price book gives at a field; without waste, exactly the need. */
export function withWaste<Key extends string>(need: Expression<Key>, of: Key | null = null): Expression<Key> {
  const percent = setting<Key>("wastePercent", of, "Waste");
  const multiplier = add<Key>(constant("Without waste", 1), divide<Key>(percent, constant("Percent", 100)));
  return { kind: "ifSet", setting: percent, then: multiply<Key>(need, multiplier), otherwise: need };
}

/** A need with what the valleys take, where the price book of the formula's own field counts them. */
export const withValleys = <Key extends string>(need: Expression<Key>, valleys: Expression<Key>): Expression<Key> => ({
  kind: "ifSet",
  setting: setting<Key>("includesValleys", null, "Also for valleys"),
  then: add(need, valleys),
  otherwise: need,
});

/** The expressions that one is made of. */
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

/** Fields that an expression reads, its conversions' included. */
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
