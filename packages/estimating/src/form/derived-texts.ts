import { comparableText } from "#comparable-text.ts";
import { soffitPanels, type SoffitPanelMeasure } from "#catalogue/building-blocks/soffit.ts";
import { fieldByKey } from "#catalogue/catalogue.ts";
import type { DerivedTextName } from "#catalogue/define-sections.ts";
import { workflowDefinitions } from "#catalogue/workflow-definitions.ts";
import { evaluate } from "#expressions/evaluate.ts";
import { operandsOf, type Expression } from "#expressions/expression.ts";
import { addUp, roundTo } from "#rounding.ts";
import type { FormLines } from "./form-values.ts";
import type { FilledForm } from "./filled-form.ts";
import { chosen, formulaAtImaginedLine, nameAt } from "./imagined-line.ts";
import { lineQuantity } from "./line-quantity.ts";
import { measuredGroups } from "./states/measured-rows.ts";
import { quantityOfSteps } from "./states/measured-squares.ts";
import { scopesAt, workflowScope } from "./line-scope.ts";
import { windowTrimNeeds, type WindowTrim } from "./window-trim.ts";

/*
 * The calculated texts of forms (3.§2). They use the recommendations' formulas, so that a text cannot differ from the hint beside an input.
 */

const ROOFING = 1;
const SIDING = 2;
const TRIM = 7;

const asText = (quantity: number): string => String(roundTo(quantity, 2));

/** The sum of a field's quantities. */
function totalOf({ workflowId, values }: FilledForm, key: string): number {
  const definition = fieldByKey(workflowId, key);
  if (!definition) return 0;
  return addUp(scopesAt(workflowScope(values), key).map(({ line }) => (line ? lineQuantity(definition, line) : 0)));
}

/** The distinct names at the given keys, in form order; ignores case. */
function differentNames(context: FilledForm, keys: readonly string[]): readonly string[] {
  const names = new Map<string, string>();
  for (const key of keys)
    for (const { line } of scopesAt(workflowScope(context.values), key)) {
      const name = nameAt(context, key, line);
      if (name !== "" && !names.has(comparableText(name))) names.set(comparableText(name), name);
    }
  return [...names.values()];
}

type Sum = Extract<Expression, { kind: "sum" }>;

/** The sums in a formula that only count lines matching the asking line's `asking`. */
function sumsMatching(expression: Expression, asking: string): readonly Sum[] {
  if (expression.kind === "sum")
    return expression.matching.some((match) => match.asking === asking) ? [expression] : [];
  // Both branches have the same sums; the texts show the need without waste.
  if (expression.kind === "ifSet") return sumsMatching(expression.otherwise, asking);
  return operandsOf(expression).flatMap((operand) => sumsMatching(operand, asking));
}

/** The color of rows without one, which a coil or soffit row without a color matches. */
const WITHOUT_COLOR = "";

/**
 * "130 ft of White, 22.5 ft of Clay, 40 ft without a color": the coil for all wraps by color. Wraps may have no color until they are
 * ordered.
 */
function trimCoilNeed(context: FilledForm): string | null {
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

/** The panel type for a color's count: that of the same soffit line, else of the first line with a type. */
function soffitTypeFor(context: FilledForm, color: string): FormLines {
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
 * "12 panels of White: 9 solid, 3 vented; 5 panels without a color: 5 porch": the panels for eaves and porches by color, which may be
 * missing until they are ordered (WF-TRIM-03).
 */
function soffitMaterialNeeded(context: FilledForm): string | null {
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
 * "The windows take 106 ft of Aluminum wrap, 10 ft, White": the trim chosen at the windows by type and color, which is ordered and priced
 * together (3.§2, step Trim).
 */
function windowTrimNeed(context: FilledForm, trim: WindowTrim): string | null {
  const needs = windowTrimNeeds(context, trim).map(
    ({ type, color, feet }) => `${asText(feet)} ft of ${[type, color].filter(Boolean).join(", ")}`,
  );
  return needs.length > 0 ? `The windows take ${needs.join("; ")}` : null;
}

/** "400 SQ FT of accents": the area that the package leaves to the accents. */
function totalAccentArea(context: FilledForm): string | null {
  const area = totalOf(context, "gableAccents.area");
  return area > 0 ? `${asText(area)} SQ FT of accents` : null;
}

/** "10 of 22 SQ entered": the squares of the install pitches, compared with those of the roof, both measured or both with waste. */
function pitchSquares(context: FilledForm): string | null {
  const group = measuredGroups(context).find(({ kind }) => kind === "pitches");
  if (!group) return null;
  const { step, total, scale, steps } = group;
  const entered = addUp(steps);
  if (entered === 0 && total === 0) return null;
  const text = `${quantityOfSteps(entered, step)} of ${quantityOfSteps(total, step)} SQ entered`;
  return entered === total ? `${text}, ${quantityOfSteps(scale.stored, step)} SQ with waste` : text;
}

/** "5 Total windows" (3.§2). */
const totalWindows = (context: FilledForm): string => `${asText(totalOf(context, "window"))} Total windows`;

/** Why no package can be chosen (3.§2, 3.§8), in the specification's words; null if one can. */
function packageNotApplicable(context: FilledForm): string | null {
  if (context.workflowId === ROOFING && totalOf(context, "totalSquaresForMaterial") <= 0)
    return "Package is not applicable to this estimate. The roof size entered on the Roof details step is 0 squares.";
  if (context.workflowId === SIDING && totalOf(context, "totalSquaresForMaterialPackage") <= 0)
    return "Package is not applicable to this estimate. Check the total squares entered on the details step, and the squares of each accent on the accents step if this is unexpected.";
  return null;
}

const texts: Record<DerivedTextName, (context: FilledForm) => string | null> = {
  trimCoilNeed,
  soffitMaterialNeeded,
  interiorTrimNeed: (context) => windowTrimNeed(context, "interiorTrim"),
  exteriorTrimNeed: (context) => windowTrimNeed(context, "exteriorTrim"),
  totalAccentArea,
  pitchSquares,
  totalWindows,
  packageNotApplicable,
};

/** The current text of a form's text row; null if it is empty. */
export const derivedText = (name: DerivedTextName, context: FilledForm): string | null => texts[name](context);
