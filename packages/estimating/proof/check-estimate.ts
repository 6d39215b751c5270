import { fieldByKey } from "#catalogue/catalogue.ts";
import { recommends } from "#catalogue/define-recommendations.ts";
import { homeownerView, replay, type Explanation } from "#expressions/explain.ts";
import type { FormLine, WorkflowValues } from "#form/form-values.ts";
import { keyOfPlace, scopeOfPlace, type Place } from "#form/places.ts";
import { boundsOf, indexPriceBook, type IndexedPriceBook } from "#price-book/index-price-book.ts";
import { explainLineCost, explainLinePrice } from "#pricing/explain-price.ts";
import type { FilledForm } from "#form/filled-form.ts";
import { withoutNoise } from "#rounding.ts";
import { priceWorkflow, type PricedLine } from "#pricing/price-line.ts";
import {
  explainRecommendation,
  placesOfRecommendation,
  quantityAt,
  recommendationsIn,
  recommendationsOf,
} from "#recommendations/recommend.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { explainEstimateTotal, explainShare, explainTotal, type ExplainedTotal } from "#totals/explain-totals.ts";
import { estimateTotals } from "#totals/estimate-totals.ts";
import { sumLines } from "#totals/workflow-totals.ts";
import { fraction } from "#units.ts";
import { isOnStep } from "#validation/is-on-step.ts";
import {
  OracleForm,
  exactLines,
  exactResult,
  exactTotals,
  type AskedAt,
  type ExactLine,
  type PlacedLine,
} from "./decimal-oracle.ts";
import type { ExactNumber } from "./exact-number.ts";
import { createRandomEstimate, type RandomEstimate } from "./random-estimate.ts";

/** What a run has covered, so that an empty proof is noticed. */
export interface Counts {
  estimates: number;
  /** Skipped, because a line's amount exceeds the precision of floating-point cents. */
  tooLarge: number;
  lines: number;
  recommendations: number;
  chains: number;
  warnings: number;
  /** Ids of fields with a line, and of fields with a recommendation. */
  readonly fields: Set<string>;
  readonly recommended: Set<string>;
}

export const noCounts = (): Counts => ({
  estimates: 0,
  tooLarge: 0,
  lines: 0,
  recommendations: 0,
  chains: 0,
  warnings: 0,
  fields: new Set(),
  recommended: new Set(),
});

/** Recommendations may have thirds and more decimals; money is compared to the cent. */
const RECOMMENDATION_NOISE = 1e-9;
/** In dollars; below it every cent must be right. */
const LARGEST_LINE = 1_000_000_000;
const TOTALS: readonly ExplainedTotal[] = [
  "itemTotal",
  "discount",
  "total",
  "totalWithPromotion",
  "totalCost",
  "margin",
  "totalWithMargin",
];
const INTERNAL_LABEL = /^(?:material cost|labor cost|cost|margin)\b/i;

const everyLine = (lines: readonly PricedLine[]): readonly PricedLine[] =>
  lines.flatMap((line) => [line, ...everyLine(line.children)]);

const hasInternal = (explanation: Explanation): boolean =>
  explanation.internal === true ||
  INTERNAL_LABEL.test(explanation.label ?? "") ||
  (explanation.operation !== "given" && explanation.operands.some(hasInternal));

const money = (label: string, value: number): Explanation => ({ operation: "given", label, value, measure: "money" });

class Differences {
  readonly found: string[] = [];
  readonly #counts: Counts;

  constructor(counts: Counts) {
    this.#counts = counts;
  }

  money(what: string, engine: number, exact: ExactNumber): void {
    if (engine !== exact.toNumber()) this.found.push(`${what} is ${engine}, exactly ${exact.toNumber()}`);
  }

