import pg from "pg";
import type { Logger } from "pino";
import { isWithoutAnswer } from "#database/database.ts";
import { ROLE_NAMES } from "#database/schema/roles.ts";
import { KEEP_ALIVE } from "#database/with-connection.ts";

const CONNECT_WITHIN_MS = 15_000;
/** Longer than PostgreSQL lets a statement wait for a lock (set-up.ts), and short enough for a look within the minute of readiness. */
const ANSWER_WITHIN_MS = 40_000;

/**
 * Ends connections on which a statement got no answer, and reports those that answer. A proxy that lost its other end may keep a connection
 * open in silence: graphile-worker (0.17.3) gives such a connection back to its pool, and listens on it until it breaks.
 */
function endSilentConnections(pool: pg.Pool, onAnswer: () => void): void {
  pool.on("connect", (client) => {
    // oxlint-disable-next-line typescript/unbound-method -- the proxy passes "this" on
    client.query = new Proxy(client.query, {
      apply(query, self, args: unknown[]): unknown {
        const sent: unknown = Reflect.apply(query, self, args);
        if (!(sent instanceof Promise)) return sent;
        void sent.then(onAnswer, (error: unknown) => {
          // A refusal is an answer too.
          if (!(error instanceof Error && isWithoutAnswer(error))) {
            onAnswer();
            return;
          }
          void client.end();
          // Whoever listens on it or keeps a lock there begins again on another.
          client.emit("error", error);
        });
        return sent;
      },
    });
  });
}

/** Connections for the queue: as the role that owns it, and direct, because it listens. */
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
  /** Called whenever the database answers one of these connections. */
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
  // On the connections as well: the queue holds one to listen on, for as long as it runs.
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
