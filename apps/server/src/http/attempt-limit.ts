import { Problem } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";

/** A refusal that says in `Retry-After` when to come again. */
export class TryAgainLater extends Problem {
  readonly afterSeconds: number;

  constructor(code: "tooManyRequests" | "tooBusy", afterSeconds: number) {
    super(code);
    this.afterSeconds = afterSeconds;
  }
}

/** So many attempts in so long a window; then the caller waits for the next window. */
export interface AttemptLimit {
  readonly attempts: number;
  readonly windowSeconds: number;
}

/** For calls at which somebody could guess, by address; generous, because an office shares one. */
export const PER_ADDRESS: AttemptLimit = { attempts: 60, windowSeconds: 300 };

/**
 * Counts one attempt under a key and raises tooManyRequests above the limit.
 *
 * The count is in the database, for all server processes together, and in its own transaction: an attempt also counts when
 * the request that made it fails.
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

/** Takes back an attempt that was none: where failures alone count. */
export async function returnAttempt({ db }: PlatformScope, key: string): Promise<void> {
  await db.execute(sql`update attempt_count set attempts = attempts - 1 where key = ${key} and attempts > 0`);
}

/** Resets a count, after the caller has shown to be who they say. */
export async function forgetAttempts({ db }: PlatformScope, key: string): Promise<void> {
  await db.execute(sql`delete from attempt_count where key = ${key}`);
}
