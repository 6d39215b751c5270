import pg from "pg";
import type { Logger } from "pino";
import { isWithoutAnswer } from "#database/database.ts";
import { ROLE_NAMES } from "#database/schema/roles.ts";
import { KEEP_ALIVE } from "#database/with-connection.ts";

const CONNECT_WITHIN_MS = 15_000;
/** Longer than PostgreSQL's lock timeout (set-up.ts), and short enough for a check within readiness's minute. */
const ANSWER_WITHIN_MS = 40_000;

/**
 * Closes connections whose statement timed out, and reports responsive ones. A proxy that lost its other end may keep a connection open in
 * silence: graphile-worker (0.17.3) returns such a connection to its pool, and listens on it until it breaks.
 */
function endSilentConnections(pool: pg.Pool, onAnswer: () => void): void {
  pool.on("connect", (client) => {
    // oxlint-disable-next-line typescript/unbound-method -- the proxy passes "this" on
    client.query = new Proxy(client.query, {
      apply(query, self, args: unknown[]): unknown {
        const sent: unknown = Reflect.apply(query, self, args);
        if (!(sent instanceof Promise)) return sent;
        void sent.then(onAnswer, (error: unknown) => {
          // An error is a response too.
          if (!(error instanceof Error && isWithoutAnswer(error))) {
            onAnswer();
            return;
          }
          void client.end();
          // Listeners and lock holders reconnect.
          client.emit("error", error);
        });
        return sent;
      },
    });
  });
}

/** Direct connections for the queue as its owner role, because it listens. */
export function createJobsPool({
  appUrl,
  max,
  logger,
  onAnswer = () => undefined,
  answerWithinMs = ANSWER_WITHIN_MS,
}: {
  appUrl: string;
  max: number;
  logger: Logger;
  /** Called whenever the database responds on one of these connections. */
  onAnswer?: () => void;
  answerWithinMs?: number | undefined;
}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: appUrl,
    max,
    options: `-c role=${ROLE_NAMES.jobs}`,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: answerWithinMs,
  });
  // On the connections too: the queue keeps one to listen on.
  const report = (error: Error): void => {
    // The embedded database may shut down while the last connections are still closing.
    if (pool.ending) return;
    logger.warn({ err: error }, "a connection of the job queue broke");
  };
  pool.on("error", report);
  pool.on("connect", (client) => client.on("error", report));
  endSilentConnections(pool, onAnswer);
  return pool;
}
