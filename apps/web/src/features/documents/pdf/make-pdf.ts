import type { DrawnPaper } from "@ridgebook/documents/pdf";
import type { DocumentModel } from "@ridgebook/documents";
import type {
  ComparedPages,
  PaperInput,
  PdfReply,
  PdfRequest,
  PdfResults,
} from "#features/documents/pdf/pdf-messages.ts";

/** A PDF cannot be made for a reason that a person can fix; the message says how. */
export class PdfProblem extends Error {
  override readonly name = "PdfProblem";
}

interface Waiting {
  readonly resolve: (result: PdfResults[keyof PdfResults]) => void;
  readonly reject: (error: Error) => void;
}

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

function failAll(error: Error): void {
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
  worker?.terminate();
  worker = undefined;
}

function startWorker(): Worker {
  const started = new Worker(new URL("./pdf-worker.ts", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data }: MessageEvent<PdfReply>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ("result" in data) asked?.resolve(data.result);
    else asked?.reject(data.isFile ? new PdfProblem(data.message) : new Error(data.message));
  });
  started.addEventListener("error", (event) => {
    failAll(new Error(`The part of the app that makes PDFs failed: ${event.message || "it did not load"}.`));
  });
  return started;
}

/** Preloads the PDF code while the user is still reading. */
export function preparePdf(): void {
  worker ??= startWorker();
}

function ask<Result extends keyof PdfResults>(
  result: Result,
  input: PaperInput & Pick<PdfRequest, "former">,
): Promise<PdfResults[Result]> {
  worker ??= startWorker();
  const id = ++lastId;
  const made = new Promise<PdfResults[Result]>((resolve, reject) =>
    // The worker replies with the result type that the request names.
    waiting.set(id, { resolve: resolve as Waiting["resolve"], reject }),
  );
  worker.postMessage({ ...input, id, result } satisfies PdfRequest);
  return made;
}

/** Draws a document's PDF in a worker. Throws `PdfProblem` for an unusable file. */
export const makePdf = (input: PaperInput): Promise<Uint8Array> => ask("pdf", input);

/** Lays out its PDF's pages for the screen. Throws `PdfProblem` for an unusable file. */
export const layOutPages = (input: PaperInput): Promise<DrawnPaper> => ask("pages", input);

/** The same pages, compared with an older wording. The reply omits its pictures, which are `input.files`. */
export const comparePages = (input: PaperInput & { readonly former: DocumentModel }): Promise<ComparedPages> =>
  ask("comparedPages", input);
