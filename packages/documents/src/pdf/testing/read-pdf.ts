import { getDocument, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

/* A PDF as an independent reader sees it: which text stands where, and in which font. */

export interface ReadText {
  readonly text: string;
  /** Points from the upper left corner; `y` is the baseline. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly font: string;
}

interface ReadPage {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly ReadText[];
  /** All of it in the order of the file, without spaces. */
  readonly letters: string;
}

export interface ReadPdf {
  readonly pages: readonly ReadPage[];
  /** Names of fonts, and whether the file holds them. */
  readonly fonts: ReadonlyMap<string, { readonly isEmbedded: boolean }>;
  readonly info: Readonly<Record<string, unknown>>;
}

export const withoutSpaces = (text: string): string => text.replace(/\s+/g, "");

interface LoadedFont {
  readonly name: string;
  readonly missingFile: boolean;
}

async function readPage(
  page: PDFPageProxy,
  fonts: Map<string, { isEmbedded: boolean }>,
  withFonts: boolean,
): Promise<ReadPage> {
  const { width, height } = page.getViewport({ scale: 1 });
  // Fonts are known only after the page was interpreted.
  if (withFonts) await page.getOperatorList();
  const { items } = await page.getTextContent({ disableNormalization: true });
  const nameOf = (id: string): string => {
    if (!withFonts || !page.commonObjs.has(id)) return id;
    const font = page.commonObjs.get(id) as LoadedFont;
    fonts.set(font.name, { isEmbedded: !font.missingFile });
    return font.name;
  };
  const texts = items.flatMap((item): ReadText[] => {
    if (!("str" in item) || item.str.trim() === "") return [];
    const [, , , , x = 0, y = 0] = item.transform as number[];
    return [{ text: item.str, x, y: height - y, width: item.width, size: item.height, font: nameOf(item.fontName) }];
  });
  return { width, height, texts, letters: withoutSpaces(texts.map(({ text }) => text).join("")) };
}

/** Reads a whole file; names of fonts take longer. */
export async function readPdf(bytes: Uint8Array, { withFonts = false } = {}): Promise<ReadPdf> {
  const task = getDocument({ data: bytes.slice(), verbosity: 0, useSystemFonts: false, disableFontFace: true });
  const document = await task.promise;
  const fonts = new Map<string, { isEmbedded: boolean }>();
  const pages: ReadPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1)
    pages.push(await readPage(await document.getPage(number), fonts, withFonts));
  const { info } = await document.getMetadata();
  await task.destroy();
  return { pages, fonts, info: Object.fromEntries(Object.entries(info)) };
}
