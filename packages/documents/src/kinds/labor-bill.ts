import { DOCUMENT_LABELS, fullName } from "@ridgebook/contract";
import { roundMoney } from "@ridgebook/estimating";
import type { ExtraCost, FinalLaborBillChoices, LaborBillChoices } from "#choices/document-choices.ts";
import { laborParts, type LaborPart } from "#lines/labor-lines.ts";
import { sumOfParts, unitPriceText } from "#lines/line-parts.ts";
import type { DocumentModel, DocumentSection, KeyFigure, TableColumn, TableRow } from "#model/document-model.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { formatAmount, formatMoney, formatQuantity } from "#wording/numbers.ts";
import {
  column,
  companyPaper,
  copiesOnPaper,
  houseParty,
  notesSections,
  party,
  referenceTo,
  row,
  section,
  sourceName,
  table,
} from "./company-paper.ts";

const sumOfCosts = (costs: readonly ExtraCost[]): number =>
  roundMoney(costs.reduce((sum, { amount }) => sum + amount, 0));

interface Bill {
  readonly columns: TableColumn[];
  readonly rowOf: (part: LaborPart) => TableRow;
  readonly total: (label: string, amount: string) => TableRow;
}

/** A bill's columns; estimated quantities are shown next to actual ones if any differ. */
function billOf({ showsEstimated }: { showsEstimated: boolean }): Bill {
  const estimated = <Value>(value: Value): Value[] => (showsEstimated ? [value] : []);
  return {
    columns: [
      column("Work", { grow: 3, tone: "strong" }),
      column("Choice", { grow: 5, tone: "quiet" }),
      ...estimated(column("Estimated", { align: "right", tone: "quiet" })),
      column(showsEstimated ? "Done" : "Qty", { align: "right", tone: "strong" }),
      column("Unit", { tone: "quiet" }),
      column("Labor cost", { align: "right" }),
      column("Amount", { align: "right" }),
    ],
    rowOf: (part) =>
      row(
        part.label,
        part.choice,
        ...estimated(formatQuantity(part.estimated)),
        formatQuantity(part.quantity),
        part.unit,
        unitPriceText(part),
        formatAmount(part.amount),
      ),
    total: (label, amount) => row(label, "", ...estimated(""), "", "", "", amount),
  };
}

/** The labor cost of some copies: actual quantities times labor cost, plus extras. A final bill deducts earlier payments. */
function buildBill(source: DocumentSource, choices: LaborBillChoices | FinalLaborBillChoices): DocumentModel {
  const isFinal = choices.kind === "finalLaborBill";
  const paid = choices.kind === "finalLaborBill" ? choices.paid : [];
  const bills = copiesOnPaper(source, choices.copies)
    .map((copy) => ({ ...copy, parts: laborParts(copy.lines, choices.quantities) }))
    .filter(({ parts }) => parts.length > 0);
  const parts = bills.flatMap((bill) => bill.parts);
  const labor = sumOfParts(parts);
  const total = roundMoney(labor + sumOfCosts(choices.extraCosts));
  const balance = roundMoney(total - sumOfCosts(paid));
  const bill = billOf({ showsEstimated: isFinal || parts.some(({ estimated, quantity }) => estimated !== quantity) });

  /** From the labor to the balance, each with its amount. */
  const steps: (readonly [label: string, amount: string])[] = [
    ...(choices.extraCosts.length === 0
      ? []
      : [
          ["Labor", formatAmount(labor)] as const,
          ...choices.extraCosts.map(({ label, amount }) => [label, formatAmount(amount)] as const),
        ]),
    ...(isFinal
      ? [
          ["Labor total", formatAmount(total)] as const,
          ...paid.map(({ label, amount }) => [`Paid: ${label}`, formatAmount(-amount)] as const),
          ["Balance", formatMoney(balance)] as const,
        ]
      : [["Labor total", formatMoney(total)] as const]),
  ];
  const isGrouped = bills.length > 1;
  const sections: DocumentSection[] = bills.map(({ key, title, parts: own }) =>
    section(`labor-${key}`, {
      heading: isGrouped ? title : "",
      blocks: [
        table(bill.columns, own.map(bill.rowOf), {
          totals: isGrouped
            ? [bill.total(`${title} labor`, formatAmount(sumOfParts(own)))]
            : steps.map(([label, amount]) => bill.total(label, amount)),
        }),
      ],
    }),
  );
  if (isGrouped || bills.length === 0)
    sections.push(
      section("labor-total", {
        heading: isGrouped ? "Bill" : "",
        blocks: [
          table(
            [column("", { grow: 1 }), column("Amount", { align: "right" })],
            bills.map(({ title, parts: own }) => row(title, formatAmount(sumOfParts(own)))),
            { totals: steps.map(([label, amount]) => row(label, amount)) },
          ),
        ],
      }),
    );

  const keyFigures: KeyFigure[] = isFinal
    ? [
        { caption: "Labor total", large: formatMoney(total), lines: [] },
        { caption: "Paid before", large: formatMoney(sumOfCosts(paid)), lines: [] },
        { caption: "Balance", large: formatMoney(balance), lines: [] },
      ]
    : [{ caption: "Labor total", large: formatMoney(total), lines: [] }];
  const madeFrom = sourceName(source);
  const orderedBy = fullName(source.salesperson);
  return companyPaper(source, {
    kind: choices.kind,
    title: DOCUMENT_LABELS[choices.kind],
    reference: referenceTo(source),
    parties: [
      party("Pay to", [choices.payee], []),
      houseParty(source, "Place of work"),
      party(
        "Bill",
        [],
        [madeFrom === "" ? "" : `Made from ${madeFrom}`, orderedBy === "" ? "" : `Ordered by ${orderedBy}`],
      ),
    ],
    keyFigures,
    sections: [...sections, ...notesSections(choices.texts.notes)],
    total: balance,
  });
}

/** A crew's pay for the current work. Contains no material cost and no price. */
export const buildLaborBill = (source: DocumentSource, choices: LaborBillChoices): DocumentModel =>
  buildBill(source, choices);

/** A crew's final balance: the actual work, less earlier payments. */
export const buildFinalLaborBill = (source: DocumentSource, choices: FinalLaborBillChoices): DocumentModel =>
  buildBill(source, choices);
