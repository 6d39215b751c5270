import { createHash } from "node:crypto";
import { PDFDocument } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import { block, type DocumentModel } from "#model/document-model.ts";
import { DocumentFileError } from "#pdf/document-file.ts";
import { renderPdf } from "#pdf/render-pdf.ts";
import { drawLogo, drawPng } from "#pdf/testing/draw-png.ts";
import { readPdf, withoutSpaces, type ReadPdf } from "#pdf/testing/read-pdf.ts";
import { SAMPLE_FINGERPRINT, sampleInput } from "#pdf/testing/sample-input.ts";
import { sampleContract, samplePurchaseOrder } from "#pdf/testing/sample-models.ts";

const print = async (...args: Parameters<typeof sampleInput>) => renderPdf(await sampleInput(...args));
const printAndRead = async (...args: Parameters<typeof sampleInput>) =>
  readPdf(await print(...args), { withFonts: true });

/** Pages whose text holds all of these. */
const pagesWith = ({ pages }: ReadPdf, ...texts: readonly string[]): readonly number[] =>
  pages.flatMap(({ letters }, index) =>
    texts.every((text) => letters.includes(withoutSpaces(text))) ? [index + 1] : [],
  );

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

describe("a signed contract as a PDF", () => {
  test("[PAPER-02] it is read in the order of its sections, and every font is in the file", async () => {
    const pdf = await printAndRead(sampleContract(), { isSigned: true });
    const letters = pdf.pages.map((page) => page.letters).join("");
    const places = [
      "Home improvement contract",
      "No. 2026-0514-K7QD · May 14, 2026",
      "Karen Whitfield",
      "$33,364.52",
      "1Roofing",
      "Remove 1 layer of asphalt shingles, 27 squares",
      "20 yd dumpster, set in the driveway",
      "2Windows & Doors",
      "Primary bedroom",
      "3Gutters",
      "Spring promotion",
      "The discount does not apply to permits and the dumpster.",
      "Long term",
      "Chimney with its old flashing",
      "110 miles an hour",
      "Start and changes",
      "Your right to cancel",
      "By signing, both sides agree",
      "Signed May 14, 2026, 10:24:08 AM EDT",
      "Signed May 14, 2026, 10:25:30 AM EDT",
      "Sealed after the last signature. Fingerprint (SHA-256)",
      "Copy 1 of 2",
      "Copy 2 of 2",
    ].map((text) => letters.indexOf(withoutSpaces(text)));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect([...pdf.fonts].filter(([, { isEmbedded }]) => !isEmbedded)).toEqual([]);
    // A subset's name begins with six letters.
    expect([...pdf.fonts.keys()].map((name) => name.replace(/^[A-Z]{6}\+/, "")).sort()).toEqual([
      "Inter-Medium",
      "Inter-Regular",
      "Inter-SemiBold",
      "SourceSerif4-Italic",
      "SourceSerif4-Regular",
      "SourceSerif4-SemiBold",
    ]);
  });

  test("[PAPER-03] notice, summary and signatures are on one page, the notice above them and in bold of 10 points or more", async () => {
    const pdf = await printAndRead(sampleContract(), { isSigned: true });
    const [number, ...others] = pagesWith(
      pdf,
      "Your right to cancel",
      "Last day: Monday, May 18, 2026, midnight",
      "explanation of this right.",
      "By signing, both sides agree",
      "Karen Whitfield",
      "Tom Whitfield",
      "For North Gable Exteriors",
      SAMPLE_FINGERPRINT.slice(0, 32),
    );
    expect(others).toEqual([]);
    const texts = pdf.pages[(number ?? 0) - 1]?.texts ?? [];
    const notice = texts.filter(({ text }) => /third|business day after|explanation of this right/.test(text));
    expect(notice.length).toBeGreaterThan(0);
    for (const { size, font } of notice) {
      expect(size).toBeGreaterThanOrEqual(10);
      expect(font).toContain("SemiBold");
    }
    const baselineOf = (start: string): number => texts.find(({ text }) => text.startsWith(start))?.y ?? NaN;
    expect(baselineOf("Your right to cancel")).toBeLessThan(baselineOf("Signatures"));
  });

  test("[PAPER-04] the cancellation form comes twice, each on its own page after the signatures", async () => {
    const pdf = await printAndRead(sampleContract(), { isSigned: true });
    const forms = pagesWith(pdf, "Notice of cancellation", "I hereby cancel this transaction.");
    expect(forms).toEqual([pdf.pages.length - 1, pdf.pages.length]);
    expect(pagesWith(pdf, "Copy 1 of 2. Keep this copy.")).toEqual([pdf.pages.length - 1]);
  });

  test("[PAPER-05] pages are counted without attachments; their pages and pictures follow", async () => {
    const leaflet = await PDFDocument.create();
    const page = leaflet.addPage([300, 400]);
    page.drawText("Warranty leaflet");
    leaflet.addPage([300, 400]);
    const files = new Map([["leaflet", { contentType: "application/pdf", bytes: await leaflet.save() }]]);
    const alone = await printAndRead(sampleContract());
    const pdf = await printAndRead({ ...sampleContract(), attachmentFileIds: ["leaflet", "photo-2"] }, { files });
    const own = alone.pages.length;
    expect(pdf.pages.length).toBe(own + 3);
    expect(pagesWith(pdf, `of ${own}`)).toEqual(Array.from({ length: own }, (_, index) => index + 1));
    pdf.pages.slice(0, own).forEach(({ letters }, index) => expect(letters).toContain(`Page${index + 1}of${own}`));
    expect(pagesWith(pdf, "Warranty leaflet")).toEqual([own + 1]);
    expect(pdf.pages.slice(own).map(({ width, height }) => [width, height])).toEqual([
      [300, 400],
      [300, 400],
      [612, 792],
    ]);
  });

  test("[PAPER-06] the same input gives the same bytes at another time; title, company and day are in the file", async () => {
    const first = await print(sampleContract(), { isSigned: true });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const second = await print(sampleContract(), { isSigned: true });
    expect(hashOf(second)).toBe(hashOf(first));
    const { info } = await readPdf(first);
    expect(info).toMatchObject({
      Title: "Home improvement contract 2026-0514-K7QD",
      Author: "North Gable Exteriors",
      CreationDate: "D:20260514120000Z",
    });
  });

  test("[PAPER-07] on unsigned paper there are lines for names and dates, and no fingerprint", async () => {
    const pdf = await printAndRead(sampleContract());
    const [number = 0] = pagesWith(pdf, "Signatures", "Karen Whitfield", "Tom Whitfield", "Dana Mercer");
    const letters = pdf.pages[number - 1]?.letters ?? "";
    expect(letters.match(/Date/g)).toHaveLength(3);
    expect(letters).not.toContain("Sealed");
    expect(letters).not.toContain("Signed");
  });

  test("[PAPER-07] a person who need not sign, and did not, leaves no empty line on a signed contract", async () => {
    const input = await sampleInput(sampleContract(), { isSigned: true });
    const signatures = input.signatures.filter(({ key }) => key !== "customer2");
    const pdf = await readPdf(await renderPdf({ ...input, signatures }));
    const [number = 0] = pagesWith(pdf, "Signatures", "By signing");
    expect(pdf.pages[number - 1]?.letters).toContain("KarenWhitfieldOwnerSigned");
    expect(pdf.pages[number - 1]?.letters).not.toContain("TomWhitfieldOwner");
  });
});

