import sans from "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf?url";
import sansMedium from "@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf?url";
import sansBold from "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf?url";
import serif from "@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf?url";
import serifItalic from "@expo-google-fonts/source-serif-4/400Regular_Italic/SourceSerif4_400Regular_Italic.ttf?url";
import serifBold from "@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf?url";
import serifBoldItalic from "@expo-google-fonts/source-serif-4/600SemiBold_Italic/SourceSerif4_600SemiBold_Italic.ttf?url";
import { DocumentFileError, FONT_NAMES, renderPdf, type FontFiles, type FontName } from "@ridgebook/documents/pdf";
import type { PdfReply, PdfRequest } from "#features/documents/pdf/pdf-messages.ts";

/*
 * Makes PDFs beside the page, so that nothing on it stands still. Its code, and the typefaces, are files of the app that the service
 * worker keeps: it works without a network.
 */

/** The part of a worker's global scope in use. The DOM types of the app know only the window's. */
interface WorkerScope {
  postMessage(reply: PdfReply, transfer?: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<PdfRequest>) => void): void;
}

declare const self: WorkerScope;

/** FONT_FILES of the package as a bundler knows them. */
const FONT_URLS: Readonly<Record<FontName, string>> = {
  sans,
  sansMedium,
  sansBold,
  serif,
  serifItalic,
  serifBold,
  serifBoldItalic,
};

let fonts: Promise<FontFiles> | undefined;

async function readFonts(): Promise<FontFiles> {
  const files = await Promise.all(
    FONT_NAMES.map(async (name) => {
      const response = await fetch(FONT_URLS[name]);
      if (!response.ok) throw new Error(`The typeface ${name} is not there (${String(response.status)}).`);
      return [name, new Uint8Array(await response.arrayBuffer())] as const;
    }),
  );
  return Object.fromEntries(files) as unknown as FontFiles;
}

function keptFonts(): Promise<FontFiles> {
  const reading = (fonts ??= readFonts());
  reading.catch(() => {
    fonts = undefined;
  });
  return reading;
}

async function answer({ id, ...input }: PdfRequest): Promise<void> {
  try {
    const pdf = await renderPdf({ ...input, fonts: await keptFonts() });
    self.postMessage({ id, pdf }, [pdf.buffer]);
  } catch (error) {
    const isFile = error instanceof DocumentFileError;
    self.postMessage({ id, message: error instanceof Error ? error.message : String(error), isFile });
  }
}

self.addEventListener("message", ({ data }) => void answer(data));
// What is read once is there when the first paper is made.
void keptFonts().catch(() => undefined);
