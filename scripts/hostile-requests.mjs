// What a caller without a session may send to make a server work. Each comes from a different address, so that no limit of attempts
// makes it cheap: the server has to trust one proxy.
/* global Buffer -- of Node */
import { once } from "node:events";
import { connect } from "node:net";

const MB = 1_000_000;
const JSON_TYPE = "content-type: application/json";
const FORM_TYPE = "content-type: multipart/form-data; boundary=x";
const UNKNOWN_KEYS = Buffer.from(`{${'"k012":1,'.repeat(880_000)}"z":1}`);
const NESTED = Buffer.from("[".repeat(3_900_000) + "]".repeat(3_900_000));
const SMALL_NESTED = Buffer.from("[".repeat(8_000) + "]".repeat(8_000));
const SMALL_KEYS = Buffer.from(`{${'"k":1,'.repeat(2_500)}"z":1}`);
const LOGIN = "POST /api/users/login";

/**
 * @typedef {object} HostileRequest
 * @property {string} what
 * @property {string} line
 * @property {string[]} [head]
 * @property {Buffer} [body]
 * @property {number} [chunks] how often the body is sent, as a chunk each
 */

/** @type {readonly HostileRequest[]} */
export const HOSTILE_REQUESTS = [
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

let addresses = 0;

/** An unused address. */
export function nextAddress() {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/**
 * Sends a request as fast as the server takes it, until it is answered. @returns {Promise<number>} the status
 *
 * @param {number} port
 * @param {HostileRequest} request
 */
export async function sendHostile(port, { line, head = [], body = Buffer.alloc(0), chunks }) {
  const client = connect(port, "127.0.0.1");
  client.on("error", () => undefined);
  await once(client, "connect");
  const length = chunks === undefined ? `content-length: ${body.length}` : "transfer-encoding: chunked";
  const lines = [`${line} HTTP/1.1`, "host: localhost", `x-forwarded-for: ${nextAddress()}`, length, ...head];
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
