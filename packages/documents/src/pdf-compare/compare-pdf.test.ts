import { PDFDocument, PDFName, PDFString } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import type { DocumentModel } from "#model/document-model.ts";
import { comparePdf } from "#pdf-compare/compare-pdf.ts";
import { FORGERIES, swapTexts } from "#pdf-compare/testing/forge-pdf.ts";
import type { DocumentFile } from "#pdf/document-file.ts";
import { linesOf } from "#pdf-compare/compare-words.ts";
import { pagesOf, readFile } from "#pdf-compare/read-file.ts";
import { readFont } from "#pdf-compare/read-font.ts";
import { readPage } from "#pdf-compare/read-page.ts";
import { Stream } from "#pdf-compare/read-value.ts";
import { readPdf } from "#pdf/testing/read-pdf.ts";
import { DRAWING_VERSION } from "#pdf/drawing-version.ts";
import { renderPdf } from "#pdf/render-pdf.ts";
import { drawPhoto } from "#pdf/testing/draw-png.ts";
import { SAMPLE_FILES, sampleInput } from "#pdf/testing/sample-input.ts";
import { sampleContract } from "#pdf/testing/sample-models.ts";

const input = await sampleInput(sampleContract(), { isSigned: true });
const honest = await renderPdf(input);
const ACCEPTED = { difference: null, finding: null };
const BY_WORDS = "The PDF was compared by its words, because another version of the app drew it.";

