import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { workflowDefinitions } from "#catalogue/workflow-definitions.ts";
import type { ConversionIndex, Expression } from "#expressions/expression.ts";
import type { Unit } from "#units.ts";

/*
 * What the conversions of a field mean: the formulas that read them say it. A need that is divided by a conversion makes it what one piece
 * covers; a quantity that it multiplies makes it so much for each.
 */

/** Where a conversion stands in a formula. */
interface Place {
  readonly key: string | null;
  readonly index: ConversionIndex;
  readonly role: "divides" | "multiplies";
  /** What it divides or multiplies. */
  readonly other: Expression;
  /** What the number is before the formula makes its field's unit of it. */
  readonly measure: string | undefined;
}

/** Units on the way to the unit of a formula's field, by the constant that they are divided by. */
const MEASURE_BEFORE: Readonly<Record<string, string>> = { "Pounds per ton": "Pounds" };

function placesIn(expression: Expression, measure?: string): readonly Place[] {
  switch (expression.kind) {
    case "constant":
    case "input":
    case "quantity":
    case "conversion":
      return [];
    case "sum":
      return placesIn(expression.each, measure);
    case "ceil":
    case "round":
    case "roundToStep":
    case "ceilToStep":
    case "figure":
      return placesIn(expression.operand, measure);
    default: {
      const { kind, left, right } = expression;
      const before = kind === "divide" && right.kind === "constant" ? MEASURE_BEFORE[right.label] : undefined;
      const below = [...placesIn(left, before ?? measure), ...placesIn(right, measure)];
      const own = (node: Expression, other: Expression, role: Place["role"]): readonly Place[] =>
        node.kind === "conversion" ? [{ key: node.of, index: node.index, role, other, measure }] : [];
      if (kind === "divide") return [...own(right, left, "divides"), ...below];
      if (kind === "multiply") return [...own(left, right, "multiplies"), ...own(right, left, "multiplies"), ...below];
      return below;
    }
  }
}

/** The unit of the first quantity in an expression. */
function unitOf(workflowId: number, expression: Expression): Unit | undefined {
  switch (expression.kind) {
    case "constant":
    case "input":
    case "conversion":
      return undefined;
    case "quantity":
      return fieldByKey(workflowId, expression.of)?.unit;
    case "sum":
      return unitOf(workflowId, expression.each) ?? fieldByKey(workflowId, expression.over)?.unit;
    case "ceil":
    case "round":
    case "roundToStep":
    case "ceilToStep":
    case "figure":
      return unitOf(workflowId, expression.operand);
    default:
      return unitOf(workflowId, expression.left) ?? unitOf(workflowId, expression.right);
  }
}

/** Hours have no code among the units of quantities. */
const MEASURE_OF_FIELD: Readonly<Record<string, string>> = { totalLaborHours: "Hours" };

/** Read elsewhere than in the formulas of quantities: the scope check, packages side by side, and prices of add-on services. */
const READ_ELSEWHERE: Readonly<Record<string, Partial<Record<ConversionIndex, string>>>> = {
  "dumpster.dumpsterType": { 1: "TON that it holds" },
  package: { 1: "BND or PC for one SQ" },
  custom: { 1: "Price of one dollar of material cost", 2: "Price of one dollar of labor cost" },
};

function describe(field: FieldDefinition, { role, other, measure }: Place): string {
  const unit = unitOf(field.workflowId, other) ?? "EA";
  const result = measure ?? MEASURE_OF_FIELD[field.key] ?? field.unit;
  return role === "divides" ? `One ${result} covers, ${unit}` : `${result} for one ${unit}`;
}

/**
 * What a conversion of a field means, in units of quantities: "One BND covers, SQ FT". Undefined where nothing reads it.
 *
 * Several formulas may read one; they are named in the order of the catalogue, each meaning once.
 */
export function conversionMeaning(field: FieldDefinition, index: ConversionIndex): string | undefined {
  const { workflowId, key } = field;
  const recommendations = workflowDefinitions.find(({ fields }) => fields.workflowId === workflowId)?.recommendations;
  const meanings = [...(recommendations?.byKey ?? [])].flatMap(([result, { quantity }]) => {
    const made = fieldByKey(workflowId, result);
    const places = placesIn(quantity).filter((place) => (place.key ?? result) === key && place.index === index);
    return made ? places.map((place) => describe(made, place)) : [];
  });
  const elsewhere = READ_ELSEWHERE[key]?.[index];
  const all = [...new Set([...meanings, ...(elsewhere === undefined ? [] : [elsewhere])])];
  return all.length === 0 ? undefined : all.join("; ");
}
