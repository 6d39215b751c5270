import { comparableText } from "#comparable-text.ts";
import { soffitPanels, type SoffitPanelMeasure } from "#catalogue/building-blocks/soffit.ts";
import { fieldByKey } from "#catalogue/catalogue.ts";
import type { DerivedTextName } from "#catalogue/define-sections.ts";
import { workflowDefinitions } from "#catalogue/workflow-definitions.ts";
import { evaluate } from "#expressions/evaluate.ts";
import { operandsOf, type Expression } from "#expressions/expression.ts";
import { roundTo } from "#rounding.ts";
import type { FormLines } from "./form-values.ts";
import { chosen, formulaAtImaginedLine, nameAt, type TextContext } from "./imagined-line.ts";
import { lineQuantity } from "./line-quantity.ts";
import { measuredGroups, sumOfSteps } from "./states/measured-rows.ts";
import { quantityOfSteps } from "./states/measured-squares.ts";
import { scopesAt, workflowScope } from "./line-scope.ts";
import { windowTrimNeeds, type WindowTrim } from "./window-trim.ts";

/*
 * The lines of text in a form that follow its inputs (3.§2). They come from the formulas of the recommendations, so a text and
 * the hint beside an input cannot differ.
 */

const ROOFING = 1;
const SIDING = 2;
const TRIM = 7;

const asText = (quantity: number): string => String(roundTo(quantity, 2));

/** Added quantities of all lines of a field. */
function totalOf({ workflowId, values }: TextContext, key: string): number {
  const definition = fieldByKey(workflowId, key);
  if (!definition) return 0;
  return scopesAt(workflowScope(values), key).reduce(
    (total, { line }) => total + (line ? lineQuantity(definition, line) : 0),
    0,
  );
}

/** The different names at the given keys, in the order of the form; upper and lower case count as the same. */
function differentNames(context: TextContext, keys: readonly string[]): readonly string[] {
  const names = new Map<string, string>();
  for (const key of keys)
    for (const { line } of scopesAt(workflowScope(context.values), key)) {
      const name = nameAt(context, key, line);
      if (name !== "" && !names.has(comparableText(name))) names.set(comparableText(name), name);
    }
  return [...names.values()];
}

type Sum = Extract<Expression, { kind: "sum" }>;

/** The sums of a formula that count only lines matching the asking line's `asking`. */
function sumsMatching(expression: Expression, asking: string): readonly Sum[] {
  if (expression.kind === "sum")
    return expression.matching.some((match) => match.asking === asking) ? [expression] : [];
  // Both branches hold the same sums; the texts tell the need without waste.
  if (expression.kind === "ifSet") return sumsMatching(expression.otherwise, asking);
  return operandsOf(expression).flatMap((operand) => sumsMatching(operand, asking));
}

/** What counts as the color of rows that name none: a coil row or a soffit row without a color is for them. */
const WITHOUT_COLOR = "";

/**
 * "130 ft of White, 22.5 ft of Clay, 40 ft without a color": the coil that all wraps of a color take together. A color may stay open
 * until it is ordered; the coil is needed all the same.
 */
function trimCoilNeed(context: TextContext): string | null {
  const asking = "trimCoil.trimCoilColor";
  const recommendation = workflowDefinitions
    .find(({ fields }) => fields.workflowId === context.workflowId)
    ?.recommendations.byKey.get("trimCoil");
  if (!recommendation) return null;
  const sums = sumsMatching(recommendation.quantity, asking);
  const colorKeys = sums.flatMap(({ matching }) => matching.map(({ counted }) => counted));
  const needs = [...differentNames(context, colorKeys), WITHOUT_COLOR].flatMap((color) => {
    const isNamed = color !== WITHOUT_COLOR;
    const formula = formulaAtImaginedLine(context, "trimCoil", isNamed ? { trimCoilColor: chosen(color) } : {});
    const feet = formula ? sums.reduce((total, sum) => total + evaluate(sum, formula), 0) : 0;
    return feet > 0 ? [`${asText(feet)} ft ${isNamed ? `of ${color}` : "without a color"}`] : [];
  });
  return needs.length > 0 ? needs.join(", ") : null;
}

const SOFFIT_COLORS = ["standardSoffit.color", "hiddenVentSoffit.color", "porchSoffit.color"] as const;

