import { comparableText } from "#comparable-text.ts";
import { soffitPanels, type SoffitPanelMeasure } from "#catalogue/building-blocks/soffit.ts";
import { fieldByKey } from "#catalogue/catalogue.ts";
import type { DerivedTextName } from "#catalogue/define-sections.ts";
import { workflowDefinitions } from "#catalogue/workflow-definitions.ts";
import { evaluate, type FormulaScope } from "#expressions/evaluate.ts";
import { operandsOf, type Expression } from "#expressions/expression.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { roundTo } from "#rounding.ts";
import type { WorkflowId } from "#workflows.ts";
import type { FormLine, FormLines, WorkflowValues } from "./form-values.ts";
import { lineQuantity } from "./line-quantity.ts";
import { measuredGroups, sumOfSteps } from "./states/measured-rows.ts";
import { quantityOfSteps } from "./states/measured-squares.ts";
import { scopeBelow, scopesAt, workflowScope } from "./line-scope.ts";

/*
 * The lines of text in a form that follow its inputs (3.§2). They come from the formulas of the recommendations, so a text and
 * the hint beside an input cannot differ.
 */

interface DerivedTextContext {
  readonly workflowId: WorkflowId;
  readonly values: WorkflowValues;
  readonly book: IndexedPriceBook;
}

const ROOFING = 1;
const SIDING = 2;
const TRIM = 7;

const asText = (quantity: number): string => String(roundTo(quantity, 2));

/** Added quantities of all lines of a field. */
function totalOf({ workflowId, values }: DerivedTextContext, key: string): number {
  const definition = fieldByKey(workflowId, key);
  if (!definition) return 0;
  return scopesAt(workflowScope(values), key).reduce(
    (total, { line }) => total + (line ? lineQuantity(definition, line) : 0),
    0,
  );
}

/** What a person reads at a dropdown or a text, "" while nothing is there. */
function nameAt({ workflowId, book }: DerivedTextContext, key: string, line: FormLine | null | undefined): string {
  const definition = fieldByKey(workflowId, key);
  if (!definition || !line?.value) return "";
  return (book.entryOf(definition).optionById.get(line.value)?.value ?? line.value).trim();
}

/** The different names at the given keys, in the order of the form; upper and lower case count as the same. */
function differentNames(context: DerivedTextContext, keys: readonly string[]): readonly string[] {
  const names = new Map<string, string>();
  for (const key of keys)
    for (const { line } of scopesAt(workflowScope(context.values), key)) {
      const name = nameAt(context, key, line);
      if (name !== "" && !names.has(comparableText(name))) names.set(comparableText(name), name);
    }
  return [...names.values()];
}

/** The place of a formula at a line that nobody has entered: what would such a line need? */
function formulaAtImaginedLine(
  { workflowId, values, book }: DerivedTextContext,
  key: string,
  children: FormLines,
): FormulaScope | null {
  const field = fieldByKey(workflowId, key);
  if (!field) return null;
  const line: FormLine = { id: 0, value: null, quantity: null, children };
  return { workflowId, book, field, scope: scopeBelow(workflowScope(values), key, line) };
}

const chosen = (value: string): readonly FormLine[] => [{ id: 0, value, quantity: null }];

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
function trimCoilNeed(context: DerivedTextContext): string | null {
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
function soffitTypeFor(context: DerivedTextContext, color: string): FormLines {
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
function soffitMaterialNeeded(context: DerivedTextContext): string | null {
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
function windowTrimNeed(context: DerivedTextContext, trim: "interiorTrim" | "exteriorTrim"): string | null {
  const [material, atWindow] = [`${trim}Material`, `window.${trim}`];
  const needed = workflowDefinitions
    .find(({ fields }) => fields.workflowId === context.workflowId)
    ?.recommendations.byKey.get(`${material}.length`);
  if (!needed) return null;
  const kinds = new Map<string, { type: string; color: string }>();
  for (const { lines } of scopesAt(workflowScope(context.values), atWindow)) {
    const nameOf = (property: string): string => nameAt(context, `${atWindow}.${property}`, lines[property]?.[0]);
    const [type, color] = [nameOf(`${trim}Type`), nameOf(`${trim}Color`)];
    if (type !== "") kinds.set(comparableText(`${type} ${color}`), { type, color });
  }
  const needs = [...kinds.values()].flatMap(({ type, color }) => {
    const formula = formulaAtImaginedLine(context, material, { type: chosen(type), color: chosen(color) });
    const feet = formula ? evaluate(needed.quantity, formula) : 0;
    return feet > 0 ? [`${asText(feet)} ft of ${[type, color].filter(Boolean).join(", ")}`] : [];
  });
  return needs.length > 0 ? `The windows take ${needs.join("; ")}` : null;
}

/** "400 SQ FT of accents": what the package leaves to the accents. */
function totalAccentArea(context: DerivedTextContext): string | null {
  const area = totalOf(context, "gableAccents.area");
  return area > 0 ? `${asText(area)} SQ FT of accents` : null;
}

/** "10 of 22 SQ entered": the measured squares of the install pitches against those of the roof; all of them with their waste. */
function pitchSquares(context: DerivedTextContext): string | null {
  const group = measuredGroups(context).find(({ kind }) => kind === "pitches");
  if (!group) return null;
  const { step, total, scale, steps } = group;
  const entered = sumOfSteps(steps);
  if (entered === 0 && total === 0) return null;
  const text = `${quantityOfSteps(entered, step)} of ${quantityOfSteps(total, step)} SQ entered`;
  return entered === total ? `${text}, ${quantityOfSteps(scale.stored, step)} SQ with waste` : text;
}

/** "5 Total windows" (3.§2). */
const totalWindows = (context: DerivedTextContext): string => `${asText(totalOf(context, "window"))} Total windows`;

/** Why no package can be chosen (3.§2, 3.§8), in the specification's words; null while one can. */
function packageNotApplicable(context: DerivedTextContext): string | null {
  if (context.workflowId === ROOFING && totalOf(context, "totalSquaresForMaterial") <= 0)
    return "Package is not applicable to this estimate. The roof size entered on the Roof details step is 0 squares.";
  if (context.workflowId === SIDING && totalOf(context, "totalSquaresForMaterialPackage") <= 0)
    return "Package is not applicable to this estimate. Check the total squares entered on the details step, and the squares of each accent on the accents step if this is unexpected.";
  return null;
}

const texts: Record<DerivedTextName, (context: DerivedTextContext) => string | null> = {
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
export const derivedText = (name: DerivedTextName, context: DerivedTextContext): string | null => texts[name](context);
