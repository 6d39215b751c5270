import type { PdfDefinition } from "#pdf/definition.ts";
import type { FontFiles, FontName } from "#pdf/font-files.ts";
import { PAGE } from "#pdf/type-styles.ts";
import { embedFont, type EmbeddedFont } from "#pdf/writing/embedded-font.ts";
import { embedPicture, type EmbeddedPicture } from "#pdf/writing/embedded-picture.ts";
import { inkOperators } from "#pdf/writing/page-content.ts";
import { createPdfFile, latinBytes, pdfText } from "#pdf/writing/pdf-file.ts";
import { typefaceOf } from "#pdf/writing/typeface.ts";

/** Noon, so that the date is the same in every time zone. */
const madeOn = (date: string): string => `(D:${date.replaceAll("-", "")}120000Z)`;

const entriesOf = (names: Iterable<readonly [string, string]>): string =>
  Array.from(names, ([name, reference]) => `/${name} ${reference}`).join("");

/**
 * Writes a definition as a PDF. Embeds each font as a subset with the printed glyphs. The same definition produces the same
 * bytes. Throws `DocumentFileError` for a broken picture.
 */
export function writePdf({ title, author, date, pages, pictures }: PdfDefinition, fontFiles: FontFiles): Uint8Array {
  const file = createPdfFile();
  const fonts = new Map<FontName, EmbeddedFont>();
  const shown = new Map<string, { readonly name: string; readonly picture: EmbeddedPicture }>();
  const parts = {
    fontOf: (name: FontName) => {
      let font = fonts.get(name);
      if (!font) fonts.set(name, (font = embedFont(`F${fonts.size + 1}`, typefaceOf(fontFiles[name]))));
      return font;
    },
    pictureOf: (key: string) => {
      let picture = shown.get(key);
      if (!picture) {
        const given = pictures[key];
        if (!given) throw new Error(`The picture "${key}" of the document is not in its definition.`);
        picture = { name: `P${shown.size + 1}`, picture: embedPicture(file, given.fileId, given) };
        shown.set(key, picture);
      }
      return picture;
    },
  };
  const resources = file.reserve();
  const tree = file.reserve();
  const kids = pages.map(({ inks }) => {
    const content = file.addStream(latinBytes(inks.map((ink) => inkOperators(ink, parts)).join("\n")));
    return file.add(
      `<</Type/Page/Parent ${tree}/MediaBox[0 0 ${PAGE.width} ${PAGE.height}]/Resources ${resources}/Contents ${content}>>`,
    );
  });
  const fontEntries = Array.from(fonts.values(), (font) => [font.name, font.write(file)] as const);
  const pictureEntries = Array.from(shown.values(), ({ name, picture }) => [name, picture.object] as const);
  file.put(resources, `<</Font<<${entriesOf(fontEntries)}>>/XObject<<${entriesOf(pictureEntries)}>>>>`);
  file.put(tree, `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(" ")}]>>`);
  const root = file.add(`<</Type/Catalog/Pages ${tree}/Lang(en-US)/ViewerPreferences<</DisplayDocTitle true>>>>`);
  const info = file.add(
    `<</Title ${pdfText(title)}/Author ${pdfText(author)}/Creator(Ridgebook)/Producer(Ridgebook)` +
      `/CreationDate ${madeOn(date)}/ModDate ${madeOn(date)}>>`,
  );
  return file.toBytes({ root, info });
}
