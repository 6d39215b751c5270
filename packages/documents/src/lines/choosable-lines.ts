import { summaryKey, type EstimateCopy } from "@ridgebook/contract";
import type { DocumentSource } from "#model/document-source.ts";
import { copiesIn, copyTitle } from "#wording/copy-titles.ts";
import { boughtParts, type BoughtPart } from "./bought-lines.ts";
import { documentLines } from "./document-lines.ts";
import { laborParts, type LaborPart } from "./labor-lines.ts";

/** A line of a paper that a person decides about before it is made: whether it is ordered, how much of it was done. */
export interface ChoosableLine {
  /** By which `leftOutItemIds` and `quantities` name it. */
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

/** What a purchase order of some copies would order, with material cost. */
export const orderableLines = (source: Source, copies: readonly EstimateCopy[]): readonly ChoosableLine[] =>
  choosable(source, copies, boughtParts);

/** What a labor bill of some copies would pay, with labor cost. */
export const billableLines = (source: Source, copies: readonly EstimateCopy[]): readonly ChoosableLine[] =>
  choosable(source, copies, (lines) => laborParts(lines));
