import { summaryKey, type EstimateCopy } from "@ridgebook/contract";
import type { DocumentSource } from "#model/document-source.ts";
import { copiesIn, copyTitle } from "#wording/copy-titles.ts";
import { boughtParts, type BoughtPart } from "./bought-lines.ts";
import { documentLines } from "./document-lines.ts";
import { laborParts, type LaborPart } from "./labor-lines.ts";

/** A selectable line of a paper: whether it is ordered, or how much of it was done. */
export interface ChoosableLine {
  /** Its id in `leftOutItemIds` and `quantities`. */
  readonly itemId: number;
  readonly copyKey: string;
  /** "Roofing". */
  readonly copyTitle: string;
  readonly label: string;
  readonly choice: string;
  /** As estimated. */
  readonly quantity: number;
  readonly unit: string;
  /** Dollars of one, and of all. */
  readonly each: number;
  readonly amount: number;
}

type Source = Pick<DocumentSource, "estimate" | "book" | "workflows">;

const choosable = (
  source: Source,
  copies: readonly EstimateCopy[],
  partsOfCopy: (lines: ReturnType<typeof documentLines>) => readonly (BoughtPart | LaborPart)[],
): readonly ChoosableLine[] =>
  copiesIn(source, copies).flatMap((copy) =>
    partsOfCopy(documentLines(source, [copy])).map(({ itemId, label, choice, quantity, unit, each, amount }) => ({
      ...{ itemId, copyKey: summaryKey(copy), copyTitle: copyTitle(source, copy) },
      ...{ label, choice, quantity, unit, each, amount },
    })),
  );

/** Lines for a purchase order of some copies, with material cost. */
export const orderableLines = (source: Source, copies: readonly EstimateCopy[]): readonly ChoosableLine[] =>
  choosable(source, copies, boughtParts);

/** Lines for a labor bill of some copies, with labor cost. */
export const billableLines = (source: Source, copies: readonly EstimateCopy[]): readonly ChoosableLine[] =>
  choosable(source, copies, (lines) => laborParts(lines));
