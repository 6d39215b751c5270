import type { DocumentKind, EstimateCopy } from "@ridgebook/contract";
import type { DocumentTextName } from "#choices/document-choices.ts";
import { scopeHtmlOf } from "#kinds/contract-scope.ts";
import { resolveScopeText } from "#keywords/resolve-scope.ts";
import { documentLines } from "#lines/document-lines.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { textOfSettings } from "#wording/text-settings.ts";

/** The texts of each document kind, in editing order. */
export const TEXTS_OF_KIND: Readonly<Record<DocumentKind, readonly DocumentTextName[]>> = {
  contract: [
    "paymentDisclaimer",
    "warranty",
    "notes",
    "startDateDisclaimer",
    "disclosures",
    "legalText",
    "acknowledgements",
  ],
  changeOrder: ["changes", "paymentDisclaimer", "notes"],
  purchaseOrder: ["notes"],
  workOrder: ["notes"],
  costEstimate: ["notes"],
  laborBill: ["notes"],
  itemizedEstimate: ["notes"],
  finalLaborBill: ["notes"],
};

/** A text's initial version, printed unless edited; "" if it has none. */
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

/** The initial scope of a copy: the company's text with resolved keywords, else a checklist of the lines. */
export const startingScope = (
  source: Pick<DocumentSource, "settings" | "book" | "estimate">,
  copy: EstimateCopy,
): string => scopeHtmlOf(source, { copy, lines: documentLines(source, [copy]) });

/** The text repeated for each window, with keywords, which each window resolves. */
export const startingWindowScope = ({ settings }: Pick<DocumentSource, "settings">): string =>
  settings.contractWindowDetailsScopeOfWork;
