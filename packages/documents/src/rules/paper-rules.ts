import { estimateAmountProblems } from "@ridgebook/contract";
import type { DocumentModel, TextRun } from "#model/document-model.ts";
import { unprintableTexts } from "#printing/unprintable-texts.ts";
import { textOf } from "#rich-text/text-runs.ts";
import { formatMoney, formatMoneyChange } from "#wording/numbers.ts";
import { parseAmount } from "#wording/parse-amount.ts";
import { findWrongSums, resultOf } from "./adds-up.ts";
import { wrongBase } from "./agreed-before.ts";
import { wrongDays, wrongSigningDay } from "./days.ts";
import { droppedRightToCancel, wrongSections, wrongSigners } from "./own-sections.ts";
import { plansWithoutCost } from "./plans.ts";
import type { FoundFault, PaperFault, PaperRule, PaperToCheck } from "./paper-fault.ts";

/*
 * Named rules for papers, checked by the device before signing, and by the server on receipt. They hold for papers of all releases: changed
 * wording is not a fault.
 */

export { datedBeforeSigning } from "./days.ts";
export type { PaperFault, PaperRule, PaperToCheck } from "./paper-fault.ts";

/** The stated value of a homeowner's paper in dollars; null for papers without one. */
function valueOf({ kind, total, runningTotal }: DocumentModel): number | null {
  if (kind === "changeOrder") return runningTotal;
  return kind === "contract" || kind === "itemizedEstimate" ? total : null;
}

const placeOfValue = ({ kind }: DocumentModel): string => (kind === "changeOrder" ? "runningTotal" : "total");

/** Columns that are never negative, unlike differences and deductions. */
const NEVER_NEGATIVE: ReadonlySet<string> = new Set(["Qty", "Done", "Estimated", "Now", "Total"]);
/** A promotion of the full price is distributed in whole cents, which can leave one copy at −0.01 and another at 0.01. */
const SHARED: ReadonlySet<string> = new Set(["Now", "Total"]);
const ONE_CENT_LESS = "−0.01";
const QUANTITY = /^−?[\d,]+(?:\.\d+)?$/;

/** Negative table cells and payments. */
function negativeAmounts({ kind, sections, keyFigures }: DocumentModel): readonly FoundFault[] {
  const faultsOf = (place: string, what: string, text: string): readonly FoundFault[] => {
    const value = parseAmount(text) ?? (QUANTITY.test(text) ? Number(text.replace("−", "-").replace(/,/g, "")) : 0);
    return value < 0 ? [{ place, message: `${what} is ${text}: less than nothing.` }] : [];
  };
  const inTables = sections.flatMap(({ id, blocks }) =>
    blocks.flatMap((block) => {
      if (block.kind !== "table") return [];
      return [...block.rows, ...block.totals].flatMap(({ cells }) =>
        cells.flatMap((cell, index) => {
          const label = block.columns[index]?.label ?? "";
          if (SHARED.has(label) && cell === ONE_CENT_LESS) return [];
          return NEVER_NEGATIVE.has(label) ? faultsOf(`sections.${id}`, `${cells[0] ?? ""}, ${label}`, cell) : [];
        }),
      );
    }),
  );
  if (kind !== "contract") return inTables;
  const inFigures = keyFigures.flatMap(({ caption, lines }) =>
    lines.flatMap((line) => faultsOf("keyFigures", caption, line)),
  );
  const ways = sections.flatMap(({ id, blocks }) =>
    id !== "payment" ? [] : blocks.flatMap((block) => (block.kind === "options" ? block.rows : [])),
  );
  const inWays = ways.flatMap(({ name, middle, amount }) =>
    [middle.replace(/ down$/, ""), amount.replace(/^.* × /, "")].flatMap((text) =>
      faultsOf("sections.payment", name, text),
    ),
  );
  return [...inTables, ...inFigures, ...inWays];
}

/** Discount, promotion and down payment above the price of a homeowner's paper. */
function amountsAbovePrice({ model, basis }: PaperToCheck): readonly FoundFault[] {
  const value = valueOf(model);
  if (value === null) return [];
  const ofEstimate = estimateAmountProblems(basis)
    .filter(({ member }) => member !== "downpayment")
    .map(({ text }) => ({ place: "total", message: text }));
  // A contract about part of the work has its own price, but the whole down payment.
  const isDownTooLarge = model.kind === "contract" && basis.downpayment > Math.max(0, value);
  return [
    ...ofEstimate,
    ...(isDownTooLarge
      ? [
          {
            place: "keyFigures",
            message: `The down payment of ${formatMoney(basis.downpayment)} is more than the contract price of ${formatMoney(value)}.`,
          },
        ]
      : []),
  ];
}

