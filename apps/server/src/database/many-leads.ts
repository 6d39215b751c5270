import { setTimeout as wait } from "node:timers/promises";
import { sql, type SQL } from "drizzle-orm";
import type { CompanyScope } from "./company-scope.ts";
import { postgresCode } from "./database.ts";

/*
 * For transactions that write thousands of leads (decision 0084): triggers per lead are off, and the company's change counter is locked
 * only for the last statements.
 */

const LOCK_NOT_AVAILABLE = "55P03";
const TRIED_TIMES = 200;
const TRIED_EVERY_MS = 25;

/** From here on the transaction itself assigns change numbers, counts leads, writes tombstones and updates the search. */
export const writeManyLeads = (scope: CompanyScope): Promise<unknown> =>
  scope.db.execute(sql`select set_config('ridgebook.writes_many_leads', 'on', true)`);

/**
 * Locks the leads that `which` selects and the company's change counter, all or nothing: waiting for one while holding the other would
 * eventually deadlock. After 5 s it waits regardless.
 *
 * @returns the number of locked leads
 */
export async function holdLeadsAndCounter(scope: CompanyScope, which: SQL): Promise<number> {
  const hold = async (waiting: SQL): Promise<number> => {
    const { rows } = await scope.db.execute<{ leads: string }>(sql`
      with held as materialized (${which} ${waiting}),
      counter as materialized (select from change_counter where company_id = ${scope.companyId} for no key update ${waiting})
      select (select count(*) from held) as leads, (select count(*) from counter) as counters`);
    return Number(rows[0]?.leads);
  };
  for (let tries = 1; tries < TRIED_TIMES; tries += 1) {
    await scope.db.execute(sql`savepoint holding`);
    try {
      const held = await hold(sql`nowait`);
      await scope.db.execute(sql`release savepoint holding`);
      return held;
    } catch (error) {
      if (postgresCode(error) !== LOCK_NOT_AVAILABLE) throw error;
      await scope.db.execute(sql`rollback to savepoint holding`);
    }
    await wait(TRIED_EVERY_MS);
  }
  return hold(sql``);
}

/** Advances the company's counters; false if other writers have used numbers above `above`. */
export async function moveCounter(
  scope: CompanyScope,
  { lastNumber, above, leads }: { lastNumber: number; above: number; leads: number },
): Promise<boolean> {
  const { rowCount } = await scope.db.execute(sql`
    update change_counter set last_number = ${lastNumber}, lead_count = lead_count + ${leads}
    where company_id = ${scope.companyId} and last_number < ${above}`);
  return rowCount === 1;
}
