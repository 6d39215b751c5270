import {
  calculateEstimate,
  copiesOf,
  EMPTY_ESTIMATE,
  EMPTY_LEAD,
  leadFields,
  summaryKey,
  type DocumentData,
  type Settings,
} from "@ridgebook/contract";
import { roundMoney, WORKFLOWS, type IndexedPriceBook } from "@ridgebook/estimating";
import { buildDocument } from "#build-document.ts";
import type { DocumentChoices } from "#choices/document-choices.ts";
import { canonicalJson } from "#fingerprint/canonical-json.ts";
import { totalsByCopy } from "#lines/copy-figures.ts";
import type { Block, DocumentModel, DocumentSection } from "#model/document-model.ts";
import type { DocumentBasis, DocumentSource, EstimateOfDocument } from "#model/document-source.ts";
import { strayAmounts } from "#rules/stray-amounts.ts";
import { copyTitle } from "#wording/copy-titles.ts";
import { formatMoney } from "#wording/numbers.ts";

/* Compares a signed paper's amounts with its estimate. The server checks every received paper, since a device cannot be trusted. */

interface PaperToCompare {
  readonly model: DocumentModel;
  readonly choices: DocumentChoices;
  readonly basis: DocumentBasis;
  readonly data: DocumentData;
  /** The version of the price book that the basis names. */
  readonly book: IndexedPriceBook;
  /** Current ones: they explain differences, and reject nothing. */
  readonly settings: Settings;
  /** Of a change order: the papers that it builds on, as far as they exist. */
  readonly changed: DocumentSource["changed"];
  readonly createdTime: string;
}

interface ComparedAmounts {
  /** Amounts that no setting explains, for people. Empty for a correct paper. */
  readonly differences: readonly string[];
  /** Differences from the current settings' wording; empty without any. */
  readonly otherWords: readonly string[];
}

/** Cents of every amount in a text, with its sign: "+$1,234.50", "−204.20". */
const AMOUNT = /([-−]?)\$?(\d{1,3}(?:,\d{3})*\.\d{2})(?!\d)/g;
/** A loan's APR depends on that day's cash price, as its finance charge does. */
const APR = /[\d.]+ % APR/g;
const centsIn = (value: unknown): readonly number[] =>
  Array.from(
    JSON.stringify(value ?? null)
      .replaceAll(APR, "")
      .matchAll(AMOUNT),
    ([, sign, digits = ""]) => {
      const cents = Math.round(Number(digits.replaceAll(",", "")) * 100);
      return sign === "" ? cents : -cents;
    },
  );
const centsOf = (dollars: number): number => Math.round(dollars * 100);
const inWords = (cents: number): string => formatMoney(cents / 100);
const sorted = (cents: readonly number[]): readonly number[] => [...cents].sort((one, other) => one - other);
const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  sorted(one).join(" ") === sorted(other).join(" ");

const sectionOf = ({ sections }: DocumentModel, id: string): DocumentSection | undefined =>
  sections.find((section) => section.id === id);
type Options = Extract<Block, { kind: "options" }>;
const optionsOf = (model: DocumentModel): Options | undefined =>
  sectionOf(model, "payment")?.blocks.find((block): block is Options => block.kind === "options");

/** A loan's legal disclosures, after its name (contract-payment.ts, `loanText`). */
const LOAN =
  /, [\d,]+ months: amount financed (\S+), finance charge (\S+), total of payments ([^\s,]+(?:,\d{3})*\.\d\d)(?:, the last of them \S+)?\.?/y;

interface SaidLoan {
  readonly start: number;
  readonly end: number;
  /** Amount financed, finance charge, total of payments. */
  readonly cents: readonly number[];
}

/** A note's figures of the named loan. */
function loanIn(note: string, name: string): SaidLoan | undefined {
  for (let start = note.indexOf(name); start >= 0; start = note.indexOf(name, start + 1)) {
    LOAN.lastIndex = start + name.length;
    const found = LOAN.exec(note);
    if (found) return { start, end: LOAN.lastIndex, cents: found.slice(1, 4).flatMap(centsIn) };
  }
  return undefined;
}

