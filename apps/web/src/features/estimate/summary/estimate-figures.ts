import {
  calculateEstimate,
  copiesOf,
  estimateTerms,
  summaryKey,
  type EstimateCopy,
  type EstimateMembers,
  type WorkflowSummary,
} from "@ridgebook/contract";
import {
  companyMargin,
  markUpIn,
  roundMoney,
  tellPrice,
  type CompanyMargin,
  type ToldPrice,
  type WorkflowTotals,
} from "@ridgebook/estimating";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** What the figures of an estimate follow from. */
export type Calculable = Pick<LocalEstimate, "items" | "workflowSummaries"> &
  Pick<EstimateMembers, "workflowIds" | "duplicateWorkflows" | "promotion" | "downpayment" | "term">;

/** One workflow copy as the overview shows it. Amounts are dollars. */
export interface WorkflowRow {
  readonly copy: EstimateCopy;
  /** `summaryKey` of the copy. */
  readonly key: string;
  readonly workflow: LocalWorkflow;
  /** The copy's own name, else the company's name for the workflow. */
  readonly title: string;
  readonly summary: WorkflowSummary;
  readonly totals: WorkflowTotals;
  /** How the total is made up, as on every paper. */
  readonly told: ToldPrice;
  /** What of the told price is mark-up: for the company only. */
  readonly markUp: number;
  /** The mark-up included (estimating.md §4); the member `margin` of `totals` is without it. */
  readonly margin: CompanyMargin;
}

/** The columns of the overview added up. */
export interface ColumnSums {
  readonly price: number;
  /** What of the prices is mark-up: for the company only. */
  readonly markUp: number;
  readonly discount: number;
  readonly payment: number;
  readonly promotion: number;
  readonly cost: number;
  /** After a lender's fee. */
  readonly margin: number;
  readonly marginInclLenderFee: number;
  /** What lenders take, whoever bears it. */
  readonly lenderFee: number;
  readonly total: number;
}

export interface EstimateFigures {
  readonly rows: readonly WorkflowRow[];
  readonly sums: ColumnSums;
  /** Of the total; null where there is none to be a share of. */
  readonly marginShare: number | null;
  /** The total and what the columns of discount and promotion take off it. */
  readonly beforeReductions: number;
  /** Discount and promotion together: the sums of their columns, so that the page says one amount everywhere. */
  readonly reductions: number;
  readonly principal: number;
  readonly monthlyPayment: number;
}

/** The margin as a fraction of the total; null where there is no total to be a share of. */
export const marginShare = (margin: number, total: number): number | null => (total > 0 ? margin / total : null);

/** What a copy is called: "Roofing", a second one by its own name or as "Roofing 2". */
export function copyTitle(
  { duplicateWorkflows }: Pick<EstimateMembers, "duplicateWorkflows">,
  { workflowId, workflowEstimateId }: EstimateCopy,
  workflow: Pick<LocalWorkflow, "title">,
): string {
  if (workflowEstimateId === 1) return workflow.title;
  const own = duplicateWorkflows.find(
    (each) => each.workflowId === workflowId && each.workflowEstimateId === workflowEstimateId,
  );
  return own?.name || `${workflow.title} ${workflowEstimateId}`;
}

/** The same from the workflows of the company; "" of one that it has no more. */
export function titleOfCopy(
  estimate: Pick<EstimateMembers, "duplicateWorkflows">,
  copy: Pick<EstimateCopy, "workflowId" | "workflowEstimateId">,
  workflows: readonly LocalWorkflow[],
): string {
  const workflow = workflows.find(({ id }) => id === copy.workflowId);
  return workflow ? copyTitle(estimate, copy, workflow) : "";
}

/** Copies in display order, each workflow's further copies behind its first (EST-02). */
export function copiesInOrder(
  estimate: Pick<EstimateMembers, "workflowIds" | "duplicateWorkflows">,
  workflows: readonly LocalWorkflow[],
): { copy: EstimateCopy; workflow: LocalWorkflow }[] {
  const copies = copiesOf(estimate);
  return workflows.flatMap((workflow) =>
    copies.filter(({ workflowId }) => workflowId === workflow.id).map((copy) => ({ copy, workflow })),
  );
}

const sumOf = (rows: readonly WorkflowRow[], amount: (row: WorkflowRow) => number): number =>
  roundMoney(rows.reduce((sum, row) => sum + amount(row), 0));

/** Rows, sums and shares of the overview (EST-25, SUM-07). */
export function estimateFigures(estimate: Calculable, workflows: readonly LocalWorkflow[]): EstimateFigures {
  const { totals, workflowSummaries, principal, monthlyPayment } = calculateEstimate(estimate);
  const { feePercent } = estimateTerms(estimate);
  const totalsByKey = new Map(copiesOf(estimate).map((copy, index) => [summaryKey(copy), totals.workflows[index]]));
  const rows = copiesInOrder(estimate, workflows).flatMap(({ copy, workflow }): WorkflowRow[] => {
    const key = summaryKey(copy);
    const summary = workflowSummaries[key];
    const own = totalsByKey.get(key);
    if (!summary || !own) return [];
    const title = copyTitle(estimate, copy, workflow);
    const told = tellPrice(own, feePercent);
    const amounts = { totals: own, told, markUp: markUpIn(told, own), margin: companyMargin(own) };
    return [{ copy, key, workflow, title, summary, ...amounts }];
  });

  const margin = companyMargin(...totals.workflows);
  const sums: ColumnSums = {
    price: sumOf(rows, ({ told }) => told.price),
    markUp: sumOf(rows, ({ markUp }) => markUp),
    discount: sumOf(rows, ({ told }) => told.discount),
    payment: sumOf(rows, ({ told }) => told.payment),
    promotion: sumOf(rows, ({ told }) => told.promotion),
    cost: totals.totalCost,
    margin: margin.afterLender,
    marginInclLenderFee: margin.beforeLender,
    lenderFee: margin.lenderFee,
    total: totals.total,
  };
  const reductions = roundMoney(sums.discount + sums.promotion);
  return {
    rows,
    sums,
    marginShare: marginShare(margin.afterLender, totals.total),
    beforeReductions: roundMoney(totals.total + reductions),
    reductions,
    principal,
    monthlyPayment,
  };
}
