import sans from "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf?url";
import sansMedium from "@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf?url";
import sansBold from "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf?url";
import serif from "@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf?url";
import serifItalic from "@expo-google-fonts/source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf?url";
import serifBold from "@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf?url";
import serifBoldItalic from "@expo-google-fonts/source-serif-4/600SemiBold_Italic/SourceSerif4_600SemiBold_Italic.ttf?url";
import type { FontName } from "@ridgebook/documents/pdf";

/** FONT_FILES of the package as a bundler knows them. */
export const FONT_URLS: Readonly<Record<FontName, string>> = {
  sans,
  sansMedium,
  sansBold,
  serif,
  serifItalic,
  serifBold,
  serifBoldItalic,
};
