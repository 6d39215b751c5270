import {
  calculateEstimate,
  copiesOf,
  enteredItems,
  estimateTerms,
  MARGIN_INCL_LENDER_FEE,
  type EstimateCopy,
  type EstimateTerm,
} from "@ridgebook/contract";
import {
  companyMargin,
  explainCompanyMargin,
  explainCosts,
  explainEstimateTotal,
  explainFee,
  explainLenderFee,
  explainLineCost,
  explainLinePrice,
  explainMonthlyPayment,
  explainPrices,
  explainPrincipal,
  explainShare,
  explainToldPrice,
  explainTotal,
  figureOf,
  fraction,
  fromItems,
  markUpIn,
  priceWorkflow,
  roundedToCents,
  roundMoney,
  sumOf,
  tellPrice,
  type EstimateItem,
  type ExplainedTotal,
  type Explanation,
  type IndexedPriceBook,
  type PricedLine,
  type PricingContext,
  type ToldFigure,
  type WorkflowTotals,
} from "@ridgebook/estimating";
import type { AmountsView } from "#features/estimate/rows/amounts-view.ts";
import { isSameCopy } from "#features/estimate/summary/copy-contents.ts";
import {
  estimateFigures,
  titleOfCopy,
  type Calculable,
  type ColumnSums,
  type WorkflowRow,
} from "#features/estimate/summary/estimate-figures.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** An explainable figure of a workflow copy. */
export type ShownTotal =
  | ToldFigure
  | "promotion"
  | "totalWithMargin"
  | "itemTotal"
  | "totalCost"
  | "lenderFee"
  | "shownMargin"
  | "marginInclLenderFee";

const CENTS = 2;

/** An explanation rounded to cents, marked as internal: costs and margins. */
const roundedInternally = (operand: Explanation): Explanation => ({
  operation: "round",
  value: roundMoney(operand.value),
  operands: [operand],
  precision: CENTS,
  internal: true,
});

interface SavedLines {
  readonly context: PricingContext;
  readonly lines: readonly PricedLine[];
}

/** Prices the saved lines of a copy again. */
function savedLines({
  copy: { workflowId, workflowEstimateId },
  items,
  book,
}: {
  copy: EstimateCopy;
  items: readonly EstimateItem[];
  book: IndexedPriceBook;
}): SavedLines {
  const context = { workflowId, book };
  return { context, lines: priceWorkflow(context, fromItems({ workflowId, workflowEstimateId, items })) };
}

/** Explains a copy's share of the promotion from the totals of all copies; its own total may be an unsaved preview. */
function explainPromotion({
  copy,
  estimate,
  workflows,
  totals,
}: Pick<Parameters<typeof explainCopyTotal>[0], "copy" | "estimate" | "workflows" | "totals">): Explanation | null {
  const copies = copiesOf(estimate);
  const saved = calculateEstimate(estimate).totals.workflows;
  const index = copies.findIndex((each) => isSameCopy(each, copy));
  const weights = copies.map((each, at) =>
    given(titleOfCopy(estimate, each, workflows), at === index ? totals.total : (saved[at]?.total ?? 0)),
  );
  const explanation = explainShare(given("Promotion", estimate.promotion), weights, index);
  if (explanation.value !== totals.promotion) return null;
  // The shares depend on totals without mark-up, which homeowners must not see.
  const isMarkedUp = [totals, ...saved].some(({ marginPercent }) => marginPercent !== 0);
  return isMarkedUp ? figureOf("Promotion", { ...explanation, internal: true }) : explanation;
}

/**
 * Explains a total of one copy from the estimate's saved lines. Null if they do not add up to the total, for example because the device's
 * price book has no price for a line.
 */
export function explainCopyTotal({
  copy,
  estimate,
  workflows,
  book,
  totals,
  which,
}: {
  copy: EstimateCopy;
  estimate: Calculable;
  /** For the titles of copies that share a promotion. */
  workflows: readonly LocalWorkflow[];
  book: IndexedPriceBook;
  totals: WorkflowTotals;
  which: ShownTotal;
}): Explanation | null {
  if (which === "promotion") return explainPromotion({ copy, estimate, workflows, totals });
  const { context, lines } = savedLines({ copy, items: enteredItems(estimate, copy), book });
  const explainOne = (one: ExplainedTotal): Explanation => explainTotal(context, lines, totals, one);
  const { feePercent, lenderFeePercent = fraction(0) } = estimateTerms(estimate);
  const explainInPrice = () => explainFee(explainOne("total"), feePercent);
  const explainBorne = () => explainLenderFee(explainOne("total"), lenderFeePercent);
  const explainMargin = (lender?: Parameters<typeof explainCompanyMargin>[1]): Explanation =>
    explainCompanyMargin(
      { totalWithMargin: explainOne("totalWithMargin"), totalCost: explainOne("totalCost") },
      lender,
    );
  const explainTold = (figure: ToldFigure): Explanation =>
    explainToldPrice(figure, {
      totals,
      feePercent,
      chains: {
        itemTotal: explainOne("itemTotal"),
        discount: explainOne("discount"),
        total: explainOne("total"),
        fee: explainInPrice(),
        totalWithMargin: explainOne("totalWithMargin"),
      },
    });
  const margin = companyMargin(totals);
  const told = tellPrice(totals, feePercent);
  const ifItLeadsTo = (value: number, explanation: Explanation): Explanation | null =>
    roundMoney(explanation.value) === roundMoney(value) ? explanation : null;
  switch (which) {
    case "price":
    case "discount":
    case "payment":
      return ifItLeadsTo(told[which], explainTold(which));
    case "discounted":
      return ifItLeadsTo(told.price - told.discount, explainTold(which));
    case "markUp":
      return ifItLeadsTo(markUpIn(told, totals), explainTold(which));
    case "itemTotal": {
      const items = explainOne("itemTotal");
      // With a mark-up in the price, the sum of the items is internal.
      return ifItLeadsTo(totals.itemTotal, totals.marginPercent === 0 ? items : { ...items, internal: true });
    }
    case "lenderFee":
      return ifItLeadsTo(totals.lenderFee, explainBorne());
    case "marginInclLenderFee":
      return ifItLeadsTo(margin.beforeLender, explainMargin());
    case "shownMargin": {
      // Leave out a fee of 0.
      const lender = {
        feeInPrice: totals.fee > 0 ? explainInPrice() : 0,
        lenderFee: totals.lenderFee > 0 ? explainBorne() : 0,
      };
      return ifItLeadsTo(margin.afterLender, explainMargin(margin.lenderFee > 0 ? lender : undefined));
    }
    case "totalCost":
    case "totalWithMargin":
      return ifItLeadsTo(totals[which], explainOne(which));
  }
}

