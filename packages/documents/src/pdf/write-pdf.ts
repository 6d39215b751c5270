// The build for browsers also in Node: one code, with its own compression, so that both write the same bytes.
import pdfmake from "pdfmake/build/pdfmake.js";
import type { TDocumentDefinitions } from "pdfmake/interfaces";
import { PDF_FONTS } from "#pdf/definition.ts";
import { FONT_NAMES, type FontFiles } from "#pdf/font-files.ts";
import { keepTables, type EngineDocument } from "#pdf/kept-tables.ts";

/** What the library has and its types leave out. */
interface Writer {
  readonly virtualfs: {
    readonly existsSync: (name: string) => boolean;
    readonly writeFileSync: (name: string, bytes: Uint8Array) => void;
  };
  readonly setFonts: (fonts: unknown) => void;
  readonly setUrlAccessPolicy: (isAllowed: (url: string) => boolean) => void;
  readonly setLocalAccessPolicy?: (isAllowed: (path: string) => boolean) => void;
  readonly createPdf: (definition: TDocumentDefinitions) => {
    readonly getStream: () => Promise<EngineDocument>;
    readonly getBuffer: () => Promise<Uint8Array>;
  };
}

const writer = pdfmake as unknown as Writer;

/** pdfmake changes what it is given: the families are made anew for each document. */
const families = () => Object.fromEntries(Object.entries(PDF_FONTS).map(([name, files]) => [name, { ...files }]));

/** Writes a definition as a PDF. Nothing is fetched: fonts and pictures are given as bytes. */
export async function writePdf(definition: TDocumentDefinitions, fonts: FontFiles): Promise<Uint8Array> {
  for (const name of FONT_NAMES)
    if (!writer.virtualfs.existsSync(name)) writer.virtualfs.writeFileSync(name, fonts[name]);
  writer.setFonts(families());
  writer.setUrlAccessPolicy(() => false);
  const document = writer.createPdf(definition);
  const bytes = await document.getBuffer();
  keepTables(await document.getStream());
  return new Uint8Array(bytes);
}
