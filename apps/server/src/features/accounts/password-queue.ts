import fastq from "fastq";
import { TryAgainLater } from "#http/attempt-limit.ts";
import { hashPassword, isPasswordRight } from "./password-hash.ts";

/** A hash takes a core for 20 to 40 ms; two at once leave room for other calls. */
const HASHES_AT_ONCE = 2;
/** The last in line waits about a second. */
export const MAX_IN_LINE = 40;
const RETRY_AFTER_SECONDS = 2;

export interface PasswordHashing {
  readonly hash: (password: string) => Promise<string>;
  /** Takes equally long without a password or account. */
  readonly isRight: (passwordHash: string | null | undefined, password: string) => Promise<boolean>;
}

export interface PasswordQueue {
  /**
   * Runs work that hashes passwords. Throws tooBusy immediately, before anything is read or counted, if the queue is full. The work must
   * not hold a database connection while hashing.
   */
  inLine<Result>(work: (passwords: PasswordHashing) => Promise<Result>): Promise<Result>;
}

/** The only access to password hashing in a process that serves requests. */
export function createPasswordQueue(
  hashing: PasswordHashing = { hash: hashPassword, isRight: isPasswordRight },
): PasswordQueue {
  const queue = fastq.promise((run: () => Promise<unknown>) => run(), HASHES_AT_ONCE);
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => queue.push(run) as Promise<Result>;
  const queued: PasswordHashing = {
    hash: (password) => inTurn(() => hashing.hash(password)),
    isRight: (passwordHash, password) => inTurn(() => hashing.isRight(passwordHash, password)),
  };
  let inLine = 0;
  return {
    async inLine(work) {
      if (inLine >= MAX_IN_LINE) throw new TryAgainLater("tooBusy", RETRY_AFTER_SECONDS);
      inLine += 1;
      try {
        return await work(queued);
      } finally {
        inLine -= 1;
      }
    },
  };
}
