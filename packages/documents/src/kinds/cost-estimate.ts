import { DOCUMENT_LABELS, fullName, MARGIN_INCL_LENDER_FEE, marginLabel, markUpLabel } from "@ridgebook/contract";
import {
  companyMargin,
  formatShare,
  fraction,
  fractionToPercent,
  markUpIn,
  type CompanyMargin,
  type ToldPrice,
  type WorkflowTotals,
} from "@ridgebook/estimating";
import type { CostEstimateChoices } from "#choices/document-choices.ts";
import { sumOf, totalsByCopy } from "#lines/copy-figures.ts";
import { toldLines } from "#lines/told-lines.ts";
import type { Block, DocumentModel, DocumentSection, TableRow } from "#model/document-model.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { formatAmount, formatMoney, formatPercent, formatQuantity, NOTHING } from "#wording/numbers.ts";
import { toldPricesOf } from "#wording/told-prices.ts";
import {
  column,
  companyPaper,
  copiesOnPaper,
  houseParty,
  notesSections,
  party,
  row,
  section,
  table,
  type CopyOnPaper,
} from "./company-paper.ts";

const percentText = (part: number): string => formatPercent(fractionToPercent(fraction(part)));

/** "36 %" of the total; an en dash without a total. */
const marginShare = (margin: number, total: number): string => (total > 0 ? formatShare(margin / total) : NOTHING);

interface PricedCopy extends CopyOnPaper {
  readonly totals: WorkflowTotals;
  readonly told: ToldPrice;
}

const COLUMNS = [
  column("Line", { grow: 3, tone: "strong" }),
  column("Choice", { grow: 4, tone: "quiet" }),
  column("Qty", { align: "right" }),
  column("Unit", { tone: "quiet" }),
  column("Material", { align: "right" }),
  column("Labor", { align: "right" }),
  column("Cost", { align: "right", tone: "strong" }),
  column("Price", { align: "right", tone: "strong" }),
];

/** Every line with material and labor cost, cost and price; followed by the steps to the homeowner's total. */
function linesTable({ lines, totals, told: price }: PricedCopy): Block {
  const told = toldLines(lines, { withDetails: false });
  const priceRow = (label: string, amount: number): TableRow =>
    row(label, "", "", "", "", "", "", formatAmount(amount));
  const { itemTotal, totalCost } = totals;
  const steps = [
    { label: markUpLabel(totals), amount: markUpIn(price, totals) },
    { label: `Discount ${percentText(totals.discountPercent)}`, amount: -price.discount },
    { label: "Fee of the way to pay", amount: price.payment },
    { label: "Promotion", amount: -price.promotion },
  ].filter(({ amount }) => amount !== 0);
  return table(
    COLUMNS,
    told.map(({ line, label, choice, quantity, unit }) =>
      row(
        label,
        choice,
        formatQuantity(quantity),
        unit,
        formatAmount(line.totals.materialCost),
        formatAmount(line.totals.laborCost),
        formatAmount(line.totals.cost),
        formatAmount(line.totals.price),
      ),
    ),
    {
      totals: [
        row(
          "Lines",
          "",
          "",
          "",
          formatAmount(sumOf(told, ({ line }) => line.totals.materialCost)),
          formatAmount(sumOf(told, ({ line }) => line.totals.laborCost)),
          formatAmount(totalCost),
          formatAmount(itemTotal),
        ),
        ...steps.map(({ label, amount }) => priceRow(label, amount)),
        row("Total", "", "", "", "", "", formatMoney(totalCost), formatMoney(price.total)),
      ],
    },
  );
}

/** Cost, total and margin of each copy and of all; with a lender's fee, also the fee and the margin before it. */
function marginsTable(
  copies: readonly PricedCopy[],
  { cost, total, margin }: { cost: number; total: number; margin: CompanyMargin },
): Block {
  const hasLenderFee = margin.lenderFee > 0;
  const marginRow = (
    name: string,
    amounts: { cost: number; total: number; margin: CompanyMargin },
    format: (amount: number) => string,
  ): TableRow =>
    row(
      name,
      format(amounts.cost),
      format(amounts.total),
      format(amounts.margin.afterLender),
      marginShare(amounts.margin.afterLender, amounts.total),
      ...(hasLenderFee ? [format(amounts.margin.lenderFee), format(amounts.margin.beforeLender)] : []),
    );
  return table(
    [
      column("Work", { grow: 1, tone: "strong" }),
      column("Cost", { align: "right" }),
      column("Total", { align: "right" }),
      column(marginLabel(margin), { align: "right", tone: "strong" }),
      column("Share", { align: "right", tone: "quiet" }),
      ...(hasLenderFee
        ? [column("Lender’s fee", { align: "right" }), column(MARGIN_INCL_LENDER_FEE, { align: "right" })]
        : []),
    ],
    copies.map(({ title, number, totals }) =>
      marginRow(
        [number, title].filter((text) => text !== "").join("  "),
        { cost: totals.totalCost, total: totals.totalWithMargin, margin: companyMargin(totals) },
        formatAmount,
      ),
    ),
    { totals: [marginRow("Together", { cost, total, margin }, formatMoney)] },
  );
}

/** Cost, price and margin of the work: internal only. */
export function buildCostEstimate(source: DocumentSource, choices: CostEstimateChoices): DocumentModel {
  const totalsOf = totalsByCopy(source.estimate);
  const prices = toldPricesOf(source.estimate);
  const copies = copiesOnPaper(source, choices.copies).flatMap((copy): PricedCopy[] => {
    const [totals, told] = [totalsOf.get(copy.key), prices.get(copy.key)];
    return totals && told ? [{ ...copy, totals, told }] : [];
  });
  const cost = sumOf(copies, ({ totals }) => totals.totalCost);
  const total = sumOf(copies, ({ totals }) => totals.totalWithMargin);
  const margin = companyMargin(...copies.map(({ totals }) => totals));
  const sections: DocumentSection[] = copies.map((copy) =>
    section(`cost-${copy.key}`, { heading: copy.title, number: copy.number, blocks: [linesTable(copy)] }),
  );
  return companyPaper(source, {
    kind: "costEstimate",
    title: DOCUMENT_LABELS.costEstimate,
    parties: [
      houseParty(source, "Customer"),
      party("Estimate", [source.estimate.name], [`Price book version ${String(source.estimate.priceBookVersion)}`]),
      party("Made by", [fullName(source.salesperson)], ["For use inside the company only"]),
    ],
    keyFigures: [
      { caption: "Total", large: formatMoney(total), lines: [] },
      { caption: "Cost", large: formatMoney(cost), lines: [] },
      {
        caption: marginLabel(margin),
        large: formatMoney(margin.afterLender),
        lines: [
          `${marginShare(margin.afterLender, total)} of the total`,
          ...(margin.lenderFee > 0 ? [`${formatMoney(margin.beforeLender)} incl. lender’s fee`] : []),
        ],
      },
    ],
    sections: [
      ...sections,
      section("margin", { heading: "Margin", blocks: [marginsTable(copies, { cost, total, margin })] }),
      ...notesSections(choices.texts.notes),
    ],
    total,
  });
}
