import { DOCUMENT_LABELS, fullName, leadName } from "@ridgebook/contract";
import { roundMoney } from "@ridgebook/estimating";
import type { PurchaseOrderChoices } from "#choices/document-choices.ts";
import { boughtParts, type BoughtPart } from "#lines/bought-lines.ts";
import { sumOfParts, unitPriceText } from "#lines/line-parts.ts";
import type { DocumentModel, DocumentSection, TableRow } from "#model/document-model.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { dayText } from "#wording/dates.ts";
import { documentDay, placeLines } from "#wording/document-frame.ts";
import { formatAmount, formatMoney, formatPercent, formatQuantity } from "#wording/numbers.ts";
import {
  column,
  companyPaper,
  copiesOnPaper,
  notesSections,
  party,
  referenceTo,
  row,
  section,
  table,
} from "./company-paper.ts";

const COLUMNS = [
  column("", { tone: "quiet" }),
  column("Material", { grow: 2, tone: "strong" }),
  column("Choice", { grow: 5, tone: "quiet" }),
  column("Qty", { align: "right", tone: "strong" }),
  column("Unit", { tone: "quiet" }),
  column("Unit cost", { align: "right" }),
  column("Amount", { align: "right" }),
];

const total = (label: string, amount: string): TableRow => row("", label, "", "", "", "", amount);

/**
 * An order to a supplier: the material of some workflow copies with its cost, and nothing else of the estimate. Lines are numbered
 * consecutively, skipping excluded ones.
 */
export function buildPurchaseOrder(source: DocumentSource, choices: PurchaseOrderChoices): DocumentModel {
  const { lead } = source;
  const leftOut = new Set(choices.leftOutItemIds);
  const isOrdered = ({ itemId, line }: BoughtPart): boolean => !leftOut.has(itemId) && !leftOut.has(line.itemId);
  const orders = copiesOnPaper(source, choices.copies)
    .map((copy) => ({ ...copy, parts: boughtParts(copy.lines).filter(isOrdered) }))
    .filter(({ parts }) => parts.length > 0);
  const materials = sumOfParts(orders.flatMap(({ parts }) => parts));
  const tax = roundMoney((materials * choices.salesTaxPercent) / 100);
  const orderTotal = roundMoney(materials + tax);
  const totals = [
    total("Materials", formatAmount(materials)),
    ...(choices.salesTaxPercent > 0
      ? [total(`Sales tax ${formatPercent(choices.salesTaxPercent)}`, formatAmount(tax))]
      : []),
    total("Order total", formatMoney(orderTotal)),
  ];

  let number = 0;
  const rowOf = (part: BoughtPart): TableRow => {
    const { label, choice, quantity, unit, amount } = part;
    number += 1;
    return row(
      String(number),
      label,
      choice,
      formatQuantity(quantity),
      unit,
      unitPriceText(part),
      formatAmount(amount),
    );
  };
  const isGrouped = orders.length > 1;
  const sections: DocumentSection[] = orders.map(({ key, title, parts }) =>
    section(`materials-${key}`, {
      heading: isGrouped ? title : "",
      blocks: [
        table(COLUMNS, parts.map(rowOf), {
          totals: isGrouped ? [total(`${title} materials`, formatAmount(sumOfParts(parts)))] : totals,
        }),
      ],
    }),
  );
  if (isGrouped || orders.length === 0)
    sections.push(
      section("order-total", {
        heading: isGrouped ? "Order" : "",
        blocks: [
          table(
            [column("", { grow: 1 }), column("Amount", { align: "right" })],
            orders.map(({ title, parts }) => row(title, formatAmount(sumOfParts(parts)))),
            { totals: totals.map(({ cells }) => row(cells[1] ?? "", cells.at(-1) ?? "")) },
          ),
        ],
      }),
    );

  const { supplier, delivery } = choices;
  const customer = lead.lastName || leadName(lead);
  const buyer = fullName(source.salesperson);
  return companyPaper(
    { ...source, number: choices.poNumber || source.number },
    {
      kind: "purchaseOrder",
      title: DOCUMENT_LABELS.purchaseOrder,
      reference: referenceTo(source),
      parties: [
        party("Supplier", [supplier.name], supplier.lines),
        party(
          "Deliver to",
          [[customer, choices.projectType.toLowerCase()].filter((text) => text !== "").join(", ")],
          [...placeLines(lead), delivery.note],
        ),
        party(
          "Order",
          [],
          [
            dayText(documentDay(source)),
            delivery.date === null ? "Delivery day to be agreed" : `Deliver ${dayText(delivery.date)}`,
            choices.projectType === "" ? "" : `Project type: ${choices.projectType}`,
            lead.customerNumber === "" ? "" : `Customer number: ${lead.customerNumber}`,
            buyer === "" ? "" : `Ordered by ${buyer}`,
          ],
        ),
      ],
      keyFigures: [],
      sections: [
        ...sections,
        ...notesSections(choices.texts.notes),
        section("received", { blocks: [{ kind: "blanks", labels: ["Received by, date"] }] }),
      ],
      total: orderTotal,
    },
  );
}
