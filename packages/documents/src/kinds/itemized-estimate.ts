import { DOCUMENT_LABELS } from "@ridgebook/contract";
import { splitInProportion, type ToldPrice } from "@ridgebook/estimating";
import type { ItemizedEstimateChoices } from "#choices/document-choices.ts";
import { sumOf } from "#lines/copy-figures.ts";
import { isInternal } from "#lines/line-kinds.ts";
import { isOrdered, toldLines, type ToldLine } from "#lines/told-lines.ts";
import type { Block, DocumentModel, TableRow } from "#model/document-model.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { contractorParty, customerNamesOf, ownerParty, placeParty } from "#wording/document-frame.ts";
import { formatAmount, formatMoney, formatQuantity } from "#wording/numbers.ts";
import { toldPricesOf } from "#wording/told-prices.ts";
import {
  column,
  companyPaper,
  copiesOnPaper,
  notesSections,
  row,
  section,
  table,
  type CopyOnPaper,
} from "./company-paper.ts";
import { discountLabel, discountNote, paymentLabel, type PricedCopy } from "./contract-prices.ts";

interface ToldCopy extends PricedCopy {
  readonly items: readonly Omit<ToldLine, "line">[];
  /** Of each item, in dollars; together the copy's price. */
  readonly prices: readonly number[];
}

/** Labels of the steps between price and total. */
interface StepNames {
  readonly discount: string;
  readonly payment: string;
  readonly promotion: string;
}

const stepNames = (source: DocumentSource, copies: readonly ToldCopy[]): StepNames => ({
  discount: discountLabel(source, copies),
  payment: paymentLabel(source),
  promotion: "Promotion",
});

/** From the price to the total, without steps of 0. */
const stepsOf = ({ price, discount, payment, promotion }: Omit<ToldPrice, "total">, names: StepNames) =>
  [
    { label: "Price", amount: price },
    { label: names.discount, amount: -discount },
    { label: names.payment, amount: payment },
    { label: names.promotion, amount: -promotion },
  ].filter(({ amount }, index) => index === 0 || amount !== 0);

const COLUMNS = [
  column("Work", { grow: 3, tone: "strong" }),
  column("Choice", { grow: 6, tone: "quiet" }),
  column("Qty", { align: "right" }),
  column("Unit", { tone: "quiet" }),
  column("Price", { align: "right", tone: "strong" }),
];
const total = (label: string, amount: string): TableRow => row(label, "", "", "", amount);

function itemsTable(copy: ToldCopy, totals: TableRow[]): Block {
  return table(
    COLUMNS,
    copy.items.map(({ label, choice, quantity, unit }, index) =>
      row(label, choice, formatQuantity(quantity), unit, formatAmount(copy.prices[index] ?? 0)),
    ),
    { totals, note: discountNote([copy]) },
  );
}

/** Work made more expensive by a steep pitch or a second story: the first that an estimate has. */
const INSTALLATIONS = ["roofingInstallation", "sidingPackageInstallation", "package", "sidingPackage"];

/**
 * A copy's priced or ordered goods and work with their prices. Questions and measurements are never items: their cost is distributed to the
 * installation, else to all items, or shown as one line with the copy's name if it has no priced item.
 */
function pricedItems({ lines, title }: CopyOnPaper, price: number): Pick<ToldCopy, "items" | "prices"> {
  const told = toldLines(lines, { withDetails: true, withOrdered: true });
  const priced = told.filter(({ line }) => line.totals.price !== 0);
  const items = told.filter(({ line }) => !isInternal(line.field) && (line.totals.price !== 0 || isOrdered(line)));
  const internal = sumOf(
    priced.filter(({ line }) => isInternal(line.field)),
    ({ line }) => line.totals.price,
  );
  const installation = INSTALLATIONS.flatMap((property) =>
    items.filter(({ line }) => line.field.property === property),
  ).at(0);
  const shares = items.map((item) => item.line.totals.price + (item === installation ? internal : 0));
  if (price !== 0 && shares.every((share) => share === 0))
    return { items: [{ label: title, choice: "", quantity: 1, unit: "EA" }, ...items], prices: [price, ...shares] };
  return { items, prices: splitInProportion(price, shares) };
}

/** The copies side by side: price, deductions, total. */
function pricesTable(copies: readonly ToldCopy[], all: ToldPrice, names: StepNames): Block {
  const steps = stepsOf(all, names).map(({ label }) => label);
  const amounts = (told: ToldPrice): string[] => {
    const byLabel: Record<string, number> = {
      Price: told.price,
      [names.discount]: -told.discount,
      [names.payment]: told.payment,
      [names.promotion]: -told.promotion,
    };
    return steps.map((label) => formatAmount(byLabel[label] ?? 0));
  };
  return table(
    [
      column("Work", { grow: 1 }),
      ...steps.map((label) => column(label, { align: "right" })),
      column("Total", { align: "right", tone: "strong" }),
    ],
    copies.map(({ number, title, told }) => row(`${number}  ${title}`, ...amounts(told), formatAmount(told.total))),
    { totals: [row("Total", ...amounts(all), formatMoney(all.total))] },
  );
}

/**
 * What a homeowner pays for some copies, line by line. Lines include their share of the company's mark-up, so lines, discount, promotion
 * and total add up; costs, margin and unit prices are not shown.
 */
export function buildItemizedEstimate(source: DocumentSource, choices: ItemizedEstimateChoices): DocumentModel {
  const { lead, estimate } = source;
  const prices = toldPricesOf(estimate);
  const copies = copiesOnPaper(source, choices.copies).flatMap((copy): ToldCopy[] => {
    const told = prices.get(copy.key);
    if (!told) return [];
    return [{ ...copy, told, ...pricedItems(copy, told.price) }];
  });
  const sum = (member: keyof ToldPrice): number => sumOf(copies, ({ told }) => told[member]);
  const all: ToldPrice = {
    price: sum("price"),
    discount: sum("discount"),
    payment: sum("payment"),
    promotion: sum("promotion"),
    total: sum("total"),
  };
  const names = stepNames(source, copies);
  const isAlone = copies.length === 1;
  const totalsOf = ({ title, told }: ToldCopy): TableRow[] =>
    isAlone
      ? [
          ...stepsOf(told, names).map(({ label, amount }) => total(label, formatAmount(amount))),
          total("Total", formatMoney(told.total)),
        ]
      : [total(title, formatAmount(told.price))];
  return companyPaper(source, {
    kind: "itemizedEstimate",
    title: DOCUMENT_LABELS.itemizedEstimate,
    parties: [ownerParty(lead, customerNamesOf(lead)), placeParty(lead), contractorParty(source)],
    keyFigures: [{ caption: "Total", large: formatMoney(all.total), lines: [] }],
    sections: [
      ...copies.map((copy) =>
        section(`items-${copy.key}`, {
          heading: copy.title,
          number: copy.number,
          blocks: [itemsTable(copy, totalsOf(copy))],
        }),
      ),
      ...(isAlone ? [] : [section("price", { heading: "Price", blocks: [pricesTable(copies, all, names)] })]),
      ...notesSections(choices.texts.notes),
    ],
    total: all.total,
  });
}
