import { PDFDocument, PDFName, PDFRawStream, PDFString, type PDFObject, type PDFPage } from "@cantoo/pdf-lib";
import { unzlibSync } from "fflate";
import { latinBytes } from "#pdf/writing/pdf-file.ts";

/* Manipulations of a signed PDF, for tests that they are rejected. */

/** Part of the expected error message, for the same version and for another. */
interface Forgery {
  readonly what: string;
  readonly change: (bytes: Uint8Array) => Promise<Uint8Array>;
  readonly says: RegExp;
}

const changed =
  (change: (document: PDFDocument) => unknown) =>
  async (bytes: Uint8Array): Promise<Uint8Array> => {
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    await change(document);
    return document.save({ useObjectStreams: true, updateFieldAppearances: false });
  };

const textOf = (stream: PDFRawStream): string => Buffer.from(unzlibSync(stream.contents)).toString("latin1");

function rewrite(document: PDFDocument, reference: PDFObject | undefined, change: (text: string) => string): void {
  const { context } = document;
  const stream = context.lookup(reference);
  if (!(stream instanceof PDFRawStream)) throw new Error("The PDF has no such stream.");
  const written = context.flateStream(latinBytes(change(textOf(stream))));
  for (const [key, value] of stream.dict.entries())
    if (!["Length", "Filter"].includes(key.decodeText())) written.dict.set(key, value);
  for (const [ref, object] of context.enumerateIndirectObjects()) if (object === stream) context.assign(ref, written);
}

const rewritePage = (page: PDFPage, change: (text: string) => string): void => {
  rewrite(page.doc, page.node.get(PDFName.of("Contents")), change);
};
const onFirstPage = (change: (text: string) => string) =>
  changed((document) => {
    rewritePage(document.getPage(0), change);
  });
const onCatalog = (key: string, value: (document: PDFDocument) => PDFObject) =>
  changed((document) => {
    document.catalog.set(PDFName.of(key), value(document));
  });

const script = { S: "JavaScript", JS: PDFString.of("app.alert(1)") };
/** The first text of a page, from BT to ET. */
const FIRST_TEXT = /BT [^]*?\nET/;

/** Swaps two texts of one page, by their index: the words keep their order in the file. */
export const swapTexts = (page: number, one: number, other: number) =>
  changed((document) => {
    rewritePage(document.getPage(page), (text) => {
      const places = text.match(/1 0 0 1 [\d.]+ [\d.]+ Tm/g) ?? [];
      let index = -1;
      return text.replace(/1 0 0 1 [\d.]+ [\d.]+ Tm/g, (own) => {
        index += 1;
        return (index === one ? places[other] : index === other ? places[one] : own) ?? own;
      });
    });
  });

