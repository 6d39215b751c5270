import { copiesOf, DOCUMENT_LABELS, summaryKey } from "@ridgebook/contract";
import { fraction, fractionToPercent, roundMoney } from "@ridgebook/estimating";
import { agreedOf, type Agreed } from "#agreed/agreed-of.ts";
import type { ChangeOrderChoices } from "#choices/document-choices.ts";
import { sumOf, totalsByCopy } from "#lines/copy-figures.ts";
import { documentLines } from "#lines/document-lines.ts";
import type { Block, DocumentModel, DocumentSection, TableRow } from "#model/document-model.ts";
import type { DocumentBasis, DocumentSource } from "#model/document-source.ts";
import { parseRichText } from "#rich-text/parse-rich-text.ts";
import { printedBlocks } from "#rich-text/text-runs.ts";
import { copyTitle, inDisplayOrder } from "#wording/copy-titles.ts";
import { companyName, contractorParty, documentFrame, ownerParty, placeParty } from "#wording/document-frame.ts";
import {
  formatAmount,
  formatAmountChange,
  formatMoney,
  formatMoneyChange,
  formatPercent,
  NOTHING,
} from "#wording/numbers.ts";
import { signatureSlots } from "#wording/signature-slots.ts";
import { lineChanges, type LineChange } from "./change-order-lines.ts";
import { column, copiesOnPaper, row, section, table } from "./company-paper.ts";
import { startFigure } from "./contract.ts";
import { changesText } from "./contract-scope.ts";

interface ChangedCopy {
  readonly key: string;
  readonly title: string;
  readonly changes: readonly LineChange[];
  /** Agreed dollars before and now. */
  readonly before: number;
  readonly now: number;
  /** Whether the price before promotion and fee is unchanged, so that differences come only from the copy's shares of those. */
  readonly differsByShares: boolean;
}

/** The copies of a change order: the chosen ones, and the contract's copies that were removed from the estimate. */
function changedCopies(source: DocumentSource, choices: ChangeOrderChoices, agreed: Agreed): readonly ChangedCopy[] {
  const { estimate, workflows, book } = source;
  const held = new Set(copiesOf(estimate).map(summaryKey));
  const removed = [...agreed.copies.values()].filter(({ copy }) => !held.has(summaryKey(copy)));
  const chosen = choices.copies.filter((copy) => held.has(summaryKey(copy)));
  const totals = totalsByCopy(estimate);
  return inDisplayOrder([...chosen, ...removed.map(({ copy }) => copy)], workflows).map((copy) => {
    const key = summaryKey(copy);
    const { basis = null, price: before = 0 } = agreed.copies.get(key) ?? {};
    const totalBefore = basis ? totalsByCopy(basis).get(key) : undefined;
    const totalNow = totals.get(key);
    const linesBefore = basis ? documentLines({ estimate: basis, book }, [copy]) : [];
    return {
      key,
      title: copyTitle({ estimate: held.has(key) || !basis ? estimate : basis, workflows }, copy),
      changes: [
        ...lineChanges(linesBefore, held.has(key) ? documentLines(source, [copy]) : []),
        ...(basis && held.has(key) ? discountChanges(source, basis, key) : []),
      ],
      before,
      now: totalNow?.totalWithMargin ?? 0,
      differsByShares:
        totalBefore !== undefined &&
        totalBefore.total === totalNow?.total &&
        totalBefore.marginPercent === totalNow.marginPercent,
    };
  });
}

/** A changed discount affects every line's price; shown if the settings show discounts. */
function discountChanges(
  { estimate, settings }: Pick<DocumentSource, "estimate" | "settings">,
  basis: DocumentBasis,
  key: string,
): LineChange[] {
  const percentIn = ({ workflowSummaries }: Pick<DocumentBasis, "workflowSummaries">): string =>
    formatPercent(fractionToPercent(fraction(workflowSummaries[key]?.discountPercent ?? 0)));
  const [before, now] = [percentIn(basis), percentIn(estimate)];
  return settings.showDiscountsOnContract && before !== now
    ? [{ kind: "changed", label: "Discount", before, now, parts: [] }]
    : [];
}

const KIND_WORDS: Readonly<Record<LineChange["kind"], string>> = {
  added: "Added",
  removed: "Removed",
  changed: "Changed",
};

const changesTable = (changes: readonly LineChange[]): Block =>
  table(
    [
      column("", { tone: "quiet" }),
      column("Line", { grow: 3, tone: "strong" }),
      column("Before", { grow: 4, tone: "quiet" }),
      column("Now", { grow: 4 }),
    ],
    changes.map(({ kind, label, before, now }) => row(KIND_WORDS[kind], label, before || NOTHING, now || NOTHING)),
  );

const sentence = (text: string): Block => ({
  kind: "text",
  blocks: [{ type: "paragraph", runs: [{ text }] }],
  taskColumns: 1,
  tone: "quiet",
});

/** Whether the price changes without any change of the work. */
const isShareOnly = ({ changes, before, now, differsByShares }: ChangedCopy): boolean =>
  changes.length === 0 && differsByShares && roundMoney(now - before) !== 0;

/** "No line changes.", and why the price differs if it does, as in the table of differences. */
function noChangeText(copy: ChangedCopy): string {
  const difference = roundMoney(copy.now - copy.before);
  if (difference === 0) return "No line changes.";
  const what = isShareOnly(copy) ? "Its shares of promotion and fee change by" : "Its price changes by";
  return `No line changes. ${what} ${formatMoneyChange(difference)}.`;
}

