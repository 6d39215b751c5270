import type { EstimateCopy } from "@ridgebook/contract";
import { boughtParts, type BoughtPart } from "#lines/bought-lines.ts";
import { documentLines } from "#lines/document-lines.ts";
import { laborParts, type LaborPart } from "#lines/labor-lines.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { copiesIn } from "#wording/copy-titles.ts";

/** Lines for a purchase order of some copies, with material cost. */
export const orderableLines = (source: DocumentSource, copies: readonly EstimateCopy[]): readonly BoughtPart[] =>
  copiesIn(source, copies).flatMap((copy) => boughtParts(documentLines(source, [copy])));

/** Lines for a labor bill of some copies, with labor cost. */
export const billableLines = (source: DocumentSource, copies: readonly EstimateCopy[]): readonly LaborPart[] =>
  copiesIn(source, copies).flatMap((copy) => laborParts(documentLines(source, [copy])));