  /** Checks that the explanation recalculates to the value, and that the homeowner's view has no cost or margin. */
  chain(what: string, chain: Explanation, value: number, isInternal: boolean): void {
    this.#counts.chains += 1;
    // Floating-point errors in the explanation of a quantity do not reach its use or the screen.
    const isSame = (told: number): boolean => told === value || withoutNoise(told) === value;
    if (!isSame(chain.value)) this.found.push(`the chain of ${what} tells ${chain.value} instead of ${value}`);
    if (!isSame(replay(chain))) this.found.push(`the chain of ${what} replays to ${replay(chain)} instead of ${value}`);
    const seen = homeownerView(chain);
    if (isInternal && seen !== null) this.found.push(`the homeowner sees ${what}`);
    if (seen && hasInternal(seen)) this.found.push(`the homeowner sees a cost or a margin in ${what}`);
    if (!isInternal && !(seen && isSame(seen.value))) this.found.push(`the homeowner does not see ${what}`);
  }
}

/** The oracle's context for a place of the engine. */
function askedAt(form: OracleForm, place: Place): AskedAt {
  const { field, line } = place;
  const scope = scopeOfPlace(place);
  const placedByLine = new Map(form.lines.map((placed) => [placed.line, placed]));
  const placed = scope.line ? placedByLine.get(scope.line) : undefined;
  const around: readonly PlacedLine[] = placed ? [...placed.enclosing, placed] : [];
  return { field, line: line ? placed : undefined, around };
}

function checkRecommendations({
  form,
  values,
  book,
  differences,
  counts,
}: {
  form: OracleForm;
  values: WorkflowValues;
  book: IndexedPriceBook;
  differences: Differences;
  counts: Counts;
}): void {
  const context = { workflowId: form.workflowId, values, book };
  const quantities = recommendationsOf(context);
  for (const recommendation of recommendationsIn(form.workflowId).values())
    for (const place of placesOfRecommendation(context, recommendation)) {
      const name = `the recommendation of ${place.path}`;
      const quantity = quantities.get(keyOfPlace(place))?.quantity;
      const chain = explainRecommendation(context, place);
      if (quantity === undefined || chain === null) {
        differences.found.push(`${name} is not given`);
        continue;
      }
      counts.recommendations += 1;
      counts.recommended.add(place.field.id);
      differences.chain(name, chain, quantity, false);
      const result = exactResult(form, recommendation.quantity, askedAt(form, place)).toNumber();
      if (Math.abs(result - quantity) > RECOMMENDATION_NOISE * Math.max(1, Math.abs(result)))
        differences.found.push(`${name} is ${quantity}, exactly ${result}`);
    }
}

const STARTER_BOOK = indexPriceBook(starterPriceBook);

/** Checks that recommended quantities are on their field's step, or 0. */
function checkSteps(context: FilledForm, differences: Differences): void {
  for (const recommendation of recommendationsIn(context.workflowId).values()) {
    if (!recommends(recommendation)) continue;
    const field = fieldByKey(context.workflowId, recommendation.field);
    const bounds = field && boundsOf(context.book.entryOf(field));
    if (!bounds || bounds.step === 0) continue;
    for (const place of placesOfRecommendation(context, recommendation)) {
      const value = quantityAt(context, recommendation, place);
      if (value !== withoutNoise(value)) differences.found.push(`the recommendation of ${place.path} is ${value}`);
      if (value > bounds.min && !isOnStep({ value, base: bounds.min, step: bounds.step }))
        differences.found.push(
          `the recommendation of ${place.path} is ${value}, which is not on its step ${bounds.step}`,
        );
    }
  }
}

