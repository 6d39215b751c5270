import { calculateEstimate, documentId, greatestPromotion, NO_TERM, type DocumentKind } from "@ridgebook/contract";
import { PAYMENT_OPTIONS } from "@ridgebook/estimating";
import type { DocumentChoices } from "#choices/document-choices.ts";
import type { DocumentModel } from "#model/document-model.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { SAMPLE_HOUSES, sampleEstimate, sampleSource } from "#testing/sample-source.ts";
import { basisOf, buildDocument, documentDataOf, initialChoices } from "../src/index.ts";
import { Chance, type MarkedTable, type RandomPaper } from "./random-paper.ts";

/* Realistic papers: of one to five random sample houses, with random discount, margin, texts and photos. */

const MOST_HOUSES = 5;

function randomSource(chance: Chance, id: number): DocumentSource {
  const houses = Array.from({ length: 1 + chance.upTo(MOST_HOUSES - 1) }, () => chance.pick(SAMPLE_HOUSES));
  const decided = { discountPercent: chance.upTo(10) / 100, marginPercent: chance.upTo(15) / 100 };
  const term = chance.pick([
    { paymentOption: PAYMENT_OPTIONS.none, term: NO_TERM },
    { paymentOption: PAYMENT_OPTIONS.cashOrCheck, term: { ...NO_TERM, feePercent: -3 } },
    {
      paymentOption: PAYMENT_OPTIONS.financing,
      term: { ...NO_TERM, months: 120, ratePercent: 7.99, feePercent: 2, offerId: "120" },
    },
  ]);
  const plain = sampleEstimate(houses, term, decided);
  // Nothing, a promotion of every day, or all that the work costs.
  const promotion = chance.pick([0, 500, chance.once(4) ? greatestPromotion(plain) : 249.99]);
  const price = calculateEstimate({ ...plain, promotion }).totals.total;
  const downpayment = chance.pick([0, Math.min(1_000, price), price]);
  const estimate = sampleEstimate(houses, { ...term, promotion, downpayment }, decided);
  const html = (most: number): string =>
    `<h2>${chance.words(3)}</h2>${Array.from({ length: 1 + chance.upTo(4) }, () => `<p>${chance.words(most)}</p>`).join("")}` +
    `<ul>${Array.from({ length: chance.upTo(6) }, () => `<li>${chance.words(20)}</li>`).join("")}</ul>`;
  return sampleSource(
    { ...estimate, id },
    {
      settings: {
        companyName: chance.name(),
        showRightToCancel: !chance.once(3),
        showDiscountsOnContract: chance.once(2),
        showPromotionsOnContract: chance.once(2),
        showPaymentOptionsOnContract: chance.once(2),
        contractLegalText: html(90),
        contractDisclosures: html(40),
        contractAcknowledgements: html(20),
        contractProjectStartDateDisclaimer: html(10),
        contractPaymentDisclaimer: html(20),
      },
      number: "2026-0514-K7QD",
    },
  );
}

const LINES = ["910 Covington Rd", "Kalamazoo, MI 49001"];

/** A person's random choices before creating the document. */
function decide(chance: Chance, choices: DocumentChoices): DocumentChoices {
  const photos = Array.from({ length: chance.upTo(5) }, (_, index) => ({
    fileId: `photo-${1 + (index % 2)}`,
    caption: chance.words(10),
  }));
  const schedule = { startDate: "2026-06-15", workingDays: 1 + chance.upTo(9) };
  switch (choices.kind) {
    case "contract":
      return { ...choices, ...schedule, photos, customerNames: [chance.name(), chance.name()] };
    case "workOrder":
      return { ...choices, ...schedule, photos, crew: chance.name() };
    case "purchaseOrder":
      return {
        ...choices,
        poNumber: "PO-26-0514-1",
        supplier: { name: chance.name(), lines: LINES },
        delivery: { date: "2026-06-12", note: chance.words(6) },
        salesTaxPercent: chance.upTo(8),
      };
    case "laborBill":
    case "finalLaborBill": {
      const extraCosts = Array.from({ length: chance.upTo(3) }, () => ({ label: chance.name(), amount: 150 }));
      return { ...choices, payee: chance.name(), extraCosts };
    }
    case "changeOrder":
      return { ...choices, showAdditionalCost: chance.once(2), additionalCost: 120 };
    default:
      return choices;
  }
}

/** A change order compares with a contract for a random other estimate. */
function withContract(chance: Chance, source: DocumentSource): DocumentSource {
  const before = randomSource(chance, source.estimate.id);
  const choices = initialChoices(before, "contract");
  const data = documentDataOf({
    model: buildDocument(before, choices),
    choices,
    basis: basisOf(before.estimate),
  });
  const contract = { id: documentId.parse(1), data, createdTime: "2026-05-14T15:00:00.000Z" };
  return { ...source, changed: { contract, changeOrders: [] } };
}

/** Marks the first and last cell of every row, to find the rows on the page. */
function markTables(chance: Chance, model: DocumentModel): { model: DocumentModel; tables: MarkedTable[] } {
  const tables: MarkedTable[] = [];
  const sections = model.sections.map((section) => ({
    ...section,
    blocks: section.blocks.map((block) => {
      if (block.kind !== "table") return block;
      const named = Math.max(
        0,
        block.columns.findIndex(({ align, label }) => align === "left" && label !== ""),
      );
      const head = chance.mark();
      const marked: MarkedTable = {
        head,
        rows: block.rows.map(() => ({ first: chance.mark(), last: chance.mark() })),
        totals: block.totals.map(() => chance.mark()),
      };
      tables.push(marked);
      return {
        ...block,
        columns: block.columns.map((column, index) =>
          index === named ? { ...column, label: `${column.label}${head}` } : column,
        ),
        rows: block.rows.map((row, at) => ({
          ...row,
          cells: row.cells.map(
            (cell, index) =>
              cell +
              (index === named ? (marked.rows[at]?.first ?? "") : "") +
              (index === row.cells.length - 1 ? (marked.rows[at]?.last ?? "") : ""),
          ),
        })),
        totals: block.totals.map((total, at) => ({
          ...total,
          cells: total.cells.map((cell, index) =>
            index === total.cells.findIndex((text) => text !== "") ? cell + (marked.totals[at] ?? "") : cell,
          ),
        })),
      };
    }),
  }));
  return { model: { ...model, sections }, tables };
}

/** A paper of a kind from random estimates, as the app makes it. */
export function honestPaper(
  kind: DocumentKind,
  chance: Chance,
): { source: DocumentSource; choices: DocumentChoices; model: DocumentModel } {
  const source = randomSource(chance, 7);
  const complete = kind === "changeOrder" ? withContract(chance, source) : source;
  const choices = decide(chance, initialChoices(complete, kind));
  return { source: complete, choices, model: buildDocument(complete, choices) };
}

/** Like `honestPaper`, with marked tables. */
export function estimatePaper(kind: DocumentKind, seed: number): RandomPaper {
  const chance = new Chance(seed);
  const { model } = honestPaper(kind, chance);
  return { ...markTables(chance, model), isSigned: (kind === "contract" || kind === "changeOrder") && chance.once(2) };
}
