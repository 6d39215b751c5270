import { Worker } from "node:worker_threads";
import type { ComparedPdf } from "@ridgebook/documents/pdf-compare";
import type { PrintOrder } from "./print-document.ts";
import type { PrintReply, PrintRequest } from "./print-thread.ts";

/** Draws papers. Throws PrintFailure when one cannot be drawn; a retry may succeed. */
export interface Printer {
  print(order: PrintOrder): Promise<Uint8Array>;
  /** Stops the printer; waiting and running orders fail. */
  close(): Promise<void>;
}

export class PrintFailure extends Error {
  override readonly name = "PrintFailure";
}

/** Two cores draw while a third serves requests; a paper takes less than a second. */
const THREADS = 2;
const MAX_SECONDS = 60;
const MAX_MEMORY_MB = 768;

/** The thread's program, next to this module in the build. */
const THREAD = new URL("./print-thread.js", import.meta.url);

interface Waiting {
  readonly order: PrintOrder;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  /** The order being drawn. */
  current: (Waiting & { readonly id: number; readonly timer: NodeJS.Timeout }) | undefined;
}

/**
 * Draws in worker threads, without blocking the server. Threads start with the first paper and stay, because loading the typefaces takes
 * longer than most papers. A hung or crashed one is replaced, and only its paper fails.
 */
export function createThreadPrinter({
  program = THREAD,
  threads: threadCount = THREADS,
  maxSeconds = MAX_SECONDS,
}: { program?: URL; threads?: number; maxSeconds?: number } = {}): Printer {
  const waiting: Waiting[] = [];
  const threads = new Set<Thread>();
  let lastId = 0;
  let isClosed = false;

  function discard(thread: Thread, reason: string): void {
    if (!threads.delete(thread)) return;
    const { current } = thread;
    thread.current = undefined;
    clearTimeout(current?.timer);
    void thread.worker.terminate();
    current?.reject(new PrintFailure(reason));
    advance();
  }

  function startThread(): Thread {
    const worker = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
      // A thread that reads untrusted files gets no environment.
      env: {},
      execArgv: [],
    });
    const thread: Thread = { worker, current: undefined };
    threads.add(thread);
    worker.on("message", (reply: PrintReply) => {
      const { current } = thread;
      if (!current || current.id !== reply.id) return;
      clearTimeout(current.timer);
      thread.current = undefined;
      // An idle thread does not keep the process alive.
      worker.unref();
      if ("bytes" in reply) current.resolve(reply.bytes);
      else current.reject(new PrintFailure(reply.failure));
      advance();
    });
    worker.on("error", (error) => {
      discard(thread, `The paper could not be drawn: ${error.message}`);
    });
    worker.on("exit", () => {
      discard(thread, "The thread that drew the paper ended.");
    });
    return thread;
  }

  function advance(): void {
    while (waiting.length > 0 && !isClosed) {
      const idle = [...threads].find(({ current }) => !current);
      if (!idle && threads.size >= threadCount) return;
      const next = waiting.shift();
      if (!next) return;
      const thread = idle ?? startThread();
      lastId += 1;
      const timer = setTimeout(() => {
        discard(thread, `The paper was not drawn within ${String(maxSeconds)} seconds.`);
      }, maxSeconds * 1_000);
      thread.current = { ...next, id: lastId, timer };
      thread.worker.ref();
      thread.worker.postMessage({ id: lastId, order: next.order } satisfies PrintRequest);
    }
  }

  return {
    print: (order) =>
      new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new PrintFailure("The server stops."));
          return;
        }
        waiting.push({ order, resolve, reject });
        advance();
      }),
    async close() {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(new PrintFailure("The server stops."));
      await Promise.all(
        [...threads].map(async (thread) => {
          discard(thread, "The server stops.");
          await thread.worker.terminate();
        }),
      );
    },
  };
}

/** Parses the result of a comparison. */
export const readCompared = (bytes: Uint8Array): ComparedPdf =>
  JSON.parse(new TextDecoder().decode(bytes)) as ComparedPdf;
