import { deflateSync } from "node:zlib";
import { PDFDocument, PDFName, PDFString, type PDFObject } from "@cantoo/pdf-lib";
import { describe, expect, test } from "vitest";
import { findPdfActions } from "#pdf-check/find-pdf-actions.ts";

type Value = string | number | PDFObject | readonly Value[] | { readonly [key: string]: Value };

/** A page with something done to it, once with its objects packed into a stream and once without. */
async function brochures(change: (document: PDFDocument) => unknown): Promise<Uint8Array[]> {
  const document = await PDFDocument.create();
  document.addPage([200, 200]).drawText("Shingles");
  await change(document);
  return [await document.save({ useObjectStreams: true }), await document.save({ useObjectStreams: false })];
}
const object = (document: PDFDocument, value: Value): PDFObject => document.context.obj(value as never);
const onCatalog =
  (key: string, value: Value) =>
  (document: PDFDocument): void =>
    document.catalog.set(PDFName.of(key), object(document, value));
const annotate =
  (value: Record<string, Value>) =>
  (document: PDFDocument): void =>
    document.getPage(0).node.addAnnot(document.context.register(object(document, { Type: "Annot", ...value })));
const toSay = (...what: string[]): string =>
  `This PDF cannot be used, because it ${what.join(", and it ")}. Print it to a new PDF, and upload that.`;

