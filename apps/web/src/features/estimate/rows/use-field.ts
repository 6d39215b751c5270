import { createContext, use } from "react";
import {
  AMOUNT_NAMES,
  NO_AMOUNTS,
  type FieldDefinition,
  type FieldPlace,
  type FieldProblem,
  type LineTotals,
  type OfferedQuantity,
  type PricedLine,
  type RecommendedQuantity,
} from "@ridgebook/estimating";
import { useFormValue } from "#features/estimate/form/form-context.tsx";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import type { AmountsView } from "#features/estimate/rows/amounts-view.ts";

type Options = ReturnType<WorkflowForm["optionsOf"]>;

/** What a row shows of its field. */
export interface FieldReading {
  readonly lineId: number | null;
  readonly value: string | null;
  /** As displayed: for rows of measured squares, without waste. */
  readonly quantity: number | null;
  readonly isVisible: boolean;
  readonly isDisabled: boolean;
  /** The quantity is calculated. */
  readonly isReadOnly: boolean;
  /** The dropdown's options; empty for other fields. */
  readonly options: Options;
  /** Null without a formula, and for a result of 0 except for labor hours (2.§4). */
  readonly recommended: number | null;
  /** The field's maximum if the recommended quantity exceeds it. */
  readonly aboveMax: number | null;
  /** The total for rows that share a quantity. */
  readonly inAll: number | null;
  readonly use: RecommendedQuantity["use"] | null;
  /** Saving filled in the current quantity. */
  readonly isFilledIn: boolean;
  /** The error; "" for none. */
  readonly valueProblem: string;
  readonly quantityProblem: string;
}

const NO_OPTIONS: Options = [];

export function isShallowEqual<Reading extends object>(one: Reading, other: Reading): boolean {
  for (const name of Object.keys(one) as (keyof Reading)[]) if (!Object.is(one[name], other[name])) return false;
  return true;
}

/** Whether a problem is about a cost, whose input shows it itself. */
export const isAboutAmount = ({ path }: Pick<FieldProblem, "path">): boolean =>
  AMOUNT_NAMES.some((name) => path.endsWith(`.${name}`));

function problemTexts(form: WorkflowForm, at: FieldPlace): Pick<FieldReading, "valueProblem" | "quantityProblem"> {
  let valueProblem = "";
  let quantityProblem = "";
  for (const problem of form.problemsOf(at))
    if (problem.path.endsWith(".value")) valueProblem ||= problem.text;
    else if (!isAboutAmount(problem)) quantityProblem ||= problem.text;
  return { valueProblem, quantityProblem };
}

const NO_PROBLEMS = { valueProblem: "", quantityProblem: "" };

/** Its hint is shown only while the quantity differs (2.§4). */
export const LABOR_HOURS = "totalLaborHours";

const isTold = ({ property }: FieldPlace, recommendation: OfferedQuantity | null): recommendation is OfferedQuantity =>
  recommendation !== null &&
  (recommendation.quantity > 0 || property === LABOR_HOURS || recommendation.tellsZero === true);

function readField(form: WorkflowForm, at: FieldPlace, definition: FieldDefinition): FieldReading {
  const { dataType } = definition;
  const line = form.lineAt(at);
  const { visible, disabled, readOnly } = form.stateOf(at);
  const recommendation = form.recommendedAt(at);
  return {
    lineId: line?.id ?? null,
    value: line?.value ?? null,
    quantity: form.shownQuantityAt(at) ?? null,
    isVisible: visible,
    isDisabled: disabled || !form.book.has(definition),
    isReadOnly: readOnly,
    options: dataType === "dropdown" ? form.optionsOf(at) : NO_OPTIONS,
    recommended: isTold(at, recommendation) ? recommendation.quantity : null,
    aboveMax: recommendation?.aboveMax ?? null,
    inAll: recommendation?.inAll ?? null,
    use: recommendation?.use ?? null,
    isFilledIn: form.isFilledIn(at),
    ...(form.getSnapshot().problems.length === 0 ? NO_PROBLEMS : problemTexts(form, at)),
  };
}

/** A field's state in the open form; rerenders only when it changes. */
export const useField = (at: FieldPlace, definition: FieldDefinition): FieldReading =>
  useFormValue((_snapshot, form) => readField(form, at, definition), isShallowEqual);

export interface ShownAmounts {
  readonly material: number;
  readonly labor: number;
  readonly total: number;
}

export const NOTHING_SHOWN: ShownAmounts = { material: 0, labor: 0, total: 0 };

/** A line's costs or prices, as the switch says. */
export const amountsShown = (totals: LineTotals, view: AmountsView): ShownAmounts =>
  view === "cost"
    ? { material: totals.materialCost, labor: totals.laborCost, total: totals.totalCost }
    : { material: totals.materialPrice, labor: totals.laborPrice, total: totals.total };

/** One unit's cost or price without its children, as the switch says. */
export function unitShown(priced: PricedLine | null, view: AmountsView): Pick<ShownAmounts, "material" | "labor"> {
  const { materialCost, laborCost, materialPrice, laborPrice } = priced?.own.amounts ?? NO_AMOUNTS;
  return view === "cost"
    ? { material: materialCost, labor: laborCost }
    : { material: materialPrice, labor: laborPrice };
}

/** The section's place in explanations: "Roofing · Decking & Underlayment". Constant below a form. */
const SectionPlaceContext = createContext("");
export const SectionPlaceProvider = SectionPlaceContext.Provider;
export const useSectionPlace = (): string => use(SectionPlaceContext);
