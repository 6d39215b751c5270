// A Fastify server with nothing around it: no session, no validation, no log. It runs the given statements, in order and on one connection, and returns
// the longest result as JSON.
import fastify from "fastify";
import pg from "pg";

/** As many as one process of the product has for requests. */
const CONNECTIONS = 10;

process.once("message", async (message) => {
  const { databaseUrl, statements } =
    /** @type {{ databaseUrl: string, statements: import("../product/record-statements.mjs").Statement[] }} */ (
      message
    );
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  const app = fastify();
  app.get("/leads", async () => {
    const client = await pool.connect();
    try {
      /** @type {unknown[]} */
      let leads = [];
      for (const { text, values } of statements) {
        // A text without values may hold several statements, which return a list; then no lead is among them.
        const { rows } = await (values.length > 0 ? client.query(text, values) : client.query(text));
        if (rows && rows.length > leads.length) leads = rows;
      }
      return leads;
    } finally {
      client.release();
    }
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  process.send?.({ url });
});
