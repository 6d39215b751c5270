import pg from "pg";
import { isWithoutAnswer } from "./database.ts";
import { DatabaseStartError } from "./embedded/database-start-error.ts";

const SAY_SO_AFTER_MS = 5_000;
const CONNECT_WITHIN_MS = 30_000;
/** A migration may rewrite a large table. Also the longest wait for another process's turn (take-turn.ts). */
const ANSWER_WITHIN_MS = 600_000;
/** Detects a peer that vanished without closing the connection. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const;

interface Patience {
  readonly sayAfterMs?: number;
  readonly connectWithinMs?: number;
  readonly answerWithinMs?: number;
  /** Called once if connecting takes long, with a message for the user. */
  readonly onWaiting?: (message: string) => void;
}

/** The server's address, without role and password. */
const placeOf = ({ host, port }: pg.Client): string =>
  host.startsWith("/") ? `the socket of port ${String(port)} in ${host}` : `${host}:${String(port)}`;

async function connect(
  client: pg.Client,
  {
    sayAfterMs = SAY_SO_AFTER_MS,
    connectWithinMs = CONNECT_WITHIN_MS,
    onWaiting = (message) => {
      console.log(message);
    },
  }: Patience,
): Promise<void> {
  const began = performance.now();
  const timer = setTimeout(() => {
    onWaiting(`Waiting for the database at ${placeOf(client)} to answer.`);
  }, sayAfterMs);
  try {
    await client.connect();
  } catch (error) {
    // A connection that breaks early belongs to a server that is starting or stopping, whose error is clear enough.
    if (!isWithoutAnswer(error) || performance.now() - began < 0.9 * connectWithinMs) throw error;
    throw new DatabaseStartError(
      `The database at ${placeOf(client)}, or the pooler in front of it, did not answer within ${String(connectWithinMs / 1_000)} s. ` +
        "See whether it runs, and whether a firewall or proxy on the way drops the connection.",
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs `work` with a connection that is closed afterwards. A broken connection fails the current query, never the process. Throws
 * DatabaseStartError if the database doesn't respond.
 */
export async function withConnection<Result>(
  config: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
  patience: Patience = {},
): Promise<Result> {
  const client = new pg.Client({
    ...(typeof config === "string" ? { connectionString: config } : config),
    ...KEEP_ALIVE,
    connectionTimeoutMillis: patience.connectWithinMs ?? CONNECT_WITHIN_MS,
    query_timeout: patience.answerWithinMs ?? ANSWER_WITHIN_MS,
  });
  // pg also emits an error event, which without a listener ends the process.
  client.on("error", () => undefined);
  await connect(client, patience);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