const MONEY = /[+−]?\$[\d,]+\.\d{2}/g;
const amountsIn = (text: string): readonly string[] => text.match(MONEY) ?? [];

/** Places with another price than the paper's: key figures, tables, consents, and the sentence above the signatures. */
function otherPrices(model: DocumentModel): readonly FoundFault[] {
  const { kind, total, runningTotal, keyFigures, closing } = model;
  if ((kind !== "contract" && kind !== "changeOrder") || total === null || runningTotal === null) return [];
  const isChange = kind === "changeOrder";
  const price = isChange ? formatMoneyChange(total) : formatMoney(total);
  const value = formatMoney(runningTotal);
  const faults: FoundFault[] = [];
  const expect = (place: string, what: string, printed: string | undefined, wanted: string): void => {
    if (printed !== undefined && printed !== wanted)
      faults.push({ place, message: `${what} says ${printed || "no price"}, and the paper is about ${wanted}.` });
  };
  expect("keyFigures", keyFigures[0]?.caption ?? "The first figure", keyFigures[0]?.large, price);
  if (isChange) expect("keyFigures", keyFigures[1]?.caption ?? "", keyFigures[1]?.lines[0], value);
  const inTable = resultOf(model, "price");
  if (inTable !== undefined) expect("sections.price", "The price table", formatChange(inTable, isChange), price);
  const running = isChange ? resultOf(model, "value") : undefined;
  if (running !== undefined) expect("sections.value", "The contract value", formatMoney(running), value);
  if (!isChange && runningTotal !== total) expect("runningTotal", "The running value", value, price);
  if (!closing) return faults;
  const inSummary = amountsIn(summaryText(closing.summary));
  expect("closing.summary", "The sentence above the signatures", inSummary[0] ?? "", price);
  if (isChange) expect("closing.summary", "The sentence above the signatures", inSummary[1] ?? "", value);
  for (const { key, name, consent } of closing.signatures) {
    const [named] = amountsIn(consent);
    if (key === "salesperson" && named === undefined) continue;
    expect("closing.signatures", `What ${name || "the owner"} agrees to`, named ?? "", isChange ? value : price);
  }
  return faults;
}

const formatChange = (amount: number, isChange: boolean): string =>
  isChange ? formatMoneyChange(amount) : formatMoney(amount);
const summaryText = (runs: readonly TextRun[]): string => textOf(runs);

const UNCHECKED = /An unchecked line is not part of the (.+?) work\./;
const POINTER = /\(see ([^()]+)\)$/;

/** Notes about unchecked lines of another section, and references to missing sections. */
function wrongNotes({ sections }: DocumentModel): readonly FoundFault[] {
  const places = new Set(sections.map(({ number, heading }) => `${number} ${heading}`.trim()));
  return sections.flatMap(({ id, heading, note, blocks }) => {
    const place = `sections.${id}`;
    const named = UNCHECKED.exec(note)?.[1];
    const unchecked = blocks.flatMap((block) =>
      block.kind !== "text"
        ? []
        : block.blocks.flatMap((each) => (each.type === "tasks" ? each.items.filter(({ checked }) => !checked) : [])),
    );
    const lost = unchecked.flatMap(({ runs }) => {
      const pointed = POINTER.exec(textOf(runs))?.[1];
      // Only what looks like a numbered section: people also write "(see photo)".
      return (pointed ?? "")
        .split(/, and |, | and /)
        .filter((name) => /^\d+ /.test(name) && !places.has(name))
        .map((name) => ({ place, message: `"${textOf(runs)}" points to "${name}", which is not on this paper.` }));
    });
    if (named === undefined || named.toLowerCase() === heading.toLowerCase()) return lost;
    return [...lost, { place, message: `The note of "${heading}" speaks of the ${named} work.` }];
  });
}

const IN_FULL = /in full at completion/i;
const BALANCE = /balance at completion/i;
const NAMED_TOTAL = /\btotal \$/i;

/** A plan's contradiction to its own down payment; undefined without one. */
function contradictionOf({ detail, middle, amount }: { detail: string; middle: string; amount: string }) {
  if (middle === "") return undefined;
  if (IN_FULL.test(detail)) return `"${detail}" and ${middle}: only the balance is paid at completion.`;
  // Otherwise the amount could be misread as the balance instead of the total.
  return BALANCE.test(detail) && !NAMED_TOTAL.test(detail)
    ? `"${detail}", ${middle} and ${amount}, and not what the total is.`
    : undefined;
}

/** Plans with a down payment that are paid in full at the end or omit their total. */
function contradictedWays({ sections }: DocumentModel): readonly FoundFault[] {
  return sections.flatMap(({ id, blocks }) =>
    blocks.flatMap((block) =>
      block.kind !== "options"
        ? []
        : block.rows.flatMap((row) => {
            const says = contradictionOf(row);
            return says === undefined ? [] : [{ place: `sections.${id}`, message: `${row.name} says ${says}` }];
          }),
    ),
  );
}

