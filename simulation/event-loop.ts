/**
 * Knows when JavaScript has nothing left to do.
 *
 * Databases on the device (fake-indexeddb, Dexie) go on by `setImmediate`. It is counted here, so that "all queued work
 * has run" is a fact and not a matter of waiting long enough. What takes real time (PostgreSQL) is counted by
 * `simulated-server.ts`. Hashes of files are the same ones as always, made at once instead of in another thread.
 */
import { createHash } from "node:crypto";

const { setImmediate: queueImmediate, setTimeout: startRealTimer } = globalThis;

let queued = 0;
let isWatching = false;

type Work = (...values: unknown[]) => void;

function counted(work: Work, values: unknown[]): NodeJS.Immediate {
  queued += 1;
  return queueImmediate(() => {
    queued -= 1;
    work(...values);
  });
}

/** What other threads do for `crypto`, and takes real time. Rescue files are sealed with it. */
const OUTSIDE = ["importKey", "deriveBits", "deriveKey", "encrypt", "decrypt"] as const;

/** From now on, in this process, work queued for the next turn is counted. Safe to call again. */
export function watchEventLoop(): void {
  if (isWatching) return;
  isWatching = true;
  Object.assign(globalThis, {
    setImmediate: Object.assign((work: Work, ...values: unknown[]) => counted(work, values), queueImmediate),
    // Dexie's other way to say "next turn".
    setTimeout: Object.assign(
      (work: Work, delayMs = 0, ...values: unknown[]) =>
        delayMs > 0 ? startRealTimer(work, delayMs, ...values) : counted(work, values),
      startRealTimer,
    ),
  });
  const { subtle } = globalThis.crypto;
  for (const name of OUTSIDE) {
    const work = subtle[name].bind(subtle) as (...values: unknown[]) => Promise<unknown>;
    const countedWork = async (...values: unknown[]): Promise<unknown> => {
      queued += 1;
      try {
        return await work(...values);
      } finally {
        queued -= 1;
      }
    };
    Object.assign(subtle, { [name]: countedWork });
  }
  // Another thread would take real time: hashes are made often.
  const digest = subtle.digest.bind(subtle);
  Object.assign(subtle, {
    digest: (algorithm: AlgorithmIdentifier, data: BufferSource): Promise<ArrayBuffer> => {
      if (algorithm !== "SHA-256") return digest(algorithm, data);
      const bytes = ArrayBuffer.isView(data)
        ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
        : new Uint8Array(data);
      return Promise.resolve(Uint8Array.from(createHash("sha256").update(bytes).digest()).buffer);
    },
  });
}

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    queueImmediate(resolve);
  });

/** Resolves when every promise that can go on has gone on and nothing is queued. */
export async function untilNothingIsQueued(): Promise<void> {
  do await nextTurn();
  while (queued > 0);
}

/** Waits for something outside, at most so long in real time; no timer stays behind. */
export const settledOrAfterMs = (outside: Promise<void>, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = startRealTimer(resolve, ms);
    void outside.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