describe("files that cannot be printed", () => {
  const withAttachment = (bytes: Uint8Array, name = "leaflet.pdf") =>
    print(
      { ...samplePurchaseOrder(), attachmentFileIds: ["leaflet"] },
      { files: new Map([["leaflet", { name, contentType: "application/pdf", bytes }]]) },
    );

  test.each([
    { given: "a cut-off PDF", bytes: new TextEncoder().encode("%PDF-1.7\n1 0 obj\n<<"), says: "is a broken PDF" },
    { given: "text", bytes: new TextEncoder().encode("Hello"), says: "is not a PNG or JPEG picture" },
    { given: "nothing", bytes: new Uint8Array(), says: "is not a PNG or JPEG picture" },
    {
      given: "a cut-off picture",
      bytes: drawPng(40, 40, () => [1, 2, 3, 255]).subarray(0, 60),
      says: "is not a PNG or JPEG picture that can be printed, or it is broken",
    },
  ])("[PAPER-08] $given is refused with the name of the file", async ({ bytes, says }) => {
    const failure = await withAttachment(bytes).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DocumentFileError);
    expect(String(failure)).toContain(`"leaflet.pdf" ${says}`);
  });

  test("[PAPER-08] a logo of which one byte was changed is refused before anything is written", async () => {
    const bytes = drawLogo();
    bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
    const files = new Map([["logo", { name: "logo.png", contentType: "image/png", bytes }]]);
    await expect(print(samplePurchaseOrder(), { files })).rejects.toThrow('"logo.png" is not a PNG or JPEG picture');
  });

  test("[PAPER-08] a file that is missing is named", async () => {
    const model: DocumentModel = { ...samplePurchaseOrder(), attachmentFileIds: ["file-7"] };
    await expect(print(model)).rejects.toThrow('The file "file-7" is missing, so the document cannot be made.');
  });
});