/** Each version is asked about the same papers: each is made once. */
const made = new Map<string, Promise<Uint8Array>>();
const once = (what: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> => {
  const paper = made.get(what) ?? make();
  made.set(what, paper);
  return paper;
};
const repacked = async (bytes: Uint8Array, useObjectStreams: boolean): Promise<Uint8Array> =>
  (await PDFDocument.load(bytes, { updateMetadata: false })).save({ useObjectStreams, updateFieldAppearances: false });

/** Of a paper that says something else than its model. */
const otherwise = (change: (text: string) => string): Promise<Uint8Array> => {
  const model = change(JSON.stringify(input.model));
  return once(model, () => renderPdf({ ...input, model: JSON.parse(model) as DocumentModel }));
};

const VERSIONS = [
  { by: "this version", drawing: DRAWING_VERSION },
  { by: "another version", drawing: "0123456789abcdef" },
  { by: "a version before any was named", drawing: undefined },
];

describe.each(VERSIONS)("a PDF that $by drew", ({ drawing }) => {
  test("[SIGN-02] is taken with the document's own bytes, without drawing anything else into question", async () => {
    expect(await comparePdf({ received: honest, drawing, input })).toEqual(ACCEPTED);
  });

  test("[SIGN-02] is taken with the same pages in other bytes", async () => {
    for (const isPacked of [true, false])
      expect(await comparePdf({ received: await repacked(honest, isPacked), drawing, input })).toEqual({
        difference: null,
        finding: drawing === DRAWING_VERSION ? null : BY_WORDS,
      });
  });

  test("[SIGN-03] is refused with another amount, and both amounts are named", async () => {
    const received = await otherwise((text) => text.replace("$33,364.52", "$99,999.00"));
    expect((await comparePdf({ received, drawing, input })).difference).toBe(
      'Page 1: the PDF says "$99,999.00" where the document says "$33,364.52".',
    );
  });

  test("[SIGN-03] is refused with a row more, a row less and a word changed", async () => {
    const { sections } = input.model;
    const withRows = (change: <Row>(rows: readonly Row[]) => Row[]): string =>
      JSON.stringify(
        sections.map((section) => ({
          ...section,
          blocks: section.blocks.map((block) =>
            block.kind === "table" ? { ...block, rows: change(block.rows) } : block,
          ),
        })),
      );
    for (const change of [
      withRows((rows) => [...rows, ...rows.slice(-1)]),
      withRows((rows) => rows.slice(1)),
      JSON.stringify(sections).replace("Hip and ridge caps, 62 ft", "Hip and ridge caps, 26 ft"),
    ]) {
      const received = await otherwise((text) => text.replace(JSON.stringify(sections), () => change));
      expect((await comparePdf({ received, drawing, input })).difference).toMatch(
        /^Page \d: the PDF says ".*" where the document says ".*"\.$/,
      );
    }
  });

  test("[SIGN-03] is refused with another picture and with another signature", async () => {
    const files = new Map<string, DocumentFile>(SAMPLE_FILES).set("photo-1", {
      contentType: "image/png",
      bytes: drawPhoto(300, 240),
    });
    const signatures = input.signatures.map((each) => ({ ...each, picture: drawPhoto(600, 160) }));
    for (const other of [{ files }, { signatures }]) {
      const received = await once(Object.keys(other).join(), () => renderPdf({ ...input, ...other }));
      expect((await comparePdf({ received, drawing, input })).difference).toMatch(/picture|a page|entry/);
    }
  });

  test.each(FORGERIES)("[SIGN-04] is refused with $what", async ({ what, change, says }) => {
    const { difference } = await comparePdf({ received: await once(what, () => change(honest)), drawing, input });
    expect(difference).toMatch(says);
  });

  test("[SIGN-03] is refused where two amounts change places, though every word is there", async () => {
    const { pages } = await readPdf(honest);
    const page = pages.findIndex(
      ({ letters }) => letters.includes("$33,364.52") && letters.includes("Springpromotion"),
    );
    const file = readFile(honest);
    const content = file.lookup(pagesOf(file)[page]?.get("Contents"));
    if (!(content instanceof Stream)) throw new Error("The sample has no page with its prices.");
    const fonts = file.dictOf(file.dictOf(pagesOf(file)[page]?.get("Resources")).get("Font"));
    const marks = readPage(file.unpack(content), (name) => readFont(file, file.dictOf(fonts.get(name)), undefined));
    const amounts = linesOf(marks).flatMap(({ text }, index) => (/^[\d,]+\.\d\d$/.test(text) ? [{ text, index }] : []));
    const [one, ...others] = amounts;
    const other = others.find(({ text }) => text !== one?.text);
    if (!one || !other) throw new Error("The sample has no two amounts.");
    const received = await swapTexts(page, one.index, other.index)(honest);
    expect((await comparePdf({ received, drawing, input })).difference).toMatch(
      /the PDF puts ".*" beside ".*", and the document does not|a page that is not the document's/,
    );
  });

  test("[SIGN-04] is refused where it is cut off, no PDF, or a bomb", async () => {
    for (const received of [honest.subarray(0, 5_000), new Uint8Array(), new TextEncoder().encode("%PDF-1.7\n[[[[")])
      expect((await comparePdf({ received, drawing, input })).difference).toMatch(/^The PDF /);
  });
});

describe("attached pages", () => {
  const brochure = async (text: string, height = 400): Promise<Uint8Array> => {
    const leaflet = await PDFDocument.create();
    const page = leaflet.addPage([300, height]);
    page.drawText(text);
    const link = { Type: "Annot", Subtype: "Link", A: { S: "URI", URI: PDFString.of("https://shingles.test") } };
    page.node.set(PDFName.of("Annots"), leaflet.context.obj([link]));
    return leaflet.save();
  };
  const withBrochure = async (bytes: Uint8Array) =>
    sampleInput(
      { ...sampleContract(), attachmentFileIds: ["leaflet", "photo-2"] },
      { isSigned: true, files: new Map([["leaflet", { name: "leaflet.pdf", contentType: "application/pdf", bytes }]]) },
    );

  test.each(VERSIONS)("[SIGN-05] of a PDF that $by drew are those of the files", async ({ drawing }) => {
    const own = await withBrochure(await brochure("Shingles for 50 years"));
    const received = await once("with a brochure", () => renderPdf(own));
    expect(await comparePdf({ received, drawing, input: own })).toEqual(ACCEPTED);
    expect(
      (await comparePdf({ received: await repacked(received, false), drawing, input: own })).difference,
    ).toBeNull();
    for (const [text, height] of [["Shingles for 5 years"], ["Shingles for 50 years", 390]] as const) {
      const forged = await once(`${text} ${String(height)}`, async () =>
        renderPdf(await withBrochure(await brochure(text, height))),
      );
      expect((await comparePdf({ received: forged, drawing, input: own })).difference).toMatch(/^The PDF has /);
    }
  });

  test("[SIGN-05] that are not on the server yet are no reason to refuse; scripts in them are", async () => {
    const own = await withBrochure(await brochure("Shingles"));
    const received = await renderPdf(own);
    const files = new Map([...own.files].filter(([id]) => id !== "leaflet"));
    expect(await comparePdf({ received, drawing: DRAWING_VERSION, input: { ...own, files } })).toEqual({
      difference: null,
      finding: 'The PDF was compared by its words, because the file "leaflet" had not arrived.',
    });
    const leaflet = await PDFDocument.load(await brochure("Shingles"));
    const page = leaflet.getPage(0).node;
    page.set(PDFName.of("AA"), leaflet.context.obj({ O: { S: "JavaScript", JS: PDFString.of("app.alert(1)") } }));
    const forged = await renderPdf(await withBrochure(await leaflet.save()));
    const { difference } = await comparePdf({ received: forged, drawing: DRAWING_VERSION, input: { ...own, files } });
    expect(difference).toContain("runs JavaScript");
  });
});

test("[SIGN-05] a photo that is not on the server yet is no reason to refuse; another amount is", async () => {
  const files = new Map([...input.files].filter(([id]) => id !== "photo-1"));
  const given = { drawing: DRAWING_VERSION, input: { ...input, files } };
  expect(await comparePdf({ received: honest, ...given })).toEqual({
    difference: null,
    finding: 'The PDF was compared by its words, because the file "photo-1" had not arrived.',
  });
  const forged = await otherwise((text) => text.replace("$33,364.52", "$99,999.00"));
  expect((await comparePdf({ received: forged, ...given })).difference).toContain('"$99,999.00"');
});
