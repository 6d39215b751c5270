import { DOCUMENT_LABELS, fullName, LOCALE } from "@ridgebook/contract";
import { fraction, fractionToPercent, roundMoney, type WorkflowTotals } from "@ridgebook/estimating";
import type { CostEstimateChoices } from "#choices/document-choices.ts";
import { sumOf, totalsByCopy } from "#lines/copy-figures.ts";
import { toldLines } from "#lines/told-lines.ts";
import type { Block, DocumentModel, DocumentSection, TableRow } from "#model/document-model.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { formatAmount, formatMoney, formatPercent, formatQuantity, NOTHING } from "#wording/numbers.ts";
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

/** What the company keeps (estimating.md §4): total less cost, the mark-up included. */
const marginOf = (total: number, cost: number): number => roundMoney(total - cost);

const share = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });

/** "36.4 %" of the total; an en dash where there is none to be a share of. */
const marginShare = (margin: number, total: number): string =>
  total > 0 ? `${share.format((margin / total) * 100).replace("-", "−")} %` : NOTHING;

interface PricedCopy extends CopyOnPaper {
  readonly totals: WorkflowTotals;
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

/** Every line with material and labor cost, cost and price; below it how the price becomes the total. */
function linesTable({ lines, totals }: PricedCopy): Block {
  const told = toldLines(lines, { withDetails: false });
  const priceRow = (label: string, amount: number): TableRow =>
    row(label, "", "", "", "", "", "", formatAmount(amount));
  const { itemTotal, total, fee, promotion, totalWithPromotion, totalWithMargin, totalCost } = totals;
  const steps: TableRow[] = [
    ...(totals.discount === 0
      ? []
      : [priceRow(`Discount ${percentText(totals.discountPercent)}`, roundMoney(total - itemTotal))]),
    ...(fee === 0 ? [] : [priceRow("Fee of the way to pay", fee)]),
    ...(promotion === 0 ? [] : [priceRow("Promotion", -promotion)]),
    ...(totals.marginPercent === 0
      ? []
      : [priceRow(`Mark-up ${percentText(totals.marginPercent)}`, roundMoney(totalWithMargin - totalWithPromotion))]),
  ];
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
        ...steps,
        row("Total", "", "", "", "", "", formatMoney(totalCost), formatMoney(totalWithMargin)),
      ],
    },
  );
}

/** Cost, total and margin of each copy and of them all. */
function marginsTable(copies: readonly PricedCopy[], { cost, total }: { cost: number; total: number }): Block {
  const margin = marginOf(total, cost);
  return table(
    [
      column("Work", { grow: 1, tone: "strong" }),
      column("Cost", { align: "right" }),
      column("Total", { align: "right" }),
      column("Margin", { align: "right", tone: "strong" }),
      column("Share", { align: "right", tone: "quiet" }),
    ],
    copies.map(({ title, number, totals }) => {
      const own = marginOf(totals.totalWithMargin, totals.totalCost);
      return row(
        [number, title].filter((text) => text !== "").join("  "),
        formatAmount(totals.totalCost),
        formatAmount(totals.totalWithMargin),
        formatAmount(own),
        marginShare(own, totals.totalWithMargin),
      );
    }),
    {
      totals: [row("Together", formatMoney(cost), formatMoney(total), formatMoney(margin), marginShare(margin, total))],
    },
  );
}

/** What the work costs, what it is sold for and what remains: for inside the company only. */
export function buildCostEstimate(source: DocumentSource, choices: CostEstimateChoices): DocumentModel {
  const totalsOf = totalsByCopy(source.estimate);
  const copies = copiesOnPaper(source, choices.copies).flatMap((copy): PricedCopy[] => {
    const totals = totalsOf.get(copy.key);
    return totals ? [{ ...copy, totals }] : [];
  });
  const cost = sumOf(copies, ({ totals }) => totals.totalCost);
  const total = sumOf(copies, ({ totals }) => totals.totalWithMargin);
  const margin = marginOf(total, cost);
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
      { caption: "Margin", large: formatMoney(margin), lines: [`${marginShare(margin, total)} of the total`] },
    ],
    sections: [
      ...sections,
      section("margin", { heading: "Margin", blocks: [marginsTable(copies, { cost, total })] }),
      ...notesSections(choices.texts.notes),
    ],
    total,
  });
}
