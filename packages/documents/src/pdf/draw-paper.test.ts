import { PDFDocument } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import { drawPaper, type PaperPage } from "#pdf/draw-paper.ts";
import { renderPdf } from "#pdf/render-pdf.ts";
import { readPdf, withoutSpaces } from "#pdf/testing/read-pdf.ts";
import { sampleInput } from "#pdf/testing/sample-input.ts";
import { sampleContract, samplePurchaseOrder } from "#pdf/testing/sample-models.ts";

const textsOf = (page: PaperPage) =>
  page.kind === "file" ? [] : page.marks.flatMap((mark) => (mark.type === "text" ? [mark] : []));
const lettersOf = (page: PaperPage): string =>
  withoutSpaces(
    textsOf(page)
      .flatMap(({ spans }) => spans.map(({ text }) => text))
      .join(""),
  );

describe("the pages of a paper on the screen", () => {
  test.each([
    { name: "a signed contract", model: sampleContract(), isSigned: true },
    { name: "a purchase order", model: samplePurchaseOrder(), isSigned: false },
  ])("[PAPER-31] $name has every word of its PDF, page by page and in order", async ({ model, isSigned }) => {
    const input = await sampleInput(model, { isSigned });
    const { pages } = drawPaper(input);
    const read = await readPdf(await renderPdf(input));
    expect(pages.map(lettersOf)).toEqual(read.pages.map(({ letters }) => letters));
  });

  test("[PAPER-31] each line is where the PDF has it", async () => {
    const input = await sampleInput(sampleContract(), { isSigned: true });
    const [first] = drawPaper(input).pages;
    const read = (await readPdf(await renderPdf(input))).pages[0]?.texts ?? [];
    const drawn = first ? textsOf(first) : [];
    for (const text of ["Home improvement contract", "Karen Whitfield", "$33,364.52"]) {
      const mark = drawn.find(({ spans }) => spans.map((span) => span.text).join("") === text);
      const printed = read.find((each) => each.text === text);
      expect(mark?.spans[0]?.x, text).toBeCloseTo(printed?.x ?? NaN, 1);
      expect(mark?.baseline, text).toBeCloseTo(printed?.y ?? NaN, 1);
      expect(mark?.spans[0]?.width, text).toBeCloseTo(printed?.width ?? NaN, 1);
    }
  });

  test("[PAPER-31] signatures and pictures are on it; an attached picture is a page, an attached PDF is named", async () => {
    const leaflet = await PDFDocument.create();
    leaflet.addPage([300, 400]);
    const files = new Map([
      ["leaflet", { name: "warranty.pdf", contentType: "application/pdf", bytes: await leaflet.save() }],
    ]);
    const model = { ...sampleContract(), attachmentFileIds: ["leaflet", "photo-2"] };
    const { pages, pictures } = drawPaper(await sampleInput(model, { isSigned: true, files }));
    const shown = pages.flatMap((page) =>
      page.kind === "file" ? [] : page.marks.flatMap((mark) => (mark.type === "picture" ? [mark.picture] : [])),
    );
    expect(shown).toEqual(
      expect.arrayContaining(["file:logo", "signature:customer", "signature:customer2", "signature:salesperson"]),
    );
    expect(shown.every((key) => pictures[key] !== undefined)).toBe(true);
    expect(pages.slice(-2)).toEqual([
      { kind: "file", name: "warranty.pdf" },
      { kind: "page", marks: [expect.objectContaining({ type: "picture", picture: "file:photo-2" })] },
    ]);
  });
});
