import { createImportReader } from "./import-reader.ts";
import type { ReaderReply, ReaderRequest } from "./reader-messages.ts";
import { UnreadableFile } from "./unreadable-file.ts";

/* Reads a file of leads in a worker: 50,000 rows take seconds. The table stays here, the page gets only what it shows. */

/** The part of a worker's global scope in use. The DOM types of the app know only the window's. */
interface WorkerScope {
  postMessage(reply: ReaderReply): void;
  addEventListener(type: "message", listener: (event: MessageEvent<ReaderRequest>) => void): void;
}

declare const self: WorkerScope;

const reader = createImportReader();

async function answer(request: ReaderRequest): Promise<ReaderReply> {
  const { id } = request;
  try {
    switch (request.kind) {
      case "open":
        await reader.open(request.bytes, request.sheet);
        return { id, value: undefined };
      case "read":
        return { id, value: reader.read(request.choices, request.context) };
      case "batch":
        return { id, value: reader.batch(request.index) };
    }
  } catch (error) {
    return error instanceof UnreadableFile
      ? { id, refusal: error.message, sheets: error.sheets }
      : { id, failure: String(error) };
  }
}

self.addEventListener("message", ({ data }) => void answer(data).then((reply) => self.postMessage(reply)));
