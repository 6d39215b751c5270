import pg from "pg";

/** Runs `work` on a connection that is closed behind it. A connection that breaks fails the query at hand, never the process. */
export async function withConnection<Result>(
  config: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(config);
  // Besides failing the query, pg emits this event, which without a listener ends the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
