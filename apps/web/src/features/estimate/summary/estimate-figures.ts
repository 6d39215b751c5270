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

/** The inputs of an estimate's figures. */
export type Calculable = Pick<LocalEstimate, "items" | "workflowSummaries"> &
  Pick<EstimateMembers, "workflowIds" | "duplicateWorkflows" | "promotion" | "downpayment" | "term">;

/** A workflow copy in the overview. Amounts are dollars. */
export interface WorkflowRow {
  readonly copy: EstimateCopy;
  readonly key: string;
  readonly workflow: LocalWorkflow;
  /** The copy's own name, else the company's name for the workflow. */
  readonly title: string;
  readonly summary: WorkflowSummary;
  readonly totals: WorkflowTotals;
  /** How the total is presented on documents. */
  readonly told: ToldPrice;
  /** The mark-up in the presented price; for the company only. */
  readonly markUp: number;
  /** Includes the mark-up (estimating.md §4), unlike `totals.margin`. */
  readonly margin: CompanyMargin;
}

/** The sums of the overview's columns. */
export interface ColumnSums {
  readonly price: number;
  /** The mark-up in the prices; for the company only. */
  readonly markUp: number;
  readonly discount: number;
  readonly payment: number;
  readonly promotion: number;
  readonly cost: number;
  /** After a lender's fee. */
  readonly margin: number;
  readonly marginInclLenderFee: number;
  /** Lenders' fees, no matter who pays them. */
  readonly lenderFee: number;
  readonly total: number;
}

export interface EstimateFigures {
  readonly rows: readonly WorkflowRow[];
  readonly sums: ColumnSums;
  /** As a fraction of the total; null without a total. */
  readonly marginShare: number | null;
  /** The total before discount and promotion. */
  readonly beforeReductions: number;
  /** Discount and promotion together: the sum of their columns, so that the page's amounts agree. */
  readonly reductions: number;
  readonly principal: number;
  readonly monthlyPayment: number;
}

/** The margin as a fraction of the total; null without a total. */
export const marginShare = (margin: number, total: number): number | null => (total > 0 ? margin / total : null);

/** The title of a copy: "Roofing"; for a further copy its own name, or "Roofing 2". */
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

/** The title of a copy; "" if the company no longer has its workflow. */
export function titleOfCopy(
  estimate: Pick<EstimateMembers, "duplicateWorkflows">,
  copy: Pick<EstimateCopy, "workflowId" | "workflowEstimateId">,
  workflows: readonly LocalWorkflow[],
): string {
  const workflow = workflows.find(({ id }) => id === copy.workflowId);
  return workflow ? copyTitle(estimate, copy, workflow) : "";
}

/** Copies in display order, each workflow's further copies after its first (EST-02). */
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
