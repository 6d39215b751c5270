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

/** PostgreSQL gives these up when two transactions stand in each other's way; the same work succeeds the second time. */
const RETRIED_CODES = new Set(["40001", "40P01"]);
const MAX_ATTEMPTS = 4;

/**
 * How long a call waits for a free connection, and for one answer. A database that hangs keeps its connections open and says nothing:
 * without these a call would wait forever. The server's own limits (set-up.ts) come first where it is only slow.
 */
const CONNECT_WITHIN_MS = 15_000;
const ANSWER_WITHIN_MS = 75_000;
/** Within it, readiness is known. */
const READY_WITHIN_MS = 2_000;

/** What pg says, without a code, of a connection that it could not get, that broke or that does not answer. */
const WITHOUT_ANSWER =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error)/;

export const isWithoutAnswer = (error: unknown): boolean =>
  error instanceof Error && (WITHOUT_ANSWER.test(error.message) || isWithoutAnswer(error.cause));

/**
 * For the opening of a transaction whose commit need not be on the disk at once, because somebody calls `flush` before anybody learns of it
 * (decision 0032).
 */
export const FLUSHED_LATER = "set local synchronous_commit = off";

/** Writes to the log of changes, so that this transaction's commit brings everything before it to the disk as well. */
const FLUSH = "select pg_logical_emit_message(true, 'ridgebook', '')";

/** For the commit of a transaction that has only read: what it has read is on the disk before anybody learns of it. */
export const FLUSH_WHAT_WAS_READ = `${FLUSH} where pg_current_wal_insert_lsn() > pg_current_wal_flush_lsn()`;

/** PostgreSQL's code of a row whose unique key exists already. */
export const UNIQUE_VIOLATION = "23505";

export const postgresCode = (error: unknown): string | undefined => {
  if (typeof error !== "object" || error === null) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  return "cause" in error ? postgresCode(error.cause) : undefined;
};

/** What a transaction works with: its statements, and what its opening statements answered. */
export interface Opened {
  readonly db: Statements;
  /** The rows of each of them. */
  readonly answers: readonly (readonly pg.QueryResultRow[])[];
  /** The rows of the last of them. */
  readonly rows: readonly pg.QueryResultRow[];
  /** One statement more, in the round trip that commits. It has no parameters: whatever stands in it is quoted already. */
  readonly commitWith: (statement: string) => void;
}

/**
 * Transactions, each bound to what it may see.
 *
 * `transaction` and `platformTransaction` bind nothing themselves: the caller passes the whole opening statement, so that a request opens
 * its transaction and its session in one round trip (http/session.ts). `inCompany` sets the transaction's company. Platform transactions
 * use separate connections, which see no company's records. A transaction that fails because of a deadlock or a serialization conflict is
 * repeated, so its work must have no effect outside of it.
 */
export interface Database {
  transaction<Result>(begin: string, work: (opened: Opened) => Promise<Result>): Promise<Result>;
  inCompany<Result>(
    who: { companyId: CompanyId; userId?: UserId | undefined },
    work: (scope: CompanyScope) => Promise<Result>,
  ): Promise<Result>;
  /** The same for reading only: however many statements it makes, they see the company as it is at this moment. */
  inSnapshot<Result>(companyId: CompanyId, work: (scope: CompanyScope) => Promise<Result>): Promise<Result>;
  platformTransaction<Result>(begin: string, work: (opened: Opened) => Promise<Result>): Promise<Result>;
  onPlatform<Result>(work: (scope: PlatformScope) => Promise<Result>): Promise<Result>;
  /** Brings everything that was committed so far to the disk. */
  flush(): Promise<void>;
  /** Fails unless the database answers on connections of both kinds within two seconds, takes writes, and refused none for want of room. */
  assertReady(): Promise<void>;
  close(): Promise<void>;
}

/** Drizzle's statements of a connection, made once: connections are pooled, requests come and go. */
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
  // A connection can break between two statements. Pools listen to idle ones only; unheard, it would end the process.
  const noteBroken = (error: Error): void => {
    broken = error;
  };
  client.on("error", noteBroken);
  try {
    // Several statements in one text answer with a list, which the types of pg do not say.
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
    // Whatever happened, this connection must not go back to the pool inside a transaction. One that does not answer is not asked.
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

/** A standby, or a database that was made read-only, answers as well. */
async function assertTakesWrites(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ setting: string }>("select current_setting('transaction_read_only') as setting");
  if (rows[0]?.setting !== "off") throw new Error("The database is read-only.");
}

/** The server connects with two roles: one for requests within a company, one for accounts and companies. */
export interface DatabaseUrls {
  readonly appUrl: string;
  readonly platformUrl: string;
}

/** Opens pools of at most `max` connections for each role. An idle connection that breaks is replaced at the next use. */
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

/** `app` and `platform` connect as the roles of these names. Databases of one process share what they know of its disk. */
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
      // What was flushed was written: a database whose log has no room answers and takes nothing.
      await within(READY_WITHIN_MS, Promise.all([flush(), ...[app, platform].map(assertTakesWrites)]));
    },
    close: async () => {
      await Promise.all([app.end(), platform.end()]);
    },
  };
}
