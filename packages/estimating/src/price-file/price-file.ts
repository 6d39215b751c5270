import { topLevelFields } from "#catalogue/catalogue.ts";
import { describe, type Explanation } from "#expressions/explain.ts";
import type { EstimateItem } from "#form/estimate-item.ts";
import type { FilledForm } from "#form/filled-form.ts";
import type { WorkflowValues } from "#form/form-values.ts";
import { toItems } from "#form/items.ts";
import { rebuildItems } from "#form/rebuild-items.ts";
import { pathOfScope } from "#form/line-path.ts";
import { scopeOfPlace } from "#form/places.ts";
import { setQuantity } from "#form/rows.ts";
import { openForm } from "#form/states/apply-edit.ts";
import { temporaryIds, type NextId } from "#form/temporary-ids.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { priceWorkflow, type PricedLine } from "#pricing/price-line.ts";
import {
  explainRecommendation,
  placesOfRecommendation,
  quantityAt,
  recommendationsIn,
} from "#recommendations/recommend.ts";
import { findAmountProblems, type AmountProblem } from "#totals/amount-problems.ts";
import { estimateTotals } from "#totals/estimate-totals.ts";
import { percentToFraction } from "#totals/format-percent.ts";
import { planPayment, type PaymentPlan } from "#totals/payment.ts";
import { sumLines, type WorkflowTotals } from "#totals/workflow-totals.ts";
import type { Percent } from "#units.ts";
import { validateWorkflow } from "#validation/validate.ts";
import { WORKFLOWS, type WorkflowId } from "#workflows.ts";
import { untilUnchanged } from "#until-unchanged.ts";
import { readPriceFile } from "./read-price-file.ts";
import type { FilePlace } from "./read-values.ts";

/*
 * Prices an estimate from a file without a server (docs/price-files.md): takes inputs by property name, returns quantities, explained
 * recommendations, items and totals.
 */

/** A recommended or calculated quantity, and its explanation. */
interface FileRecommendation {
  /** "gutterProtection[0].gutterProtectionLength". */
  readonly path: string;
  readonly fieldId: string;
  readonly use: "recommended" | "calculated" | "preset";
  readonly recommended: number;
  /** The entered quantity; null if empty. */
  readonly entered: number | null;
  readonly unit: string;
  /** The calculation in one line. */
  readonly text: string;
  readonly explanation: Explanation;
}

export interface PricedWorkflow {
  readonly workflowId: WorkflowId;
  readonly workflow: string;
  readonly workflowEstimateId: number;
  readonly recommendations: readonly FileRecommendation[];
  readonly items: readonly EstimateItem[];
  readonly summary: WorkflowTotals;
  /** Lines with a choice but without a price. */
  readonly warnings: readonly string[];
  /** What a form would not save. */
  readonly validation: readonly FilePlace[];
}

export interface PricedFile {
  readonly priceBookVersion: number;
  readonly workflows: readonly PricedWorkflow[];
  readonly totals: { readonly total: number; readonly totalCost: number; readonly margin: number };
  readonly payment: PaymentPlan | null;
  /** Discounts, promotion and down payment above the price, with which nothing could be signed. */
  readonly validation: readonly FilePlace[];
}

type PriceFileResult =
  | { readonly priced: PricedFile; readonly problems: readonly [] }
  | { readonly priced: null; readonly problems: readonly FilePlace[] };

/**
 * Fills lines whose quantity the file takes from the recommendation, then their consequences: one quantity may affect another's formula.
 */
function takeRecommendations(context: FilledForm, lines: ReadonlySet<number>, nextId: NextId): WorkflowValues {
  const opened = openForm({ ...context, nextId });
  return untilUnchanged(opened, lines.size + 1, (values) => {
    let next = values;
    for (const recommendation of recommendationsIn(context.workflowId).values())
      for (const place of placesOfRecommendation({ ...context, values: next }, recommendation)) {
        if (!place.line || !lines.has(place.line.id)) continue;
        const quantity = quantityAt({ ...context, values: next }, recommendation, place);
        next = setQuantity({ values: next, path: pathOfScope(scopeOfPlace(place)), quantity });
      }
    return next === values ? values : openForm({ ...context, values: next, nextId });
  });
}