/**
 * The amounts of the chosen plan. Unchosen plans are those offered then, which may have changed. The chosen loan's finance charge is its
 * cost above that day's cash price: it and the amount financed are accepted if they add up to the payments.
 */
function paymentCents(options: Options | undefined, isKnown: (cents: number) => boolean): readonly number[] {
  if (!options) return [];
  const chosen = options.rows.filter((row) => row.chosen);
  let { note } = options;
  for (const { name } of options.rows) {
    const loan = loanIn(note, name);
    if (!loan) continue;
    const [financed = 0, charge = 0, payments = 0] = loan.cents;
    const isChosen = chosen.some((row) => row.name === name);
    const isToldRight = isKnown(payments) && financed + charge === payments;
    const told = isChosen ? note.slice(loan.start, loan.end) : "";
    const left = isToldRight ? told.replace(/amount financed \S+, finance charge \S+,/, "") : told;
    note = note.slice(0, loan.start) + left + note.slice(loan.end);
  }
  return centsIn([chosen, note]);
}

function leadOf(data: DocumentData): DocumentSource["lead"] {
  try {
    return leadFields.parse(JSON.parse(data["lead"] ?? ""));
  } catch {
    return EMPTY_LEAD;
  }
}

/** The estimate recalculated by the engine from the basis' lines and decisions. */
function estimateOf(basis: DocumentBasis, createdTime: string): EstimateOfDocument {
  const { totals: _totals, ...calculated } = calculateEstimate(basis);
  return {
    ...EMPTY_ESTIMATE,
    ...basis,
    ...calculated,
    createdTime,
    modifiedTime: createdTime,
  };
}

const catalogue = WORKFLOWS.map(({ id, name }, order) => ({ id, name, order }));

/** Each copy's total, if the basis differs from its own lines. */
function compareSummaries(basis: DocumentBasis): string[] {
  const { workflowSummaries } = calculateEstimate(basis);
  return copiesOf(basis).flatMap((copy) => {
    const key = summaryKey(copy);
    const [told, own] = [basis.workflowSummaries[key]?.totalWithMargin, workflowSummaries[key]?.totalWithMargin];
    if (told === undefined || own === undefined || centsOf(told) === centsOf(own)) return [];
    const title = copyTitle({ estimate: basis, workflows: catalogue }, copy);
    return [`${title}: the paper was made from ${formatMoney(told)}; its lines come to ${formatMoney(own)}.`];
  });
}

/** Settings for every way to break down a price, the current one first. */
const waysToShow = (settings: Settings): readonly Settings[] => {
  const flags = [settings.showDiscountsOnContract, settings.showPromotionsOnContract] as const;
  return [
    [flags[0], flags[1]],
    [!flags[0], flags[1]],
    [flags[0], !flags[1]],
    [!flags[0], !flags[1]],
  ].map(([showDiscountsOnContract = false, showPromotionsOnContract = false]) => ({
    ...settings,
    showDiscountsOnContract,
    showPromotionsOnContract,
  }));
};

/** Text outside the sections: the figures at the top, the summary, and the consents. */
const spoken = ({ keyFigures, closing }: DocumentModel): unknown => ({
  figures: keyFigures.map(({ large, lines }) => [large, lines]),
  summary: closing?.summary.map(({ text }) => text).join(""),
  consents: closing?.signatures.map(({ consent }) => consent),
});

