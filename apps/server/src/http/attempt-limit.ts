import { Problem } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";

/** A refusal with a `Retry-After` header. */
export class TryAgainLater extends Problem {
  readonly afterSeconds: number;

  constructor(code: "tooManyRequests" | "tooBusy", afterSeconds: number) {
    super(code);
    this.afterSeconds = afterSeconds;
  }
}

/** A rate limit: the number of attempts in a fixed window. */
export interface AttemptLimit {
  readonly attempts: number;
  readonly windowSeconds: number;
}

/** The limit by address for calls that could be brute-forced; generous, because an office shares an address. */
export const PER_ADDRESS: AttemptLimit = { attempts: 60, windowSeconds: 300 };

/**
 * Counts one attempt under a key and throws tooManyRequests above the limit.
 *
 * The count is in the database, shared by all server processes, and has its own transaction: an attempt counts even if its
 * request fails.
 */
export async function countAttempt(
  database: Database,
  { key, limit }: { key: string; limit: AttemptLimit },
): Promise<void> {
  const window = sql`make_interval(secs => ${limit.windowSeconds})`;
  const counted = await database.onPlatform(async ({ db }) => {
    const { rows } = await db.execute<{ attempts: number; seconds_left: number }>(sql`
      insert into attempt_count as a (key, window_start, attempts) values (${key}, now(), 1)
      on conflict (key) do update set
        attempts = case when a.window_start < now() - ${window} then 1 else a.attempts + 1 end,
        window_start = case when a.window_start < now() - ${window} then now() else a.window_start end
      returning attempts, ceil(extract(epoch from a.window_start + ${window} - now()))::integer as seconds_left`);
    return rows[0];
  });
  if (counted && counted.attempts > limit.attempts) throw new TryAgainLater("tooManyRequests", counted.seconds_left);
}

/** Uncounts an attempt, where only failures count. */
export async function returnAttempt({ db }: PlatformScope, key: string): Promise<void> {
  await db.execute(sql`update attempt_count set attempts = attempts - 1 where key = ${key} and attempts > 0`);
}

/** Resets a count after the caller has authenticated. */
export async function forgetAttempts({ db }: PlatformScope, key: string): Promise<void> {
  await db.execute(sql`delete from attempt_count where key = ${key}`);
}
