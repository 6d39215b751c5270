import { copiesOf, readSummaryKey, summaryKey, type EstimateCopy } from "@ridgebook/contract";
import { roundMoney } from "@ridgebook/estimating";
import type { DocumentModel } from "#model/document-model.ts";
import type { DocumentBasis, DocumentSource } from "#model/document-source.ts";
import { readBasis, readChoices, readModel } from "#document-data.ts";
import { parseAmount } from "#wording/parse-amount.ts";
import { addendumAmong, agreedValue } from "./agreed-value.ts";
import { buildsOnOf, inSigningOrder, type PaperInOrder } from "./signed-papers.ts";

/*
 * What both sides agreed to with a contract and its change orders. Each change order counts with its printed differences, so two that were
 * signed concurrently both count in full.
 */

/** A signed contract and its signed change orders, in any order. */
export type SignedWork = NonNullable<DocumentSource["changed"]>;
type StoredPaper = SignedWork["contract"];

export interface AgreedCopy {
  readonly copy: EstimateCopy;
  /** The estimate at the copy's last signature; null if that paper removed the copy. */
  readonly basis: DocumentBasis | null;
  /** Dollars: the contract's price of the copy plus every signed difference. */
  readonly price: number;
}

export interface Agreed {
  /** By `summaryKey`, without copies removed at their full price. */
  readonly copies: ReadonlyMap<string, AgreedCopy>;
  readonly contract: DocumentModel;
  /** In the order in which they build on each other, else oldest first. */
  readonly changeOrders: readonly DocumentModel[];
  /** Dollars of the contract with all of its change orders, including earlier ones on paper. */
  readonly value: number;
}

const inOrder = ({ data, createdTime }: Pick<StoredPaper, "data" | "createdTime">): PaperInOrder => ({
  fingerprint: data["fingerprint"] ?? "",
  createdTime,
  buildsOn: buildsOnOf(data),
});

/**
 * The work as a change order knew it when it was signed: what it builds on, or, if it does not say so, all that was signed before. A change
 * order rebuilt from this has the same content.
 */
export const workKnownTo = (paper: Pick<StoredPaper, "data" | "createdTime">, work: SignedWork): SignedWork => {
  const buildsOn = buildsOnOf(paper.data);
  const isKnown = ({ data, createdTime }: StoredPaper): boolean =>
    buildsOn ? buildsOn.includes(data["fingerprint"] ?? "") : createdTime < paper.createdTime;
  return { ...work, changeOrders: work.changeOrders.filter(isKnown) };
};

/** A copy in a change order: its printed value before and after, in dollars. */
interface SignedDifference {
  readonly key: string;
  readonly before: number;
  readonly now: number;
}

const COPY_SECTION = "changes-";

/**
 * The copies of a change order with their printed prices: the first rows of its price table match its sections of changes, in order. Throws
 * an Error for an unreadable table.
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

/** What a contract and its change orders agree to. Throws an Error for an unreadable paper. */
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

/** Dollars of earlier change orders on paper, as the signed change orders state them. */
export const addendumOf = (changeOrders: readonly StoredPaper[]): number =>
  addendumAmong(changeOrders.map((paper) => ({ ...inOrder(paper), addendum: addendumIn(paper) })));