const given = (label: string, value: number): Explanation => ({ operation: "given", label, value, measure: "money" });

/** The estimate's total as the sum of its workflows (SUM-07). */
export const explainTotalOfEstimate = (rows: readonly WorkflowRow[]): Explanation =>
  explainEstimateTotal(rows.map(({ title, totals }) => given(title, totals.totalWithMargin)));

/** Columns that are simply added up; the total comes from the engine. */
export type SummedColumn = Exclude<keyof ColumnSums, "total">;

const COLUMNS: Record<SummedColumn, { label: string; isInternal?: true; of: (row: WorkflowRow) => number }> = {
  price: { label: "Price", of: ({ told }) => told.price },
  markUp: { label: "Margin on top", isInternal: true, of: ({ markUp }) => markUp },
  discount: { label: "Discount", of: ({ told }) => told.discount },
  payment: { label: "Fee", of: ({ told }) => told.payment },
  promotion: { label: "Promotion", of: ({ told }) => told.promotion },
  cost: { label: "Cost", isInternal: true, of: ({ totals }) => totals.totalCost },
  margin: { label: "Margin", isInternal: true, of: ({ margin }) => margin.afterLender },
  marginInclLenderFee: { label: MARGIN_INCL_LENDER_FEE, isInternal: true, of: ({ margin }) => margin.beforeLender },
  lenderFee: { label: "Lender’s fee", isInternal: true, of: ({ margin }) => margin.lenderFee },
};

/** The sum of an overview column, by workflow. */
export function explainSum(rows: readonly WorkflowRow[], column: SummedColumn): Explanation {
  const { label, isInternal, of } = COLUMNS[column];
  const sum = sumOf(
    label,
    rows.map((row) => given(row.title, of(row))),
  );
  return isInternal ? roundedInternally(sum) : roundedToCents(sum);
}

/** Explains a payment offer: the estimate's total under it, the amount financed, or the monthly payment. */
export function explainPayment({
  estimate,
  workflows,
  term,
  which,
}: {
  estimate: Calculable;
  workflows: readonly LocalWorkflow[];
  term: EstimateTerm;
  which: "total" | "principal" | "month";
}): Explanation {
  const total = explainTotalOfEstimate(estimateFigures({ ...estimate, term }, workflows).rows);
  const { downpayment } = estimate;
  switch (which) {
    case "total":
      return total;
    case "principal":
      return explainPrincipal({ total, downpayment });
    case "month":
      return explainMonthlyPayment({ total, downpayment, term });
  }
}

const everyLine = (lines: readonly PricedLine[]): readonly PricedLine[] =>
  lines.flatMap((line) => [line, ...everyLine(line.children)]);

/**
 * Explains saved items: one with its parts, or several as a section's sum. Null if the lines do not add up to the amount, for example
 * because the device's price book has no price for one.
 */
export function explainItems({
  ids,
  label,
  amount,
  view,
  ...saved
}: {
  copy: EstimateCopy;
  items: readonly EstimateItem[];
  book: IndexedPriceBook;
  ids: readonly number[];
  /** The name of several items; a single one has its own. */
  label?: string;
  /** The displayed amount in dollars. */
  amount: number;
  view: AmountsView;
}): Explanation | null {
  const { context, lines } = savedLines(saved);
  const wanted = new Set(ids);
  const found = everyLine(lines).filter(({ line }) => wanted.has(line.id));
  const [only] = found;
  if (!only) return null;
  const explanation =
    label !== undefined
      ? (view === "cost" ? explainCosts : explainPrices)(context, label, found)
      : (view === "cost" ? explainLineCost : explainLinePrice)(context, only);
  return roundMoney(explanation.value) === roundMoney(amount) ? explanation : null;
}