/** The panel type to count a color with: that of its own soffit line, else of the first line that has one. */
function soffitTypeFor(context: TextContext, color: string): FormLines {
  const lines = scopesAt(workflowScope(context.values), "soffit");
  const typed = lines.filter(({ lines: children }) => children["soffitType"]?.[0]?.value);
  const ownLine = typed.find(
    ({ lines: children }) =>
      comparableText(nameAt(context, "soffit.soffitColor", children["soffitColor"]?.[0])) === comparableText(color),
  );
  const type = (ownLine ?? typed[0])?.lines["soffitType"]?.[0]?.value;
  return type ? { soffitType: chosen(type) } : {};
}

/**
 * "12 panels of White: 9 solid, 3 vented; 5 panels without a color: 5 porch": the panels of each color that the eaves and porches
 * take. A color may stay open until it is ordered (WF-TRIM-03); the panels are needed all the same.
 */
function soffitMaterialNeeded(context: TextContext): string | null {
  const measure: SoffitPanelMeasure = context.workflowId === TRIM ? "exposedWidth" : "area";
  const needs = [...differentNames(context, SOFFIT_COLORS), WITHOUT_COLOR].flatMap((color) => {
    const formula = formulaAtImaginedLine(context, "soffit", {
      ...(color !== WITHOUT_COLOR && { soffitColor: chosen(color) }),
      ...soffitTypeFor(context, color),
    });
    if (!formula) return [];
    const kinds = soffitPanels(measure)
      .map(({ kind, panels }) => ({ kind, count: evaluate(panels, formula) }))
      .filter(({ count }) => count > 0);
    const total = kinds.reduce((sum, { count }) => sum + count, 0);
    if (total === 0) return [];
    const parts = kinds.map(({ kind, count }) => `${count} ${kind}`).join(", ");
    const ofColor = color === WITHOUT_COLOR ? "without a color" : `of ${color}`;
    return [`${total} ${total === 1 ? "panel" : "panels"} ${ofColor}: ${parts}`];
  });
  return needs.length > 0 ? needs.join("; ") : null;
}

/**
 * "The windows take 106 ft of Aluminum wrap, 10 ft, White": what has been chosen at the windows, of each type and color; it is ordered
 * and priced for all of them together (3.§2, step Trim).
 */
function windowTrimNeed(context: TextContext, trim: WindowTrim): string | null {
  const needs = windowTrimNeeds(context, trim).map(
    ({ type, color, feet }) => `${asText(feet)} ft of ${[type, color].filter(Boolean).join(", ")}`,
  );
  return needs.length > 0 ? `The windows take ${needs.join("; ")}` : null;
}

/** "400 SQ FT of accents": what the package leaves to the accents. */
function totalAccentArea(context: TextContext): string | null {
  const area = totalOf(context, "gableAccents.area");
  return area > 0 ? `${asText(area)} SQ FT of accents` : null;
}

/** "10 of 22 SQ entered": the measured squares of the install pitches against those of the roof; all of them with their waste. */
function pitchSquares(context: TextContext): string | null {
  const group = measuredGroups(context).find(({ kind }) => kind === "pitches");
  if (!group) return null;
  const { step, total, scale, steps } = group;
  const entered = sumOfSteps(steps);
  if (entered === 0 && total === 0) return null;
  const text = `${quantityOfSteps(entered, step)} of ${quantityOfSteps(total, step)} SQ entered`;
  return entered === total ? `${text}, ${quantityOfSteps(scale.stored, step)} SQ with waste` : text;
}

/** "5 Total windows" (3.§2). */
const totalWindows = (context: TextContext): string => `${asText(totalOf(context, "window"))} Total windows`;

/** Why no package can be chosen (3.§2, 3.§8), in the specification's words; null while one can. */
function packageNotApplicable(context: TextContext): string | null {
  if (context.workflowId === ROOFING && totalOf(context, "totalSquaresForMaterial") <= 0)
    return "Package is not applicable to this estimate. The roof size entered on the Roof details step is 0 squares.";
  if (context.workflowId === SIDING && totalOf(context, "totalSquaresForMaterialPackage") <= 0)
    return "Package is not applicable to this estimate. Check the total squares entered on the details step, and the squares of each accent on the accents step if this is unexpected.";
  return null;
}

const texts: Record<DerivedTextName, (context: TextContext) => string | null> = {
  trimCoilNeed,
  soffitMaterialNeeded,
  interiorTrimNeed: (context) => windowTrimNeed(context, "interiorTrim"),
  exteriorTrimNeed: (context) => windowTrimNeed(context, "exteriorTrim"),
  totalAccentArea,
  pitchSquares,
  totalWindows,
  packageNotApplicable,
};

/** The text of a form's text row for the values as they are; null when there is nothing to say. */
export const derivedText = (name: DerivedTextName, context: TextContext): string | null => texts[name](context);
