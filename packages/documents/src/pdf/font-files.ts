/*
 * The typefaces of documents: static files, because a PDF holds the glyphs that it uses and no variable font. Inter for figures,
 * tables and labels, Source Serif 4 for titles and text (design "Documents"); both under the SIL Open Font License.
 */

const INTER = "@expo-google-fonts/inter";
const SERIF = "@expo-google-fonts/source-serif-4";

/** Where each file is, as a module path. A browser imports it with `?url` and fetches its bytes. */
export const FONT_FILES = {
  sans: `${INTER}/400Regular/Inter_400Regular.ttf`,
  sansMedium: `${INTER}/500Medium/Inter_500Medium.ttf`,
  sansBold: `${INTER}/600SemiBold/Inter_600SemiBold.ttf`,
  serif: `${SERIF}/400Regular/SourceSerif4_400Regular.ttf`,
  serifItalic: `${SERIF}/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf`,
  serifBold: `${SERIF}/600SemiBold/SourceSerif4_600SemiBold.ttf`,
  serifBoldItalic: `${SERIF}/600SemiBold_Italic/SourceSerif4_600SemiBold_Italic.ttf`,
} as const;

export type FontName = keyof typeof FONT_FILES;
export const FONT_NAMES = Object.keys(FONT_FILES) as readonly FontName[];

/** The bytes of each file; nothing can be set without all of them. */
export type FontFiles = Readonly<Record<FontName, Uint8Array>>;
