import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Database } from "./database.ts";

/*
 * Codes, sessions and limits use this process's clock, records the database's. If the clocks differ by minutes, links arrive expired and
 * jobs run at odd times, without any error.
 */

const LOOKED_AT_EVERY_MS = 10 * 60_000;
const ALLOWED_MS = 60_000;

/** Measures how many milliseconds this machine's clock is ahead of the database's, assuming a symmetric round trip. */
async function measureClockOffset(database: Pick<Database, "onPlatform">, now: () => Date): Promise<number> {
  const asked = now().getTime();
  const { rows } = await database.onPlatform(({ db }) =>
    db.execute<{ milliseconds: string }>(sql`select extract(epoch from clock_timestamp()) * 1000 as milliseconds`),
  );
  const answered = now().getTime();
  return (asked + answered) / 2 - Number(rows[0]?.milliseconds);
}

/** Compares the clocks now and every ten minutes, and logs a difference above a minute. Returns a function that stops it. */
export function watchClock({
  database,
  now,
  logger,
  onMeasured = () => undefined,
}: {
  database: Pick<Database, "onPlatform">;
  now: () => Date;
  logger: Logger;
  onMeasured?: (offsetSeconds: number) => void;
}): { looked: Promise<void>; stop: () => void } {
  async function look(): Promise<void> {
    let offset: number;
    try {
      offset = await measureClockOffset(database, now);
    } catch {
      // /readyz already reports an unresponsive database.
      return;
    }
    onMeasured(offset / 1_000);
    if (Math.abs(offset) > ALLOWED_MS)
      logger.warn(
        { offsetSeconds: Math.round(offset / 1_000) },
        "the clock of this machine and the database's differ by more than a minute; set both by NTP",
      );
  }
  const timer = setInterval(() => void look(), LOOKED_AT_EVERY_MS).unref();
  return {
    looked: look(),
    stop: () => {
      clearInterval(timer);
    },
  };
}
