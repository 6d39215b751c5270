import {
  changedPlaces,
  DocumentFileError,
  drawPaper,
  FONT_NAMES,
  renderPdf,
  type FontFiles,
} from "@ridgebook/documents/pdf";
import { FONT_URLS } from "#features/documents/pdf/font-urls.ts";
import type { PdfReply, PdfRequest } from "#features/documents/pdf/pdf-messages.ts";

/*
 * Makes PDFs and lays out pages in a worker, without blocking the page. The service worker caches its code and typefaces, so it works
 * offline.
 */

/** The part of a worker's global scope in use. The app's DOM types only know the window's. */
interface WorkerScope {
  postMessage(reply: PdfReply, transfer?: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<PdfRequest>) => void): void;
}

declare const self: WorkerScope;

let fonts: Promise<FontFiles> | undefined;

async function readFonts(): Promise<FontFiles> {
  const files = await Promise.all(
    FONT_NAMES.map(async (name) => {
      const response = await fetch(FONT_URLS[name]);
      if (!response.ok) throw new Error(`The typeface ${name} is not there (${String(response.status)}).`);
      return [name, new Uint8Array(await response.arrayBuffer())] as const;
    }),
  );
  return Object.fromEntries(files) as FontFiles;
}

function keptFonts(): Promise<FontFiles> {
  const reading = (fonts ??= readFonts());
  reading.catch(() => {
    fonts = undefined;
  });
  return reading;
}

async function answer({ id, result, former, ...input }: PdfRequest): Promise<void> {
  try {
    const whole = { ...input, fonts: await keptFonts() };
    if (result === "pdf") {
      const pdf = await renderPdf(whole);
      self.postMessage({ id, result: pdf }, [pdf.buffer]);
    } else {
      const drawn = drawPaper(whole);
      if (result === "pages" || !former) self.postMessage({ id, result: drawn });
      else {
        const { pages } = drawn;
        const changes = changedPlaces({ before: former, after: whole.model, pages, fonts: whole.fonts });
        self.postMessage({ id, result: { pages, changes } });
      }
    }
  } catch (error) {
    const isFile = error instanceof DocumentFileError;
    self.postMessage({ id, message: error instanceof Error ? error.message : String(error), isFile });
  }
}

self.addEventListener("message", ({ data }) => void answer(data));
// Preload, so that the first paper has them.
void keptFonts().catch(() => undefined);
