import type { PdfReply, PdfRequest } from "#features/documents/pdf/pdf-messages.ts";

/** A PDF that cannot be made for a reason that a person can do something about; the message says what. */
export class PdfProblem extends Error {
  override readonly name = "PdfProblem";
}

interface Waiting {
  readonly resolve: (pdf: Uint8Array) => void;
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
    if ("pdf" in data) asked?.resolve(data.pdf);
    else asked?.reject(data.isFile ? new PdfProblem(data.message) : new Error(data.message));
  });
  started.addEventListener("error", (event) => {
    failAll(new Error(`The part of the app that makes PDFs failed: ${event.message || "it did not load"}.`));
  });
  return started;
}

/** Gets ready what PDFs are made with, while a person still reads. */
export function preparePdf(): void {
  worker ??= startWorker();
}

/** The PDF of a document, made on this device beside the page. Throws `PdfProblem` for a file that cannot be used. */
export function makePdf(request: Omit<PdfRequest, "id">): Promise<Uint8Array> {
  worker ??= startWorker();
  const id = ++lastId;
  const made = new Promise<Uint8Array>((resolve, reject) => waiting.set(id, { resolve, reject }));
  worker.postMessage({ ...request, id } satisfies PdfRequest);
  return made;
}