describe("a PDF with scripts or automatic actions", () => {
  const script = { S: "JavaScript", JS: PDFString.of("app.alert(1)") };
  test.each<{ what: string; change: (document: PDFDocument) => unknown; says: string }>([
    {
      what: "a script for when it is opened",
      change: (document) => document.addJavaScript("a", "app.alert(1)"),
      says: "runs JavaScript",
    },
    { what: "a link that runs a script", change: annotate({ Subtype: "Link", A: script }), says: "runs JavaScript" },
    {
      what: "a link that starts a program",
      change: annotate({ Subtype: "Link", A: { S: "Launch" } }),
      says: "starts programs",
    },
    {
      what: "a button that sends a form",
      change: annotate({ Subtype: "Widget", A: { S: "SubmitForm" } }),
      says: "sends or loads form data",
    },
    {
      what: "an action after another",
      change: annotate({ Subtype: "Link", A: { S: "GoTo", Next: [{ S: "Launch" }] } }),
      says: "starts programs",
    },
    {
      what: "opening a page of the web",
      change: onCatalog("OpenAction", { S: "URI" }),
      says: "does something when it is opened",
    },
    {
      what: "opening another file",
      change: onCatalog("OpenAction", { S: "GoToR" }),
      says: "does something when it is opened",
    },
    {
      what: "printing when it is opened",
      change: onCatalog("OpenAction", { S: "Named", N: "Print" }),
      says: "does something when it is opened",
    },
    {
      what: "opening a place and then the web",
      change: onCatalog("OpenAction", { S: "GoTo", Next: { S: "URI" } }),
      says: "does something when it is opened",
    },
    {
      what: "a page that leaves for the web when it is shown",
      change: (document) => document.getPage(0).node.set(PDFName.of("AA"), object(document, { O: { S: "URI" } })),
      says: "does something when a page or field is shown, printed or left",
    },
    {
      what: "a file inside",
      change: (document) => document.attach(new Uint8Array([1]), "a.exe"),
      says: "has other files inside",
    },
    { what: "a video", change: annotate({ Subtype: "RichMedia" }), says: "plays sound, video or 3D" },
    {
      what: "an XFA form",
      change: onCatalog("AcroForm", { Fields: [], XFA: PDFString.of("<x/>") }),
      says: "is an XFA form",
    },
  ])("[FILE-15] is refused: $what", async ({ change, says }) => {
    for (const bytes of await brochures(change)) expect(await findPdfActions(bytes)).toBe(toSay(says));
  });

  test("[FILE-15] all findings are reported at once", async () => {
    const all = await brochures((document) => {
      document.addJavaScript("a", "app.alert(1)");
      onCatalog("OpenAction", { S: "Launch" })(document);
    });
    for (const bytes of all)
      expect(await findPdfActions(bytes)).toBe(
        toSay("runs JavaScript", "starts programs", "does something when it is opened"),
      );
  });

  test("[FILE-15] is refused with escaped names, with the action named elsewhere, and in an object that another replaces", async () => {
    const [, plain = new Uint8Array()] = await brochures(annotate({ Subtype: "Link", A: { S: "GoTo" } }));
    const text = Buffer.from(plain).toString("latin1");
    const written = (from: string, to: string): Uint8Array => Buffer.from(text.replace(from, to), "latin1");
    expect(text).toContain("/S /GoTo");
    expect(await findPdfActions(plain)).toBeUndefined();
    expect(await findPdfActions(written("/S /GoTo", "/S /La#75nch"))).toBe(toSay("starts programs"));
    expect(await findPdfActions(written("/S /GoTo", "/#53 99 0 R"))).toBeUndefined();
    const elsewhere = "99 0 obj\n/Launch\nendobj\n";
    expect(await findPdfActions(written("xref", `${elsewhere}xref`))).toBe(toSay("starts programs"));
    const replaced = "99 0 obj\n<</A<</S/Launch>>>>\nendobj\n99 0 obj\n<<>>\nendobj\n";
    expect(await findPdfActions(written("xref", `${replaced}xref`))).toBe(toSay("starts programs"));
    const inStream =
      "99 0 obj\n<</Length 40>>\nstream\n98 0 obj <</S %x\n/Launch>> endobj        \nendstream\nendobj\n";
    expect(await findPdfActions(written("xref", `${inStream}xref`))).toBe(toSay("starts programs"));
  });

  test("[FILE-15] is refused when it is encrypted, cut off, or packed so that it cannot be looked into", async () => {
    const [packed = new Uint8Array(), plain = new Uint8Array()] = await brochures(() => undefined);
    const text = Buffer.from(plain).toString("latin1");
    const encrypted = Buffer.from(text.replace("trailer\n<<", "trailer\n<</Encrypt 1 0 R"), "latin1");
    expect(await findPdfActions(encrypted)).toBe(toSay("is encrypted or protected by a password"));
    const damaged = /^The PDF is damaged/;
    expect(await findPdfActions(Buffer.from("%PDF-1.7 no PDF"))).toMatch(damaged);
    expect(await findPdfActions(Buffer.from(packed).subarray(20, 200))).toMatch(damaged);
    const withStream = (dictionary: string, contents: Uint8Array): Uint8Array =>
      Buffer.concat([
        Buffer.from(
          `%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 1/First 4${dictionary}/Length ${String(contents.length)}>>\nstream\n`,
        ),
        contents,
        Buffer.from("\nendstream\nendobj\n"),
      ]);
    const bomb = deflateSync(new Uint8Array(100_000_000), { level: 9 });
    expect(bomb.length).toBeLessThan(200_000);
    expect(await findPdfActions(withStream("/Filter/FlateDecode", bomb))).toMatch(damaged);
    expect(await findPdfActions(withStream("/Filter[/FlateDecode/FlateDecode]", bomb))).toMatch(damaged);
    expect(await findPdfActions(withStream("/Filter/LZWDecode", bomb))).toMatch(damaged);
    const deep = Buffer.from(`%PDF-1.7\n1 0 obj\n${"[".repeat(200_000)}`);
    expect(await findPdfActions(deep)).toMatch(damaged);
  });
});

describe("a brochure", () => {
  test("[FILE-15] with links, form fields, bookmarks and a place to open at is fine", async () => {
    const all = await brochures((document) => {
      const form = document.getForm();
      form.createTextField("name").addToPage(document.getPage(0));
      form.createCheckBox("agreed").addToPage(document.getPage(0));
      annotate({ Subtype: "Link", A: { S: "URI", URI: PDFString.of("https://x.test/Launch?/S /Launching") } })(
        document,
      );
      annotate({ Subtype: "Link", A: { S: "GoToR", F: PDFString.of("other.pdf") } })(document);
      document.catalog.set(
        PDFName.of("OpenAction"),
        document.context.obj([document.getPage(0).ref, PDFName.of("Fit")]),
      );
      document.setTitle("JavaScript and EmbeddedFiles");
    });
    for (const bytes of all) expect(await findPdfActions(bytes)).toBeUndefined();
  });

  test("[FILE-15] with names that every object of the language has is fine", async () => {
    for (const bytes of await brochures(annotate({ Subtype: "constructor", A: { S: "toString" }, __proto__x: "a" })))
      expect(await findPdfActions(bytes)).toBeUndefined();
  });
});
