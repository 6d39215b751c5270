/**
 * Detects when JavaScript has nothing left to do.
 *
 * Databases on the device (fake-indexeddb, Dexie) continue through `setImmediate`. Its callbacks are counted here, so that "all queued work
 * has run" is a fact and does not depend on waiting long enough. `simulated-server.ts` counts what takes real time (PostgreSQL). Hashes of
 * files are the usual ones, but are computed immediately instead of in another thread.
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

/** The functions of `crypto.subtle` that run in other threads, which takes real time. Rescue files are encrypted with them. */
const OUTSIDE = ["importKey", "deriveBits", "deriveKey", "encrypt", "decrypt"] as const;

/** Starts counting the work that this process queues for the next turn. Safe to call again. */
export function watchEventLoop(): void {
  if (isWatching) return;
  isWatching = true;
  Object.assign(globalThis, {
    setImmediate: Object.assign((work: Work, ...values: unknown[]) => counted(work, values), queueImmediate),
    // Dexie also uses a timer without a delay for the next turn.
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
  // Another thread would take real time, and hashes are computed often.
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

/** Resolves when no promise can continue and nothing is queued. */
export async function untilNothingIsQueued(): Promise<void> {
  do await nextTurn();
  while (queued > 0);
}

/** Waits for something outside, for at most `ms` of real time. Leaves no timer behind. */
export const settledOrAfterMs = (outside: Promise<void>, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = startRealTimer(resolve, ms);
    void outside.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