const copySection = (copy: ChangedCopy, index: number): DocumentSection =>
  section(`changes-${copy.key}`, {
    number: String(index + 1),
    heading: copy.title,
    blocks: [copy.changes.length > 0 ? changesTable(copy.changes) : sentence(noChangeText(copy))],
  });

function differenceTable(copies: readonly ChangedCopy[], additional: number, total: number): Block {
  const rows = copies.map((copy, index) => {
    const { title, before, now } = copy;
    const what = isShareOnly(copy) ? `${title}: shares of promotion and fee` : title;
    const difference = formatAmountChange(roundMoney(now - before));
    return row(`${String(index + 1)}  ${what}`, formatAmount(before), formatAmount(now), difference);
  });
  const extra = additional === 0 ? [] : [row("Additional cost", "", "", formatAmountChange(additional))];
  return table(
    [
      column("Work", { grow: 1 }),
      column("Before", { align: "right" }),
      column("Now", { align: "right" }),
      column("Difference", { align: "right", tone: "strong" }),
    ],
    [...rows, ...extra],
    { totals: [row("This change", "", "", formatMoneyChange(total))] },
  );
}

/** From the signed contract through every change to the contract's current value. */
function runningTable(
  { contract, changeOrders }: Agreed,
  { fromAddendum, total, running }: { fromAddendum: number; total: number; running: number },
): Block {
  const paper = ({ kind, number, dateText }: DocumentModel): string =>
    `${DOCUMENT_LABELS[kind]} ${number}, ${dateText}`;
  const rows: TableRow[] = [
    row(paper(contract), formatAmount(contract.total ?? 0)),
    ...(fromAddendum === 0 ? [] : [row("Earlier change orders on paper", formatAmountChange(fromAddendum))]),
    ...changeOrders.map((order) => row(paper(order), formatAmountChange(order.total ?? 0))),
    row("This change order", formatAmountChange(total)),
  ];
  return table([column("", { grow: 1 }), column("Amount", { align: "right" })], rows, {
    totals: [row("Contract value with this change", formatMoney(running))],
  });
}

const written = (html: string): Block[] => {
  const blocks = printedBlocks(parseRichText(html));
  return blocks.length === 0 ? [] : [{ kind: "text", blocks, taskColumns: 1, tone: "plain" }];
};

/**
 * The changes from the signed contract by line, the price difference, and the contract's new value. The base is the estimate at the last
 * signature of the contract or a change order; later changes of the price book or the estimate don't affect it. An additional cost counts
 * only if it is shown. Throws an Error without a signed contract.
 */
export function buildChangeOrder(source: DocumentSource, choices: ChangeOrderChoices): DocumentModel {
  const { lead, settings } = source;
  if (!source.changed) throw new Error("A change order needs the signed contract that it changes.");
  const agreed = agreedOf(source.changed);
  const copies = changedCopies(source, choices, agreed);
  const additional = choices.showAdditionalCost ? choices.additionalCost : 0;
  const total = roundMoney(sumOf(copies, ({ before, now }) => now - before) + additional);
  const fromAddendum = choices.additionalWorkTotalBroughtFromAddendum;
  const running = roundMoney(
    (agreed.contract.total ?? 0) + fromAddendum + sumOf(agreed.changeOrders, (order) => order.total ?? 0) + total,
  );
  const reason = changesText(source, choices, copiesOnPaper(source, choices.copies));
  const payment = written(choices.texts.paymentDisclaimer ?? settings.changeOrderPaymentDisclaimer);
  const notes = written(choices.texts.notes ?? "");
  const hasSchedule = choices.startDate !== null || choices.workingDays !== null;
  const { number, dateText } = agreed.contract;
  return {
    ...documentFrame(source, { kind: "changeOrder", title: "Change order" }),
    parties: [
      ownerParty(lead, choices.customerNames),
      placeParty(lead),
      { ...contractorParty(source), caption: "Contractor" },
    ],
    keyFigures: [
      { caption: "This change", large: formatMoneyChange(total), lines: [] },
      { caption: "Contract value now", large: "", lines: [formatMoney(running), `Contract ${number} of ${dateText}`] },
      ...(hasSchedule ? [startFigure(choices)] : []),
    ],
    sections: [
      ...(reason.length > 0 ? [section("reason", { heading: "What changes", blocks: reason })] : []),
      ...copies.map(copySection),
      section("price", {
        heading: "Price difference",
        blocks: [differenceTable(copies, additional, total)],
      }),
      section("value", { heading: "Contract value", blocks: [runningTable(agreed, { fromAddendum, total, running })] }),
      ...(payment.length > 0 ? [section("payment", { heading: "Payment", blocks: payment })] : []),
      ...(notes.length > 0 ? [section("notes", { heading: "Notes", blocks: notes })] : []),
    ],
    closing: {
      rightToCancel: null,
      summary: [
        {
          text: `By signing, both sides change contract ${number} as stated here; everything else in it stays. This change `,
        },
        { text: formatMoneyChange(total), bold: true },
        { text: ", contract value with it " },
        { text: formatMoney(running), bold: true },
        { text: "." },
      ],
      signatures: signatureSlots(source, {
        names: choices.customerNames,
        paper: "change order",
        owner: `I agree to these changes of contract ${number} and to its new value of ${formatMoney(running)}.`,
        company: `${companyName(settings) || "The contractor"} agrees to these changes of contract ${number}.`,
      }),
    },
    attachmentFileIds: [],
    total,
    runningTotal: running,
  };
}
