import type { DrawnPaper, FontName } from "@ridgebook/documents/pdf";
import { FONT_URLS } from "#features/documents/pdf/font-urls.ts";

/* The typefaces of the PDF, for pages on the screen: only with the same files do lines have the same widths. */

/** One family for each file, so that no browser makes a bold or slanted face up. */
export const paperFamily = (font: FontName): string => `ridgebook-paper-${font}`;

const loading = new Map<FontName, Promise<unknown>>();

function loadFont(font: FontName): Promise<unknown> {
  let load = loading.get(font);
  if (!load) {
    const face = new FontFace(paperFamily(font), `url(${FONT_URLS[font]})`);
    document.fonts.add(face);
    // A page in another face is better than no page; the next paper tries again.
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
