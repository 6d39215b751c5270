import type { DocumentKind, EstimateCopy } from "@ridgebook/contract";
import type { DocumentTextName } from "#choices/document-choices.ts";
import { scopeHtmlOf } from "#kinds/contract-scope.ts";
import { resolveScopeText } from "#keywords/resolve-scope.ts";
import { documentLines } from "#lines/document-lines.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { textOfSettings } from "#wording/text-settings.ts";

/** The texts that a kind of document has, in the order in which they are edited. */
export const TEXTS_OF_KIND: Readonly<Record<DocumentKind, readonly DocumentTextName[]>> = {
  contract: [
    ...(["paymentDisclaimer", "warranty", "notes", "startDateDisclaimer"] as const),
    ...(["disclosures", "legalText", "acknowledgements"] as const),
  ],
  changeOrder: ["changes", "paymentDisclaimer", "notes"],
  purchaseOrder: ["notes"],
  workOrder: ["notes"],
  costEstimate: ["notes"],
  laborBill: ["notes"],
  itemizedEstimate: ["notes"],
  finalLaborBill: ["notes"],
};

/** A text as its editor opens, and as it is printed while nobody changes it; "" where nothing is written. */
export function startingText(
  source: Pick<DocumentSource, "settings" | "book" | "estimate">,
  { kind, copies, name }: { kind: DocumentKind; copies: readonly EstimateCopy[]; name: DocumentTextName },
): string {
  const { settings, book } = source;
  if (kind === "changeOrder") {
    if (name === "paymentDisclaimer") return settings.changeOrderPaymentDisclaimer;
    if (name === "changes")
      return resolveScopeText(settings.changeOrderScopeOfWork, { lines: documentLines(source, copies), book });
  }
  return kind === "contract" ? textOfSettings(settings, name) : "";
}

/** The scope of a copy as its editor opens: the company's text with its keywords answered, else a checklist of the lines. */
export const startingScope = (
  source: Pick<DocumentSource, "settings" | "book" | "estimate">,
  copy: EstimateCopy,
): string => scopeHtmlOf(source, { copy, lines: documentLines(source, [copy]) });

/** The text that is repeated for each window, with its keywords: each window answers them again. */
export const startingWindowScope = ({ settings }: Pick<DocumentSource, "settings">): string =>
  settings.contractWindowDetailsScopeOfWork;
