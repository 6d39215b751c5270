// A Fastify server with nothing around it: stores each body as one JSON value in one row, and returns it. It checks nothing, prices nothing and has no
// users.
import fastify from "fastify";
import pg from "pg";

const CONNECTIONS = 10;
const MAX_BYTES = 10_000_000;

process.once("message", async (message) => {
  const { databaseUrl } = /** @type {{ databaseUrl: string }} */ (message);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  await pool.query("create table if not exists bench_document (id bigserial primary key, body jsonb not null)");
  const app = fastify({ bodyLimit: MAX_BYTES });
  app.post("/documents", async ({ body }) => {
    const { rows } = await pool.query("insert into bench_document (body) values ($1) returning id, body", [
      JSON.stringify(body),
    ]);
    return { ...rows[0].body, id: Number(rows[0].id) };
  });
  app.get("/documents/:id", async ({ params }) => {
    const { id } = /** @type {{ id: string }} */ (params);
    const { rows } = await pool.query("select body from bench_document where id = $1", [id]);
    return rows[0].body;
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  process.send?.({ url });
});