/** All manipulations of the finished file. Tests forge other models themselves. */
export const FORGERIES: readonly Forgery[] = [
  {
    what: "a page more",
    change: changed((document) => document.addPage([612, 792])),
    says: /The PDF has \d+ pages?, the document \d+\.|has no|entry/,
  },
  {
    what: "a page less",
    change: changed((document) => {
      if (document.getPageCount() === 1) document.addPage([612, 792]);
      else document.removePage(document.getPageCount() - 1);
    }),
    says: /where the document says|The PDF has \d+ pages?, the document \d+\.|has no|entry/,
  },
  {
    what: "a font that draws 9 where it says 1",
    change: changed((document) => {
      for (const [, object] of document.context.enumerateIndirectObjects())
        if (object instanceof PDFRawStream && !object.dict.has(PDFName.of("Type")) && object.contents[0] === 0x78) {
          const text = textOf(object);
          if (!text.startsWith("/CIDInit")) continue;
          const ref = document.context.getObjectRef(object);
          // Swaps the letters of the text layer: the printed figures differ from the searchable ones.
          rewrite(document, ref, (map) =>
            map.replace(/><(0031|0039)>$/gm, (_, code: string) => `><${code === "0031" ? "0039" : "0031"}>`),
          );
        }
    }),
    says: /where the document says|is drawn otherwise/,
  },
  {
    what: "an action when it is opened",
    change: onCatalog("OpenAction", ({ context }) => context.obj(script)),
    says: /^The PDF does something when it is opened/,
  },
  {
    what: "JavaScript by name",
    change: changed((document) => document.addJavaScript("a", "app.alert(1)")),
    says: /^The PDF has scripts, other files or named places inside/,
  },
  {
    what: "an attached file",
    change: changed((document) => document.attach(new Uint8Array([1]), "a.exe")),
    says: /^The PDF has (scripts, )?other files/,
  },
  {
    what: "a form",
    change: onCatalog("AcroForm", ({ context }) => context.obj({ Fields: [] })),
    says: /^The PDF has a form/,
  },
  {
    what: "a link",
    change: changed((document) => {
      const link = { Type: "Annot", Subtype: "Link", A: { S: "URI", URI: PDFString.of("https://x.test") } };
      document.getPage(0).node.addAnnot(document.context.register(document.context.obj(link)));
    }),
    says: /^The PDF has links or comments/,
  },
  {
    what: "another page size",
    change: changed((document) => {
      document.getPage(0).setMediaBox(0, 0, 612, 400);
    }),
    says: /^Page 1 is 612 by 400 points large, not 612 by 792\.$/,
  },
  {
    what: "a page that is cut",
    change: changed((document) => {
      document.getPage(0).setCropBox(0, 400, 612, 392);
    }),
    says: /^The PDF has an entry "CropBox"/,
  },
  {
    what: "a password",
    change: changed((document) => {
      document.encrypt({ userPassword: "", ownerPassword: "x", permissions: {} });
    }),
    says: /is encrypted|not written as papers are|cannot be read/,
  },
  {
    what: "text in white",
    change: onFirstPage((text) => text.replace(/BT [\d.]+ [\d.]+ [\d.]+ rg/, "BT 1 1 1 rg")),
    says: /that cannot be seen on paper|a page that is not the document's/,
  },
  {
    what: "a box over everything",
    change: onFirstPage((text) => `${text}\n1 1 1 rg 0 0 m 612 0 l 612 792 l 0 792 l h f`),
    says: /is covered by a picture or a box|a page that is not the document's/,
  },
  {
    what: "a heavy line over everything",
    change: onFirstPage((text) => `${text}\n1 1 1 RG 800 w 0 396 m 612 396 l S`),
    says: /is covered by a line|a page that is not the document's/,
  },
  {
    what: "a text twice, one on the other",
    change: onFirstPage((text) => `${text}\n${FIRST_TEXT.exec(text)?.[0] ?? ""}`),
    says: /where the document says/,
  },
  {
    what: "a further text that is not shown",
    change: onFirstPage((text) => `${text}\n${(FIRST_TEXT.exec(text)?.[0] ?? "").replace("rg", "rg 3 Tr")}`),
    says: /the operator "Tr"/,
  },
  {
    what: "text of one point",
    change: onFirstPage((text) => text.replace(/(\/F\d+) [\d.]+ Tf/, "$1 1 Tf")),
    says: /which nobody reads|a page that is not the document's/,
  },
  {
    what: "a text outside of the page",
    change: onFirstPage((text) => text.replace(/1 0 0 1 [\d.]+ [\d.]+ Tm/, "1 0 0 1 -900 -900 Tm")),
    says: /stands outside of the page|a page that is not the document's/,
  },
  {
    what: "a part that no page shows, changed behind the end",
    change: async (bytes) => {
      const more =
        "\n1 0 obj\n<<>>\nendobj\nxref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 2/Root 1 0 R>>\nstartxref\n9\n%%EOF\n";
      return Promise.resolve(Buffer.concat([bytes, Buffer.from(more)]));
    },
    says: /not written as papers are/,
  },
];
