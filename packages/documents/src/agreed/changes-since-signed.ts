import { copiesOf, DOCUMENT_LABELS, summaryKey, type EstimateCopy } from "@ridgebook/contract";
import { lineChanges, type LineChange } from "#kinds/change-order-lines.ts";
import { sumOf, totalsByCopy } from "#lines/copy-figures.ts";
import { documentLines } from "#lines/document-lines.ts";
import type { DocumentBasis, DocumentSource } from "#model/document-source.ts";
import { copyTitle, inDisplayOrder } from "#wording/copy-titles.ts";
import { agreedOf, type Agreed, type SignedWork } from "./agreed-of.ts";

/* How an estimate differs from what was signed: by price, and by changed lines. */

type Compared = Pick<DocumentSource, "estimate" | "book" | "workflows">;

export interface ChangedLine {
  /** `summaryKey` of its copy, and the copy's name: "Siding". */
  readonly copyKey: string;
  readonly work: string;
  readonly kind: LineChange["kind"];
  /** "Siding color" */
  readonly label: string;
  /** "White"; "" for nothing. */
  readonly before: string;
  readonly now: string;
}

export interface ChangesSinceSigned {
  /** Dollars by which the signed work costs more now; negative if less, 0 if only lines differ. */
  readonly difference: number;
  /** In display order of the copies; empty where no line changed. */
  readonly lines: readonly ChangedLine[];
}

/** "Siding color: White → Clay", "Drip edge: added", "Roofing permit: removed". */
export function changedLineText({ kind, label, before, now }: Omit<ChangedLine, "copyKey" | "work">): string {
  if (kind !== "changed") return `${label}: ${kind}`;
  return `${label}: ${before || "nothing"} → ${now || "nothing"}`;
}

/** Names each change by what differs, if that is known. */
const namedChanges = ({
  kind,
  label,
  before,
  now,
  parts,
}: LineChange): readonly Omit<ChangedLine, "copyKey" | "work">[] =>
  parts.length === 0 ? [{ kind, label, before, now }] : parts.map((part) => ({ kind, ...part }));

function changedLines(
  { estimate, book, workflows }: Compared,
  copy: EstimateCopy,
  basis: DocumentBasis | null,
): readonly ChangedLine[] {
  const copyKey = summaryKey(copy);
  const isHeld = copiesOf(estimate).some((each) => summaryKey(each) === copyKey);
  const work = copyTitle({ estimate: isHeld || !basis ? estimate : basis, workflows }, copy);
  const before = basis ? documentLines({ estimate: basis, book }, [copy]) : [];
  const now = isHeld ? documentLines({ estimate, book }, [copy]) : [];
  return lineChanges(before, now)
    .flatMap(namedChanges)
    .map((change) => ({ copyKey, work, ...change }));
}

/** Dollars by which the agreed copies cost more now. */
function priceDifference({ copies }: Agreed, estimate: DocumentSource["estimate"]): number {
  const held = new Set(copiesOf(estimate).map(summaryKey));
  const totals = totalsByCopy(estimate);
  const priceNow = (key: string): number => (held.has(key) ? (totals.get(key)?.totalWithMargin ?? 0) : 0);
  return sumOf([...copies], ([key, { price }]) => priceNow(key) - price);
}

/**
 * The differences since the last signed paper of a contract's work. A change order is due if the price or a line differs. Other work does
 * not count. Throws an Error if the signed papers are unreadable.
 */
export function changesSinceSigned(source: Compared & { readonly changed: SignedWork }): ChangesSinceSigned {
  const agreed = agreedOf(source.changed);
  const signed = [...agreed.copies.values()].map(({ copy }) => copy);
  return {
    difference: priceDifference(agreed, source.estimate),
    lines: inDisplayOrder(signed, source.workflows).flatMap((copy) =>
      changedLines(source, copy, agreed.copies.get(summaryKey(copy))?.basis ?? null),
    ),
  };
}

/** A copy for a work or purchase order that differs from what was signed. */
interface UnsignedWork {
  readonly copyKey: string;
  /** "Siding" */
  readonly work: string;
  /** "Contract 2026-0514-K7QD" that the lines differ from; null if the work is unsigned. */
  readonly signedAs: string | null;
  /** The differences; empty if the work is unsigned. */
  readonly lines: readonly ChangedLine[];
}

/**
 * Work among some copies that is not signed as it is now: an order for it builds what the homeowner did not agree to. Empty if every line
 * is as signed. Throws an Error if the signed papers are unreadable.
 *
 * @param signed the estimate's valid contracts (`standingContracts`), each with its change orders
 */
export function unsignedLines(
  source: Compared & { readonly signed: readonly SignedWork[] },
  copies: readonly EstimateCopy[],
): readonly UnsignedWork[] {
  const agreed = source.signed.map(agreedOf);
  return inDisplayOrder(copies, source.workflows).flatMap((copy): readonly UnsignedWork[] => {
    const copyKey = summaryKey(copy);
    const work = copyTitle(source, copy);
    const found = agreed.find(({ copies: own }) => own.get(copyKey)?.basis);
    if (!found) return [{ copyKey, work, signedAs: null, lines: [] }];
    const lines = changedLines(source, copy, found.copies.get(copyKey)?.basis ?? null);
    return lines.length === 0
      ? []
      : [{ copyKey, work, signedAs: `${DOCUMENT_LABELS.contract} ${found.contract.number}`, lines }];
  });
}
