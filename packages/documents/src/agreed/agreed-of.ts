import { copiesOf, readSummaryKey, summaryKey, type EstimateCopy } from "@ridgebook/contract";
import { roundMoney } from "@ridgebook/estimating";
import type { DocumentModel } from "#model/document-model.ts";
import type { DocumentBasis, DocumentSource } from "#model/document-source.ts";
import { readBasis, readChoices, readModel } from "#document-data.ts";
import { parseAmount } from "#wording/parse-amount.ts";
import { addendumAmong, agreedValue } from "./agreed-value.ts";
import { buildsOnOf, inSigningOrder, type PaperInOrder } from "./signed-papers.ts";

/*
 * What both sides agreed to by signing a contract and its change orders. Each change order counts with the differences that are printed
 * on it, so two that were signed side by side, without knowing each other, both count in full.
 */

/** A signed contract and its signed change orders, in any order. */
export type SignedWork = NonNullable<DocumentSource["changed"]>;
type StoredPaper = SignedWork["contract"];

export interface AgreedCopy {
  readonly copy: EstimateCopy;
  /** The estimate as it stood when this copy was last signed for; null where that paper took the copy out. */
  readonly basis: DocumentBasis | null;
  /** Dollars: the contract's price of the copy plus every signed difference. */
  readonly price: number;
}

export interface Agreed {
  /** By `summaryKey`. Copies that were taken out at their full price are left out. */
  readonly copies: ReadonlyMap<string, AgreedCopy>;
  readonly contract: DocumentModel;
  /** In the order in which they build on each other, else oldest first. */
  readonly changeOrders: readonly DocumentModel[];
  /** Dollars that the contract is worth with all of its change orders, earlier ones on paper included. */
  readonly value: number;
}

const inOrder = ({ data, createdTime }: Pick<StoredPaper, "data" | "createdTime">): PaperInOrder => ({
  fingerprint: data["fingerprint"] ?? "",
  createdTime,
  buildsOn: buildsOnOf(data),
});

/**
 * The work as a change order knew it when it was signed: what it builds on, or, of one that does not say so, all that was signed before.
 * Built from this, the change order says again what it said.
 */
export const workKnownTo = (paper: Pick<StoredPaper, "data" | "createdTime">, work: SignedWork): SignedWork => {
  const buildsOn = buildsOnOf(paper.data);
  const isKnown = ({ data, createdTime }: StoredPaper): boolean =>
    buildsOn ? buildsOn.includes(data["fingerprint"] ?? "") : createdTime < paper.createdTime;
  return { ...work, changeOrders: work.changeOrders.filter(isKnown) };
};

/** A copy in a change order: what the paper says that it was worth before and is worth now, in dollars. */
interface SignedDifference {
  readonly key: string;
  readonly before: number;
  readonly now: number;
}

const COPY_SECTION = "changes-";

/**
 * The copies of a change order with their prices as printed: the first rows of its price table belong to its sections of changes, in
 * their order. Throws an Error where the table cannot be read.
 */
function signedDifferences({ number, sections }: DocumentModel): readonly SignedDifference[] {
  const table = sections.find(({ id }) => id === "price")?.blocks.find((block) => block.kind === "table");
  return sections
    .filter(({ id }) => id.startsWith(COPY_SECTION))
    .map(({ id }, index) => {
      const [, before = "", now = ""] = table?.rows[index]?.cells ?? [];
      const amounts = [parseAmount(before), parseAmount(now)];
      const [was, is] = amounts;
      if (was === null || is === null || was === undefined || is === undefined)
        throw new Error(`The prices of change order ${number} cannot be read.`);
      return { key: id.slice(COPY_SECTION.length), before: was, now: is };
    });
}

/** What a contract and its change orders agree to. Throws an Error where one of the papers cannot be read. */
export function agreedOf({ contract, changeOrders }: SignedWork): Agreed {
  const copies = new Map<string, AgreedCopy>();
  const basis = readBasis(contract.data);
  const held = new Set(copiesOf(basis).map(summaryKey));
  for (const copy of readChoices(contract.data).copies) {
    const key = summaryKey(copy);
    if (held.has(key)) copies.set(key, { copy, basis, price: basis.workflowSummaries[key]?.totalWithMargin ?? 0 });
  }
  const ordered = inSigningOrder(changeOrders.map((paper) => ({ ...inOrder(paper), paper }))).map((each) => ({
    ...each,
    model: readModel(each.paper.data),
  }));
  for (const { paper, model } of ordered) takeOrder(copies, paper, model);
  const contractModel = readModel(contract.data);
  return {
    copies,
    contract: contractModel,
    changeOrders: ordered.map(({ model }) => model),
    value: agreedValue(
      contractModel.total ?? 0,
      ordered.map((each) => ({ ...each, total: each.model.total ?? 0, addendum: addendumIn(each.paper) })),
    ),
  };
}

function takeOrder(copies: Map<string, AgreedCopy>, paper: StoredPaper, model: DocumentModel): void {
  const basis = readBasis(paper.data);
  const held = new Set(copiesOf(basis).map(summaryKey));
  for (const { key, before, now } of signedDifferences(model)) {
    const copy = readSummaryKey(key);
    if (!copy) continue;
    const price = roundMoney((copies.get(key)?.price ?? 0) + now - before);
    if (held.has(key) || price !== 0) copies.set(key, { copy, basis: held.has(key) ? basis : null, price });
    else copies.delete(key);
  }
}

function addendumIn({ data }: StoredPaper): number {
  const choices = readChoices(data);
  return choices.kind === "changeOrder" ? choices.additionalWorkTotalBroughtFromAddendum : 0;
}

/** Dollars of change orders on paper, as the signed change orders tell of them. */
export const addendumOf = (changeOrders: readonly StoredPaper[]): number =>
  addendumAmong(changeOrders.map((paper) => ({ ...inOrder(paper), addendum: addendumIn(paper) })));
