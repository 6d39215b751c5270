import { Problem } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";

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
 * The count stands in the database, for all server processes together, and in a transaction of its own: an attempt
 * counts also when the request that made it fails.
 */
export async function countAttempt(
  database: Database,
  { key, limit }: { key: string; limit: AttemptLimit },
): Promise<void> {
  const attempts = await database.onPlatform(async ({ db }) => {
    const counted = await db.execute<{ attempts: number }>(sql`
      insert into attempt_count as a (key, window_start, attempts) values (${key}, now(), 1)
      on conflict (key) do update set
        attempts = case when a.window_start < now() - make_interval(secs => ${limit.windowSeconds}) then 1 else a.attempts + 1 end,
        window_start = case when a.window_start < now() - make_interval(secs => ${limit.windowSeconds}) then now() else a.window_start end
      returning attempts`);
    return counted.rows[0]?.attempts ?? 0;
  });
  if (attempts > limit.attempts) throw new Problem("tooManyRequests");
}

/** Begins a count anew, after the caller has shown to be who they say. */
export async function forgetAttempts({ db }: PlatformScope, key: string): Promise<void> {
  await db.execute(sql`delete from attempt_count where key = ${key}`);
}
