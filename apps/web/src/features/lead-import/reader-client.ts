import type { StagedLead } from "@ridgebook/contract";
import type { ImportChoices } from "./import-choices.ts";
import type { Context, ReadFile } from "./import-reader.ts";
import type { ReaderReply, ReaderRequest } from "./reader-messages.ts";
import { UnreadableFile } from "./unreadable-file.ts";

/** The reader in its worker. Rejects with UnreadableFile if the file is invalid. */
export interface ReaderClient {
  open(bytes: Uint8Array<ArrayBuffer>, sheet: string | undefined): Promise<void>;
  read(choices: ImportChoices, context: Context): Promise<ReadFile>;
  batch(index: number): Promise<readonly StagedLead[]>;
  close(): void;
}

const startWorker = (): Worker => new Worker(new URL("./reader-worker.ts", import.meta.url), { type: "module" });

type Without<Name extends string, Of> = Of extends unknown ? Omit<Of, Name> : never;
type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void };

export function createReaderClient(start = startWorker): ReaderClient {
  const worker = start();
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  worker.addEventListener("message", ({ data }: MessageEvent<ReaderReply>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ("refusal" in data) asked?.reject(new UnreadableFile(data.refusal, data.sheets));
    else if ("failure" in data) asked?.reject(new Error(data.failure));
    else asked?.resolve(data.value);
  });
  // The worker's file is loaded when it is first needed: after an update of the app, or out of memory, that fails.
  worker.addEventListener("error", () => {
    for (const { reject } of waiting.values())
      reject(new UnreadableFile("The file could not be read here. Load the page again, or split the file."));
    waiting.clear();
  });
  const ask = async (request: Without<"id", ReaderRequest>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      worker.postMessage({ ...request, id: lastId });
    });
  return {
    open: async (bytes, sheet) => {
      await ask({ kind: "open", bytes, sheet });
    },
    read: async (choices, context) => (await ask({ kind: "read", choices, context })) as ReadFile,
    batch: async (index) => (await ask({ kind: "batch", index })) as readonly StagedLead[],
    close: () => {
      worker.terminate();
      for (const { reject } of waiting.values()) reject(new Error("The file was closed."));
      waiting.clear();
    },
  };
}
