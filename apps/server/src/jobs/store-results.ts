import { EventEmitter } from "node:events";
import type pg from "pg";
import type { Logger } from "pino";

/** Names of graphile-worker's statements that store how a job ended (0.17.3, dist/sql/completeJobs.js and failJobs.js). */
const RESULT_STATEMENT = /^(?:complete_jobs?|complete_job_q|fail_job|fail_job_q)\//;
const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 10_000;

const isResult = (statement: unknown): statement is pg.QueryConfig =>
  typeof statement === "object" &&
  statement !== null &&
  "name" in statement &&
  typeof statement.name === "string" &&
  RESULT_STATEMENT.test(statement.name);

/**
 * Repeats the statements that store how a job ended until one of them succeeds or the pool ends.
 *
 * graphile-worker does not wait for them, and retries only a few errors: after any other, such as a broken connection or none at all, its
 * rejected promise would end the whole process. A repeated statement is harmless: it deletes or releases a job by its id.
 */
export function retryResults(
  pool: pg.Pool,
  {
    logger,
    wait,
    onStored,
  }: {
    logger: Logger;
    wait: (milliseconds: number) => Promise<void>;
    /** Called after each result: the queue that the job was in is free again. */
    onStored: () => void;
  },
): void {
  async function retry({ text, values }: pg.QueryConfig, error: unknown): Promise<void> {
    for (let delay = FIRST_RETRY_MS; !pool.ending; delay = Math.min(2 * delay, LONGEST_RETRY_MS)) {
      logger.warn({ err: error }, "the result of a job could not be stored; it is stored again soon");
      await wait(delay);
      try {
        // Without its name, so that the statement does not come back here.
        await pool.query({ text, ...(values && { values }) });
        onStored();
        return;
      } catch (next) {
        error = next;
      }
    }
  }

  pool.on("connect", (client) => {
    // oxlint-disable-next-line typescript/unbound-method -- the proxy passes "this" on
    client.query = new Proxy(client.query, {
      apply(query, self, args: unknown[]): unknown {
        const sent: unknown = Reflect.apply(query, self, args);
        const [statement] = args;
        if (!isResult(statement) || !(sent instanceof Promise)) return sent;
        return sent.then(onStored, (error: unknown) => void retry(statement, error));
      },
    });
  });

  /** Replaces an unavailable connection: results wait, and every other statement fails with the reason. */
  const withoutConnection = (reason: unknown): pg.PoolClient =>
    Object.assign(new EventEmitter(), {
      query: async (statement: unknown): Promise<void> => {
        if (!isResult(statement)) throw reason;
        void retry(statement, reason);
        return Promise.resolve();
      },
      release: () => undefined,
    }) as pg.PoolClient;

  // oxlint-disable-next-line typescript/unbound-method -- the proxy passes "this" on
  pool.connect = new Proxy(pool.connect, {
    apply(connect, self, args: unknown[]): unknown {
      const connecting: unknown = Reflect.apply(connect, self, args);
      return connecting instanceof Promise ? connecting.catch(withoutConnection) : connecting;
    },
  });
}
