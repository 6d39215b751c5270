import type { CompanyId, UserId } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import {
  companyScope,
  platformScope,
  type CompanyScope,
  type PlatformScope,
  type Statements,
} from "./company-scope.ts";
import { createFullDisk, type FullDisk } from "./full-disk.ts";

/** Deadlocks and serialization failures: a retry succeeds. */
const RETRIED_CODES = new Set(["40001", "40P01"]);
const MAX_ATTEMPTS = 4;

/**
 * Timeouts for a free connection and for one query. Without them a hung database would block callers forever. The server's own limits
 * (set-up.ts) fire first if the database is only slow.
 */
const CONNECT_WITHIN_MS = 15_000;
const ANSWER_WITHIN_MS = 75_000;
/** Timeout of the readiness check. */
const READY_WITHIN_MS = 2_000;

/** Messages of pg, which has no codes for connections that are unavailable, broken or unresponsive. */
const WITHOUT_ANSWER =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error)/;

export const isWithoutAnswer = (error: unknown): boolean =>
  error instanceof Error && (WITHOUT_ANSWER.test(error.message) || isWithoutAnswer(error.cause));

/** For transactions whose caller runs `flush` before anyone sees the result (decision 0032). */
export const FLUSHED_LATER = "set local synchronous_commit = off";

/** Writes a WAL record, so that this transaction's commit also makes everything before it durable. */
const FLUSH = "select pg_logical_emit_message(true, 'ridgebook', '')";

/** Ends a read-only transaction: what it read is durable before anyone sees it. */
export const FLUSH_WHAT_WAS_READ = `${FLUSH} where pg_current_wal_insert_lsn() > pg_current_wal_flush_lsn()`;

/** PostgreSQL's code for a unique violation. */
export const UNIQUE_VIOLATION = "23505";

export const postgresCode = (error: unknown): string | undefined => {
  if (typeof error !== "object" || error === null) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  return "cause" in error ? postgresCode(error.cause) : undefined;
};

/** An open transaction: its query builder, and the results of its opening statements. */
export interface Opened {
  readonly db: Statements;
  /** The rows of each opening statement. */
  readonly answers: readonly (readonly pg.QueryResultRow[])[];
  /** The rows of the last one. */
  readonly rows: readonly pg.QueryResultRow[];
  /** Adds a statement to the round trip of the commit. It takes no parameters: values must be quoted already. */
  readonly commitWith: (statement: string) => void;
}

/**
 * Transactions, each limited to what it may see.
 *
 * `transaction` and `platformTransaction` set nothing themselves: the caller passes the opening statement, so that a request opens its
 * transaction and its session in one round trip (http/session.ts). `inCompany` sets the transaction's company. Platform transactions use
 * separate connections, which cannot see company records. Deadlocks and serialization failures are retried, so the work must have no side
 * effects.
 */
export interface Database {
  transaction<Result>(begin: string, work: (opened: Opened) => Promise<Result>): Promise<Result>;
  inCompany<Result>(
    who: { companyId: CompanyId; userId?: UserId | undefined },
    work: (scope: CompanyScope) => Promise<Result>,
  ): Promise<Result>;
  /** Like `inCompany`, but read-only: all queries see one snapshot of the company. */
  inSnapshot<Result>(companyId: CompanyId, work: (scope: CompanyScope) => Promise<Result>): Promise<Result>;
  platformTransaction<Result>(begin: string, work: (opened: Opened) => Promise<Result>): Promise<Result>;
  onPlatform<Result>(work: (scope: PlatformScope) => Promise<Result>): Promise<Result>;
  /** Makes everything committed so far durable. */
  flush(): Promise<void>;
  /** Throws unless the database answers on both kinds of connections within two seconds, accepts writes, and recently had room for them. */
  assertReady(): Promise<void>;
  close(): Promise<void>;
}

/** Query builders cached per pooled connection. */
const statementsByClient = new WeakMap<pg.PoolClient, Statements>();

function statementsOf(client: pg.PoolClient): Statements {
  const known = statementsByClient.get(client);
  if (known) return known;
  const statements = drizzle(client);
  statementsByClient.set(client, statements);
  return statements;
}

