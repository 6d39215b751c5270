export { agreedOf, workKnownTo, type Agreed, type AgreedCopy, type SignedWork } from "#agreed/agreed-of.ts";
export * from "#agreed/changes-since-signed.ts";
export * from "#agreed/agreed-papers.ts";
export { buildsOnOf, namedId, signedPaperOf, type SignedPaper } from "#agreed/signed-papers.ts";
export * from "#rules/paper-rules.ts";
export { unprintableTexts, withPrintedAs, type PrintedAs, type UnprintableText } from "#printing/unprintable-texts.ts";
export { buildDocument } from "./build-document.ts";
export * from "./device-clock.ts";
export { makeDocumentNumber, systemRandomBytes } from "./document-number.ts";
export * from "#received/compare-amounts.ts";
export { reconstructedPaper } from "#received/reconstructed-paper.ts";
export { DRAWING_VERSION } from "#pdf/drawing-version.ts";
export { isBusinessDay, isFederalHoliday, lastDayToCancel } from "#cancellation/business-days.ts";
export * from "#choices/document-choices.ts";
export {
  basisOf,
  documentDataOf,
  readBasis,
  readChoices,
  readMadeWith,
  readModel,
  type MadeWith,
  type SignedData,
} from "./document-data.ts";
export { canonicalJson } from "#fingerprint/canonical-json.ts";
export { fingerprintOf, type SignatureToSeal } from "#fingerprint/fingerprint.ts";
export { copiesWithWork, initialChoices } from "./initial-choices.ts";
export {
  explainKeyword,
  KEYWORD_KINDS,
  parseKeywords,
  type Keyword,
  type KeywordKind,
} from "#keywords/parse-keywords.ts";
export { resolveScopeText, type ScopeContext } from "#keywords/resolve-scope.ts";
export type { DocumentLine } from "#lines/document-line.ts";
export { documentLines, flattenLines } from "#lines/document-lines.ts";
export * from "#model/document-model.ts";
export type * from "#model/document-source.ts";
export { UNNAMED_SALESPERSON } from "#model/document-source.ts";
export * from "#rich-text/index.ts";
export { warrantySentence } from "./kinds/contract.ts";
export { startingScope, startingText, startingWindowScope, TEXTS_OF_KIND } from "./starting-texts.ts";
export { companyOnPaper } from "#wording/document-frame.ts";
export { toldPricesOf } from "#wording/told-prices.ts";
export { formatMoney } from "#wording/numbers.ts";
export { dayOf, dayText, timeZoneOf, weekdayText } from "#wording/dates.ts";
export { copiesOnPaper, type CopyOnPaper } from "#kinds/company-paper.ts";
export { boughtParts, type BoughtPart } from "#lines/bought-lines.ts";
export { laborParts, type LaborPart } from "#lines/labor-lines.ts";
export { copyTitle } from "#wording/copy-titles.ts";
export { drawingSvg } from "#pdf/blocks/drawing-svg.ts";
export { windowDrawing } from "#pdf/blocks/window-drawing.ts";