/** Prices a file. Reports all of the file's problems at once, each with its place. */
export function priceFile(json: unknown, book: IndexedPriceBook): PriceFileResult {
  const nextId = temporaryIds();
  const { file, problems } = readPriceFile(json, { book, nextId });
  if (!file) return { priced: null, problems };
  const { isList, workflows, promotion, fee, feePercent, downpayment, term } = file;
  const calculated = workflows.map(({ workflowId, values, recommendedLines, ...rest }) => {
    const context = { workflowId, book };
    const complete = takeRecommendations({ ...context, values }, recommendedLines, nextId);
    return { ...rest, context, values: complete, lines: priceWorkflow(context, complete) };
  });
  const totals = estimateTotals(
    calculated.map(({ lines, discount, margin }) => ({
      ...sumLines(lines),
      discountPercent: percentToFraction(discount),
      marginPercent: percentToFraction(margin),
    })),
    { promotion, feePercent, fee },
  );
  return {
    problems: [],
    priced: {
      priceBookVersion: book.version,
      workflows: calculated
        .map((each, index) => describeWorkflow(each, totals.workflows[index]))
        .filter((each) => each !== null),
      totals: { total: totals.total, totalCost: totals.totalCost, margin: totals.margin },
      payment: term.months > 0 ? planPayment({ total: totals.total, downpayment, term }) : null,
      validation: findAmountProblems(totals, { promotion, downpayment }).map(({ member, workflow, text }) => ({
        path: pathOfAmount(member, isList ? workflow : null),
        text,
      })),
    },
  };
}

/** The place of an amount in the file; a single workflow may be the file itself. */
function pathOfAmount(member: AmountProblem["member"], workflow: number | null): string {
  if (member === "downpayment") return "payment.downpayment";
  return workflow === null ? member : `workflows[${workflow}].${member}`;
}

interface CalculatedWorkflow {
  readonly context: { readonly workflowId: WorkflowId; readonly book: IndexedPriceBook };
  readonly workflowEstimateId: number;
  readonly values: WorkflowValues;
  readonly lines: readonly PricedLine[];
  readonly discount: Percent;
  readonly margin: Percent;
}

/** What a form would not save: the fields, and the two percentages of the Discount section (SUM-09). */
function findProblems({ context, values, discount, margin }: CalculatedWorkflow): readonly FilePlace[] {
  const percents = Object.entries({ discount, margin });
  const closing = Object.fromEntries(percents.map(([key, quantity]) => [key, [{ id: 0, value: null, quantity }]]));
  return [
    ...validateWorkflow({ ...context, values, refusesHidden: true }),
    ...validateWorkflow({ ...context, values: closing, keys: percents.map(([key]) => key) }),
  ].map(({ path, text }) => ({ path, text }));
}

function describeWorkflow(calculated: CalculatedWorkflow, summary: WorkflowTotals | undefined): PricedWorkflow | null {
  if (!summary) return null;
  const { context, workflowEstimateId, values, lines } = calculated;
  const { workflowId, book } = context;
  const { items, warnings } = toItems({ lines, book, workflowEstimateId });
  return {
    workflowId,
    workflow: WORKFLOWS.find(({ id }) => id === workflowId)?.name ?? "",
    workflowEstimateId,
    recommendations: explainRecommendations({ ...context, values }),
    items: rebuildItems({
      current: [],
      fieldIds: topLevelFields(workflowId).map(({ id }) => id),
      items,
      workflowEstimateId,
    }),
    summary,
    warnings: warnings.map(({ text }) => text),
    validation: findProblems(calculated),
  };
}

const explainRecommendations = (context: FilledForm): readonly FileRecommendation[] =>
  [...recommendationsIn(context.workflowId).values()].flatMap((recommendation) =>
    placesOfRecommendation(context, recommendation).flatMap((place): readonly FileRecommendation[] => {
      const explanation = explainRecommendation(context, place);
      if (!explanation) return [];
      return [
        {
          path: place.path,
          fieldId: place.field.id,
          use: recommendation.use,
          recommended: explanation.value,
          entered: place.line?.quantity ?? null,
          unit: place.field.unit,
          text: describe(explanation),
          explanation,
        },
      ];
    }),
  );
