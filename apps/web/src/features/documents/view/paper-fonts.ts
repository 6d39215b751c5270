import type { DrawnPaper, FontName } from "@ridgebook/documents/pdf";
import { FONT_URLS } from "#features/documents/pdf/font-urls.ts";

/* The PDF's typefaces for pages on screen: only the same files give the same line widths. */

/** One family per file, so that no browser synthesizes bold or italics. */
export const paperFamily = (font: FontName): string => `ridgebook-paper-${font}`;

const loading = new Map<FontName, Promise<unknown>>();

function loadFont(font: FontName): Promise<unknown> {
  let load = loading.get(font);
  if (!load) {
    const face = new FontFace(paperFamily(font), `url(${FONT_URLS[font]})`);
    document.fonts.add(face);
    // A page in a fallback font is better than none; the next paper tries again.
    load = face.load().catch(() => {
      document.fonts.delete(face);
      loading.delete(font);
    });
    loading.set(font, load);
  }
  return load;
}

/** Loads the typefaces that a paper uses. */
export async function loadPaperFonts({ pages }: Pick<DrawnPaper, "pages">): Promise<void> {
  const used = new Set<FontName>();
  for (const page of pages)
    if (page.kind === "page")
      for (const mark of page.marks) if (mark.type === "text") for (const { font } of mark.spans) used.add(font);
  await Promise.all([...used].map(loadFont));
}