/** Every difference between the engine and the oracle for one estimate, in words. */
function checkEstimate(estimate: RandomEstimate, counts: Counts): readonly string[] {
  const differences = new Differences(counts);
  const book = indexPriceBook(estimate.book);
  const priced = estimate.workflows.map(({ workflowId, values }) => {
    const context = { workflowId, book };
    return { context, values, lines: priceWorkflow(context, values) };
  });
  const forms = priced.map(({ context, values }) => new OracleForm(estimate.book, context.workflowId, values));
  const exactByWorkflow = forms.map(exactLines);
  const isTooLarge = exactByWorkflow.some((lines) =>
    [...lines.values()].some(
      ({ total, totalCost }) => total.toNumber() > LARGEST_LINE || totalCost.toNumber() > LARGEST_LINE,
    ),
  );
  if (isTooLarge) {
    counts.tooLarge += 1;
    return [];
  }

  counts.estimates += 1;
  priced.forEach(({ context, values, lines }, index) => {
    const exact: ReadonlyMap<FormLine, ExactLine> = exactByWorkflow[index] ?? new Map<FormLine, ExactLine>();
    const all = everyLine(lines);
    if (all.length !== exact.size) differences.found.push(`${all.length} lines are priced, ${exact.size} are there`);
    for (const line of all) {
      const expected = exact.get(line.line);
      const name = `${line.definition.key} (line ${line.line.id})`;
      if (!expected) {
        differences.found.push(`${name} is not in the form`);
        continue;
      }
      counts.lines += 1;
      counts.fields.add(line.definition.id);
      if (line.own.warning) counts.warnings += 1;
      for (const amount of ["materialCost", "laborCost", "materialPrice", "laborPrice"] as const)
        differences.money(`${amount} of ${name}`, line.totals[amount], expected.totals[amount]);
      differences.money(`total of ${name}`, line.totals.total, expected.total);
      differences.money(`totalCost of ${name}`, line.totals.totalCost, expected.totalCost);
      differences.chain(`the price of ${name}`, explainLinePrice(context, line), line.totals.total, false);
      differences.chain(`the cost of ${name}`, explainLineCost(context, line), line.totals.totalCost, true);
    }
    const form = forms[index];
    if (form) checkRecommendations({ form, values, book, differences, counts });
    for (const each of [book, STARTER_BOOK]) checkSteps({ ...context, values, book: each }, differences);
  });

  const totals = estimateTotals(
    estimate.workflows.map(({ discountPercent, marginPercent }, index) => ({
      ...sumLines(priced[index]?.lines ?? []),
      discountPercent: fraction(discountPercent),
      marginPercent: fraction(marginPercent),
    })),
    { promotion: estimate.promotion, feePercent: fraction(estimate.feePercent), fee: estimate.fee },
  );
  const exact = exactTotals(estimate, exactByWorkflow);
  const told = priced.map(({ context, lines }, index) => {
    const workflow = totals.workflows[index];
    const expected = exact.workflows[index];
    if (!workflow || !expected) throw new RangeError(`Workflow ${context.workflowId} has no totals.`);
    const name = (member: string) => `${member} of workflow ${context.workflowId} (${index + 1})`;
    for (const member of ["fee", "promotion"] as const)
      differences.money(name(member), workflow[member], expected[member]);
    differences.chain(
      name("promotion"),
      explainShare(
        money("Promotion", estimate.promotion),
        totals.workflows.map(({ total }) => money("Total", total)),
        index,
      ),
      workflow.promotion,
      false,
    );
    for (const [at, member] of TOTALS.entries()) {
      differences.money(name(member), workflow[member], expected[member]);
      // Each explanation includes every line of the workflow, so each seed only checks some of them.
      if ((estimate.seed + at) % TOTALS.length > 1) continue;
      const isInternal = member === "totalCost" || member === "margin";
      differences.chain(name(member), explainTotal(context, lines, workflow, member), workflow[member], isInternal);
    }
    return explainTotal(context, lines, workflow, "totalWithMargin");
  });
  differences.money("the estimate's total", totals.total, exact.total);
  differences.chain("the estimate's total", explainEstimateTotal(told), totals.total, false);
  return differences.found;
}

/** Checks one seed; an exception of the engine counts as a difference. */
export function checkSeed(seed: number, counts: Counts): readonly string[] {
  try {
    return checkEstimate(createRandomEstimate(seed), counts);
  } catch (error) {
    return [`it throws ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
}