describe("difficult content", () => {
  const purchaseOrder = (rows: readonly (readonly string[])[]): DocumentModel => {
    const model = samplePurchaseOrder();
    const [materials] = model.sections;
    const [table] = materials?.blocks ?? [];
    if (!materials || table?.kind !== "table") throw new Error("the sample has no table");
    const blocks = [{ ...table, rows: rows.map((cells) => ({ cells: [...cells], indent: 0 as const })) }];
    return { ...model, sections: [{ ...materials, blocks }] };
  };

  test("[PAPER-09] of 300 lines every page begins with the head, and the total stays with the last two", async () => {
    const rows = Array.from({ length: 300 }, (_, index) => [
      String(index + 1),
      `Material ${index + 1}.`,
      index % 7 === 0
        ? "Architectural, Weathered charcoal, of the same lot, delivered with the others ".repeat(2)
        : "Tube",
      "81",
      "BND",
      "44.00",
      `${index + 1},564.00`,
    ]);
    const pdf = await printAndRead(purchaseOrder(rows));
    expect(pdf.pages.length).toBeGreaterThan(7);
    expect(pagesWith(pdf, "Material", "Unit cost")).toEqual(pdf.pages.map((_, index) => index + 1));
    for (let row = 1; row <= 300; row += 1)
      expect(pagesWith(pdf, `Material ${row}.`, `${row},564.00`), `row ${row}`).toHaveLength(1);
    expect(pagesWith(pdf, "Material 299.", "Material 300.", "Sales tax 6 %", "$6,047.09")).toEqual([pdf.pages.length]);
  });

  test("[PAPER-10] names without a space and with other alphabets stay within the margins", async () => {
    const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(3);
    const model = samplePurchaseOrder();
    const pdf = await printAndRead({
      ...purchaseOrder([["1", long, `${long} →  Ω Ж ${long}`, "81", "BND", "44.00", "3,564.00"]]),
      parties: [
        { caption: "Supplier", strong: [long], lines: [`${long}@example.com`, "Łódź, Ærø"] },
        ...model.parties.slice(1),
      ],
      title: `Purchase order for ${long}`,
    });
    const letters = pdf.pages.map((page) => page.letters).join("");
    expect(letters).toContain("Łódź,Ærø");
    expect(letters).toContain("→ΩЖ");
    for (const { texts } of pdf.pages)
      for (const { text, x, width } of texts) {
        expect(x, text).toBeGreaterThanOrEqual(53.5);
        expect(x + width, text).toBeLessThanOrEqual(558.5);
      }
  });

  test("[PAPER-10] texts of several pages are cut where a page ends, and nothing of them is lost", async () => {
    const words = Array.from({ length: 3_000 }, (_, index) => `w${index}`).join(" ");
    const model = samplePurchaseOrder();
    const pdf = await printAndRead({
      ...model,
      sections: [
        {
          id: "long",
          number: "",
          heading: "Long",
          note: words.slice(0, 900),
          aside: { lines: ["Aside"], pitch: { rise: 24, run: 12 } },
          startsPage: true,
          blocks: [
            block.parse({
              kind: "text",
              taskColumns: 2,
              blocks: [
                { type: "paragraph", runs: [{ text: words }] },
                { type: "tasks", items: [{ checked: true, runs: [{ text: words }] }] },
                { type: "list", ordered: true, items: [[{ text: words }]] },
              ],
            }),
            block.parse({
              kind: "table",
              columns: [{ label: "Text", align: "left", grow: 1, tone: "plain" }],
              rows: [{ cells: [words], indent: 0 }],
              totals: [{ cells: ["Total"], indent: 0 }],
            }),
          ],
        },
      ],
    });
    const letters = pdf.pages.map((page) => page.letters).join("");
    expect(letters.match(/w2999/g)).toHaveLength(4);
    for (const { texts } of pdf.pages) for (const { y } of texts) expect(y).toBeLessThanOrEqual(792 - 28.8);
  });

  test("[PAPER-11] a model with nothing but a title is a page", async () => {
    const model: DocumentModel = {
      ...samplePurchaseOrder(),
      parties: [],
      keyFigures: [],
      sections: [],
      footer: { lines: [], hasInitials: true },
      company: { ...samplePurchaseOrder().company, logoFileId: null, lines: [] },
    };
    const pdf = await printAndRead(model);
    expect(pdf.pages).toHaveLength(1);
    expect(pdf.pages[0]?.letters).toContain("Page1of1");
    expect(pdf.pages[0]?.letters).toContain("NorthGableExteriors");
  });
});