async function runOnce<Result>(
  pool: pg.Pool,
  begin: string,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection can break between two queries. Pools listen to idle ones only; without a listener the error would end the process.
  const noteBroken = (error: Error): void => {
    broken = error;
  };
  client.on("error", noteBroken);
  try {
    // pg returns a list for several statements in one text; its types don't say so.
    const answers = (await client.query<pg.QueryResultRow>(begin)) as
      | pg.QueryResult<pg.QueryResultRow>
      | pg.QueryResult<pg.QueryResultRow>[];
    const rows = [answers].flat().map((answer) => answer.rows);
    let last = "";
    const result = await work({
      db: statementsOf(client),
      answers: rows,
      rows: rows.at(-1) ?? [],
      commitWith: (statement) => {
        last = `${statement}; `;
      },
    });
    await client.query(`${last}commit`);
    return result;
  } catch (error) {
    // This connection must not return to the pool inside a transaction. An unresponsive one is not rolled back.
    if (error instanceof Error && isWithoutAnswer(error)) broken = error;
    else
      await client.query("rollback").catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error("rollback failed");
      });
    throw error;
  } finally {
    client.release(broken);
    client.off("error", noteBroken);
  }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`The database did not answer within ${String(milliseconds)} ms.`));
    }, milliseconds);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** A standby or read-only database answers as well. */
async function assertTakesWrites(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ setting: string }>("select current_setting('transaction_read_only') as setting");
  if (rows[0]?.setting !== "off") throw new Error("The database is read-only.");
}

/** The server connects with two roles: one for company requests, one for accounts and companies. */
export interface DatabaseUrls {
  readonly appUrl: string;
  readonly platformUrl: string;
}

/** Opens pools of at most `max` connections for each role. Broken idle connections are replaced on next use. */
export function connectDatabase(
  { appUrl, platformUrl }: DatabaseUrls,
  {
    max,
    onBroken = () => undefined,
    fullDisk,
  }: { max: number; onBroken?: (error: Error) => void; fullDisk?: FullDisk | undefined },
): Database {
  const [app, platform] = [appUrl, platformUrl].map((connectionString) => {
    const pool = new pg.Pool({
      connectionString,
      max,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    pool.on("error", onBroken);
    return pool;
  }) as [pg.Pool, pg.Pool];
  return createDatabase({ app, platform, fullDisk });
}

/** `app` and `platform` connect as the roles of these names. Databases of one process share what they know about the disk. */
export function createDatabase({
  app,
  platform,
  fullDisk = createFullDisk(),
}: {
  app: pg.Pool;
  platform: pg.Pool;
  fullDisk?: FullDisk | undefined;
}): Database {
  async function run<Result>(pool: pg.Pool, begin: string, work: (opened: Opened) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await runOnce(pool, begin, work);
      } catch (error) {
        fullDisk.note(postgresCode(error));
        if (attempt === MAX_ATTEMPTS || !RETRIED_CODES.has(postgresCode(error) ?? "")) throw error;
      }
    }
  }

  const flush = (): Promise<void> =>
    run(app, "begin", ({ commitWith }) => {
      commitWith(FLUSH);
      return Promise.resolve();
    });

  return {
    transaction: (begin, work) => run(app, begin, work),
    platformTransaction: (begin, work) => run(platform, begin, work),
    inCompany: ({ companyId, userId }, work) =>
      run(app, "begin", async ({ db }) => {
        await db.execute(sql`select set_config('ridgebook.company_id', ${String(companyId)}, true)`);
        return work(companyScope({ companyId, userId, accountId: undefined, db }));
      }),
    inSnapshot: (companyId, work) =>
      run(app, "begin isolation level repeatable read read only", async ({ db }) => {
        await db.execute(sql`select set_config('ridgebook.company_id', ${String(companyId)}, true)`);
        return work(companyScope({ companyId, userId: undefined, accountId: undefined, db }));
      }),
    onPlatform: (work) => run(platform, "begin", ({ db }) => work(platformScope(db))),
    flush,
    async assertReady() {
      fullDisk.assertRoom();
      // The flush proves writability: a database without room for its log still answers reads.
      await within(READY_WITHIN_MS, Promise.all([flush(), ...[app, platform].map(assertTakesWrites)]));
    },
    close: async () => {
      await Promise.all([app.end(), platform.end()]);
    },
  };
}