function compareContract(model: DocumentModel, built: readonly DocumentModel[]): string[] {
  const [own] = built;
  if (!own) return [];
  const differences: string[] = [];
  if (model.total === null || centsOf(model.total) !== centsOf(own.total ?? 0))
    differences.push(
      `The price says ${formatMoney(model.total ?? 0)}; the estimate comes to ${formatMoney(own.total ?? 0)}.`,
    );
  else if (model.runningTotal !== null && centsOf(model.runningTotal) !== centsOf(model.total))
    differences.push(
      `The contract value says ${formatMoney(model.runningTotal)}; the price is ${formatMoney(model.total)}.`,
    );
  if (differences.length > 0) return differences;
  const price = sectionOf(model, "price");
  const prices = built.map((each) => centsIn(sectionOf(each, "price")?.blocks));
  if (!price) differences.push("The paper does not say its price.");
  else if (!prices.some((each) => isSame(each, centsIn(price.blocks)))) {
    const known = new Set(prices.flat());
    const wrong = centsIn(price.blocks).find((cents) => !known.has(cents));
    differences.push(
      wrong === undefined
        ? "The table of prices has other amounts than the estimate."
        : `The table of prices says ${inWords(wrong)}, which is no amount of the estimate.`,
    );
  }
  const [options, wanted] = [optionsOf(model), optionsOf(own)];
  const chosen = (rows: Options | undefined) => rows?.rows.filter((row) => row.chosen) ?? [];
  const payments = new Set(built.flatMap((each) => centsIn([chosen(optionsOf(each)), optionsOf(each)?.note])));
  // The price less the down payment: previous releases printed it with a loan.
  for (const down of centsIn(chosen(wanted).map(({ middle }) => middle))) payments.add(centsOf(own.total ?? 0) - down);
  payments.add(centsOf(own.total ?? 0));
  for (const cents of paymentCents(options, (each) => payments.has(each)))
    if (!payments.has(cents)) {
      const [way] = chosen(options);
      const instead = centsIn(chosen(wanted).map(({ amount }) => amount)).map(inWords)[0];
      differences.push(
        `${way?.name ?? "The payment"} says ${inWords(cents)}${instead === undefined ? "" : `; the estimate comes to ${instead}`}.`,
      );
    }
  const known = new Set([...built.flatMap((each) => centsIn(spoken(each))), ...payments, ...prices.flat()]);
  for (const cents of centsIn(spoken(model)))
    if (!known.has(cents)) differences.push(`${inWords(cents)} is no amount of the estimate.`);
  return differences;
}

/** A table's rows as texts by column label, and its totals. */
function tableIn(section: DocumentSection | undefined, label: string) {
  const table = section?.blocks.find(
    (block): block is Extract<Block, { kind: "table" }> =>
      block.kind === "table" && block.columns.some((column) => column.label === label),
  );
  const at = (name: string): number => table?.columns.findIndex((column) => column.label === name) ?? -1;
  return (
    table && {
      rows: table.rows.map(
        ({ cells }) =>
          (name: string) =>
            centsIn(cells[at(name)])[0],
      ),
      table,
    }
  );
}

/**
 * A change order has the value of work before and now, and the difference. The current value is the engine's; the rest must add up. The
 * value before is checked against the papers signed before.
 */
