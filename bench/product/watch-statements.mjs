// Loaded into the server before its own modules: logs every statement that it sends to PostgreSQL, one JSON object a line, and changes nothing.
import { appendFileSync } from "node:fs";
import { createRequire } from "node:module";
import { SERVER_PACKAGE_FILE } from "./built-product.mjs";

const statementsFile = process.env.BENCH_STATEMENTS_FILE ?? "";
// The server's own copy of pg, not the one of the benches.
const { Client } = createRequire(SERVER_PACKAGE_FILE)("pg");

/** @type {WeakMap<object, number>} */
const connections = new WeakMap();
let connectionCount = 0;

const { query } = Client.prototype;
Client.prototype.query = function watchedQuery(/** @type {unknown[]} */ ...args) {
  if (!connections.has(this)) connections.set(this, (connectionCount += 1));
  const [statement, values] = args;
  const { text, values: ownValues } = typeof statement === "string" ? { text: statement } : statement;
  const given = Array.isArray(values) ? values : ownValues;
  appendFileSync(
    statementsFile,
    `${JSON.stringify({ connection: connections.get(this), text, values: given ?? [] })}\n`,
  );
  return query.apply(this, args);
};
