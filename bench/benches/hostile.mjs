import { once } from "node:events";
import { connect } from "node:net";
import { median } from "../measuring/median.mjs";
import { startDatabase } from "../product/database.mjs";
import { startProductServer } from "../product/server.mjs";

const WATCH = new URL("../product/watch-cost.mjs", import.meta.url).href;
const ONE_BY_ONE = 40;
const AT_ONCE = 100;
const MAX_LOOP_MS = 5;
const MAX_MEMORY_KB = 1_000;
const MB = 1_000_000;

const JSON_TYPE = "content-type: application/json";
const FORM_TYPE = "content-type: multipart/form-data; boundary=x";
const UNKNOWN_KEYS = Buffer.from(`{${'"k012":1,'.repeat(880_000)}"z":1}`);
const NESTED = Buffer.from("[".repeat(3_900_000) + "]".repeat(3_900_000));
const SMALL_NESTED = Buffer.from("[".repeat(8_000) + "]".repeat(8_000));
const SMALL_KEYS = Buffer.from(`{${'"k":1,'.repeat(2_500)}"z":1}`);
const LOGIN = "POST /api/users/login";

/** @type {readonly { what: string, line: string, head?: string[], body?: Buffer, chunks?: number }[]} */
const REQUESTS = [
  { what: "880,000 unknown keys to the login", line: LOGIN, head: [JSON_TYPE], body: UNKNOWN_KEYS },
  { what: "3.9 million nested lists to the login", line: LOGIN, head: [JSON_TYPE], body: NESTED },
  { what: "16 KB of nested lists to the login", line: LOGIN, head: [JSON_TYPE], body: SMALL_NESTED },
  { what: "15 KB of unknown keys to the login", line: LOGIN, head: [JSON_TYPE], body: SMALL_KEYS },
  {
    what: "64 MB in chunks to the login",
    line: LOGIN,
    head: [JSON_TYPE],
    body: Buffer.alloc(64_000, " "),
    chunks: 1_000,
  },
  { what: "7.8 MB to a batch", line: "POST /api/batch", head: [JSON_TYPE], body: NESTED },
  {
    what: "7.8 MB to a batch, with a forged token",
    line: "POST /api/batch",
    head: [JSON_TYPE, `authorization: Bearer ${"x".repeat(8_000)}`],
    body: NESTED,
  },
  { what: "an upload of 9 MB", line: "POST /api/files", head: [FORM_TYPE], body: Buffer.alloc(9 * MB) },
  { what: "7.8 MB to an unknown address", line: "POST /api/nothing", head: [JSON_TYPE], body: NESTED },
  { what: "7.8 MB to the server's state", line: "GET /healthz", body: NESTED },
  { what: "a refresh with a forged cookie", line: "POST /api/users/refresh", head: ["cookie: ridgebook_session=x.y"] },
  { what: "headers of 15 KB", line: "GET /api/leads", head: [`x-much: ${"x".repeat(15_000)}`] },
  { what: "the API's description", line: "GET /api/openapi.json" },
  { what: "the metrics", line: "GET /metrics" },
  { what: "the page", line: "GET /", head: ["accept: text/html"] },
];

/**
 * What requests of people without a session cost the server: time of its event loop, one after the other, and memory, a hundred at
 * once. Each comes from an address of its own, so that no limit of attempts makes them cheap.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources }} options
 * @returns {Promise<import("../measuring/figures.mjs").Figure[]>}
 */
export async function measureHostile({ resources }) {
  const database = await startDatabase({ resources });
  const server = await startProductServer({ resources, database, imports: [WATCH], env: { TRUST_PROXY: "1" } });
  const port = Number(new URL(server.url).port);
  const sendAll = (/** @type {(typeof REQUESTS)[number]} */ request, /** @type {number} */ count) =>
    Promise.all(Array.from({ length: count }, () => send(port, request)));
  for (const request of REQUESTS) await sendAll(request, AT_ONCE);

  const figures = [];
  for (const request of REQUESTS) {
    await server.cost();
    const times = [];
    for (let round = 0; round < ONE_BY_ONE; round += 1) {
      await send(port, request);
      times.push((await server.cost()).busyMs);
    }
    const statuses = await sendAll(request, AT_ONCE);
    const { memoryKb } = await server.cost();
    figures.push(
      {
        what: `${request.what}, event loop`,
        measured: median(times),
        unit: /** @type {const} */ ("ms"),
        goal: { atMost: MAX_LOOP_MS },
        note: `slowest ${Math.max(...times).toFixed(1)} ms, answered with ${[...new Set(statuses)].join(", ")}`,
      },
      {
        what: `${request.what}, memory`,
        measured: memoryKb / AT_ONCE,
        unit: /** @type {const} */ ("KB"),
        goal: { atMost: MAX_MEMORY_KB },
      },
    );
  }
  return figures;
}

let addresses = 0;

/**
 * Sends a request as fast as the server takes it, until it is answered. @returns {Promise<number>} the status
 *
 * @param {number} port
 * @param {(typeof REQUESTS)[number]} request
 */
async function send(port, { line, head = [], body = Buffer.alloc(0), chunks }) {
  const client = connect(port, "127.0.0.1");
  client.on("error", () => undefined);
  await once(client, "connect");
  addresses += 1;
  const address = `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
  const length = chunks === undefined ? `content-length: ${body.length}` : "transfer-encoding: chunked";
  const lines = [`${line} HTTP/1.1`, "host: localhost", `x-forwarded-for: ${address}`, length, ...head];
  let text = "";
  const answered = new Promise((resolve) => {
    client.on("data", (data) => {
      text += data.toString("latin1");
      resolve(undefined);
    });
    client.once("close", resolve);
  });
  let isAnswered = false;
  answered.then(() => (isAnswered = true));
  client.write([...lines, "", ""].join("\r\n"));
  const piece =
    chunks === undefined
      ? body
      : Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n")]);
  for (let sent = 0; sent < (chunks ?? 1) && !isAnswered && client.writable; sent += 1)
    if (piece.length > 0 && !client.write(piece))
      await Promise.race([once(client, "drain").catch(() => undefined), answered]);
  await answered;
  client.destroy();
  return Number(text.slice(9, 12));
}