function compareChangeOrder({ model, choices, basis }: Pick<PaperToCompare, "model" | "choices" | "basis">): string[] {
  const found = tableIn(sectionOf(model, "price"), "Now");
  if (!found || model.total === null) return ["The paper does not say its price difference."];
  const differences: string[] = [];
  const totals = totalsByCopy({ ...basis, ...calculateEstimate(basis) });
  const held = new Set(copiesOf(basis).map(summaryKey));
  const engine = choices.copies
    .filter((copy) => held.has(summaryKey(copy)))
    .map((copy) => centsOf(totals.get(summaryKey(copy))?.totalWithMargin ?? 0));
  let sum = 0;
  for (const row of found.rows) {
    const [before, now, difference] = [row("Before"), row("Now"), row("Difference")];
    sum += difference ?? 0;
    if (now === undefined || before === undefined) continue;
    const place = engine.indexOf(now);
    if (place !== -1) engine.splice(place, 1);
    else if (now !== 0)
      differences.push(`The price now says ${inWords(now)}; the estimate comes to ${inWords(engine[0] ?? 0)}.`);
    if (now - before !== difference)
      differences.push(
        `From ${inWords(before)} to ${inWords(now)} it says ${inWords(difference ?? 0)}; that is ${inWords(now - before)}.`,
      );
  }
  if (sum !== centsOf(model.total))
    differences.push(`The change says ${formatMoney(model.total)}; its rows come to ${inWords(sum)}.`);
  const printed = centsIn(found.table.totals).at(-1);
  if (printed !== centsOf(model.total))
    differences.push(`The change says ${inWords(printed ?? 0)} and ${formatMoney(model.total)}.`);
  const value = sectionOf(model, "value")?.blocks.find(
    (block): block is Extract<Block, { kind: "table" }> => block.kind === "table",
  );
  const running = centsOf(model.runningTotal ?? 0);
  const parts = centsIn(value?.rows.map(({ cells }) => cells.at(-1))).reduce((total, cents) => total + cents, 0);
  if (!value || parts !== running || !isSame(centsIn(value.totals), [running]))
    differences.push(
      `The contract value says ${inWords(running)}; its rows come to ${formatMoney(roundMoney(parts / 100))}.`,
    );
  const known = new Set([
    ...centsIn(sectionOf(model, "price")?.blocks),
    ...centsIn(value),
    centsOf(model.total),
    running,
  ]);
  for (const cents of centsIn(spoken(model)))
    if (!known.has(cents)) differences.push(`${inWords(cents)} is no amount of this change.`);
  return differences;
}

/** Sections whose words come from the settings alone, unless edited for this paper. */
const SETTLED_SECTIONS = ["price", "payment", "warranty", "disclosures", "legal", "acknowledgements", "start"];

function otherWords(model: DocumentModel, own: DocumentModel): string[] {
  const words = SETTLED_SECTIONS.flatMap((id) => {
    const [section, other] = [sectionOf(model, id), sectionOf(own, id)];
    const same = canonicalJson(section?.blocks ?? []) === canonicalJson(other?.blocks ?? []);
    return same ? [] : [section?.heading || other?.heading || id];
  });
  return model.company.name === own.company.name ? words : ["Company", ...words];
}

/** Compares everything that can be computed. As fast as building the paper's model, some milliseconds. */
export function compareAmounts(paper: PaperToCompare): ComparedAmounts {
  const { model, choices, basis, data, book, settings, changed, createdTime } = paper;
  const summaries = compareSummaries(basis);
  if (summaries.length > 0) return { differences: summaries, otherWords: [] };
  const source: DocumentSource = {
    lead: leadOf(data),
    estimate: estimateOf(basis, createdTime),
    settings,
    workflows: catalogue,
    book,
    salesperson: { firstName: "", lastName: "", email: "", phoneNumber: "" },
    number: model.number,
    now: new Date(createdTime),
    ...(changed && { changed }),
  };
  if (choices.kind === "contract") {
    const built = waysToShow(settings).map((each) => buildDocument({ ...source, settings: each }, choices));
    const stray = strayAmounts(model, built, choices);
    const differences = [...compareContract(model, built), ...stray.differences];
    const [own] = built;
    return {
      differences,
      otherWords: own && differences.length === 0 ? [...otherWords(model, own), ...stray.otherWords] : [],
    };
  }
  if (choices.kind !== "changeOrder") return { differences: [], otherWords: [] };
  const differences = compareChangeOrder(paper);
  if (differences.length > 0 || !changed) return { differences, otherWords: [] };
  const own = buildDocument(source, choices);
  const isAgreed = own.total === model.total && own.runningTotal === model.runningTotal;
  const stray = strayAmounts(model, [own], choices);
  return {
    differences: stray.differences,
    otherWords: [...(isAgreed ? [] : ["What was agreed before this change"]), ...stray.otherWords],
  };
}
