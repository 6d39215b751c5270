import { PDFDocument } from "@cantoo/pdf-lib";
import type { DocumentModel } from "#model/document-model.ts";
import { comparePdf } from "#pdf-compare/index.ts";
import { FORGERIES } from "#pdf-compare/testing/forge-pdf.ts";
import { DRAWING_VERSION } from "#pdf/drawing-version.ts";
import { renderPdf } from "#pdf/render-pdf.ts";
import { expect, test } from "vitest";
import { estimatePaper } from "./estimate-paper.ts";
import { inputOf, KINDS, randomPaper } from "./random-paper.ts";

/*
 * Forged PDFs of papers by chance, each in one way, in turns: none is taken for the document's. The paper itself is, also packed
 * otherwise by another program.
 */

const FIXED_SHARE = { from: 1, papers: 6 };
const LONGEST_PAPER_MS = 20_000;
const MAX_FAILURES = 5;

const { PAPERS_FROM, PAPERS } = process.env;
const from = PAPERS_FROM === undefined ? FIXED_SHARE.from : Number(PAPERS_FROM);
const papers = PAPERS === undefined ? FIXED_SHARE.papers : Number(PAPERS);

/** The same paper with one figure changed; undefined where it has none. */
function withOtherFigure(model: DocumentModel): DocumentModel | undefined {
  const text = JSON.stringify(model.sections);
  const changed = text.replace(
    /("text":"[^"]*?)(\d)/,
    (_, before: string, digit: string) => `${before}${String((Number(digit) + 1) % 10)}`,
  );
  return changed === text ? undefined : { ...model, sections: JSON.parse(changed) as DocumentModel["sections"] };
}

test.each(KINDS)(
  `[SIGN-02] [SIGN-04] of ${papers} papers by chance of kind %s, honest PDFs are taken and forged ones are refused`,
  { timeout: papers * LONGEST_PAPER_MS + 60_000 },
  async (kind) => {
    const failures: string[] = [];
    for (let seed = from; seed < from + papers && failures.length < MAX_FAILURES; seed += 1) {
      const paper = seed % 2 === 0 ? estimatePaper(kind, seed) : randomPaper(kind, seed);
      const input = await inputOf(paper);
      const honest = await renderPdf(input);
      const drawing = seed % 4 < 2 ? DRAWING_VERSION : "another";
      const packed = await (await PDFDocument.load(honest, { updateMetadata: false })).save({ useObjectStreams: true });
      for (const each of [DRAWING_VERSION, "another"]) {
        const { difference } = await comparePdf({ received: packed, drawing: each, input });
        if (difference !== null) failures.push(`seed ${seed}: the honest paper is refused: ${difference}`);
      }
      const forgery = FORGERIES[(seed * 7 + KINDS.indexOf(kind)) % FORGERIES.length];
      const forged = await forgery?.change(honest);
      if (forged && (await comparePdf({ received: forged, drawing, input })).difference === null)
        failures.push(`seed ${seed}: a PDF with ${forgery?.what ?? ""} is taken`);
      const other = withOtherFigure(paper.model);
      const received = other && (await renderPdf({ ...input, model: other }));
      if (received && (await comparePdf({ received, drawing, input })).difference === null)
        failures.push(`seed ${seed}: a PDF with another figure is taken`);
    }
    expect(failures).toEqual([]);
  },
);