const ORDERED = /^materials-/;
export const NOTHING_TO_ORDER = "There is no material to order.";

/** Whether a purchase order has no lines and so cannot be sent. */
export const hasNothingToOrder = ({ kind, sections }: Pick<DocumentModel, "kind" | "sections">): boolean =>
  kind === "purchaseOrder" && !sections.some(({ id }) => ORDERED.test(id));

const unprintableFaults = (model: DocumentModel): readonly FoundFault[] =>
  unprintableTexts(model).map(({ text, place, path, characters }) => ({
    place: path,
    message: `"${text}" in ${place} cannot be printed (${characters.join(", ")}). Enter how it is spelled in Latin letters.`,
  }));

/** A paper's unprintable texts, in the words of `checkPaper`; also for unsigned papers. */
export const sayUnprintable = (model: DocumentModel): readonly string[] =>
  unprintableFaults(model).map(({ message }) => message);

/** In the order in which a salesperson would fix them. */
export const PAPER_RULES: readonly PaperRule[] = [
  {
    id: "amounts-within-price",
    says: "Discount, promotion and down payment are no more than the price.",
    find: amountsAbovePrice,
  },
  {
    id: "price-not-negative",
    says: "No paper leaves the contract at less than nothing.",
    find: ({ model }) => {
      const value = valueOf(model);
      return value !== null && value < 0
        ? [{ place: placeOfValue(model), message: `The work would be worth ${formatMoney(value)}: less than nothing.` }]
        : [];
    },
  },
  {
    id: "amounts-not-negative",
    says: "No quantity, no payment and no balance is less than nothing.",
    find: ({ model }) => negativeAmounts(model),
  },
  {
    id: "adds-up",
    says: "Rows and columns of every table, and the payments, add up to the cent.",
    find: ({ model }) => findWrongSums(model),
  },
  {
    id: "one-price",
    says: "Figures, tables, consents and the sentence above the signatures name the price of the paper.",
    find: ({ model }) => otherPrices(model),
  },
  {
    id: "agreed-before",
    says: "A change order begins where the signed papers that it names end, and counts nothing else.",
    find: wrongBase,
  },
  {
    id: "one-way-to-pay",
    says: "A way to pay with something paid down names its total, and is not paid in full at completion.",
    isForNewPapers: true,
    find: ({ model }) => contradictedWays(model),
  },
  {
    id: "plan-with-its-cost",
    says: "A plan to pay in months stands with its APR and its finance charge.",
    isForNewPapers: true,
    find: ({ model }) => plansWithoutCost(model),
  },
  {
    id: "no-initials",
    says: "Nothing is left blank for a pen: a paper that is signed in the app has no lines for initials.",
    isForNewPapers: true,
    find: ({ model: { footer } }) =>
      footer.hasInitials
        ? [{ place: "footer", message: "The paper has lines for initials, which nobody can fill in here." }]
        : [],
  },
  {
    id: "unchecked-lines",
    says: "A note about unchecked lines speaks of its own section, and points to sections that are there.",
    find: ({ model }) => wrongNotes(model),
  },
  {
    id: "right-to-cancel-day",
    says: "The last day to cancel follows from the day of the paper, and is that of the form and of what owners agree to.",
    find: ({ model }) => wrongDays(model),
  },
  {
    id: "right-to-cancel-there",
    says: "A contract tells of the right to cancel where the settings with which it was made do.",
    find: droppedRightToCancel,
  },
  {
    id: "signing-day",
    says: "The day of a paper does not contradict the days on which people signed it.",
    find: wrongSigningDay,
  },
  {
    id: "own-sections",
    says: "A paper has the sections of its kind and of its work, each once.",
    find: wrongSections,
  },
  {
    id: "owners-sign",
    says: "Every owner has a place to sign that cannot stay empty, and nobody else signs as an owner.",
    find: wrongSigners,
  },
  {
    id: "printable",
    says: "Every character of the paper can be printed.",
    find: ({ model }) => unprintableFaults(model),
  },
  {
    id: "material-to-order",
    says: "A purchase order has a line.",
    find: ({ model }) => (hasNothingToOrder(model) ? [{ place: "sections", message: NOTHING_TO_ORDER }] : []),
  },
];

/** All faults of a paper, rule by rule; empty if it can be signed. `isReceived`: it is already signed. */
export const checkPaper = (paper: PaperToCheck, { isReceived = false } = {}): readonly PaperFault[] =>
  PAPER_RULES.filter(({ isForNewPapers }) => !isReceived || !isForNewPapers).flatMap(({ id, find }) =>
    find(paper).map((fault) => ({ ...fault, rule: id })),
  );
