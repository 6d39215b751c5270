import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import type { ProblemReply } from "@ridgebook/contract";
import { SOON } from "@ridgebook/testing/patience";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";

/*
 * The cost of a request, over real connections: a refused request is not read, and its reply is short. `npm run bench -- hostile` measures times and
 * memory.
 */

/** The system's own buffers hold more than is read of them. */
const MOST_READ = 300_000;
const MOST_REPLIED = 8_000;
const MB = 1_000_000;

let server: TestApplication;
let sales: SignedIn;
let admin: SignedIn & TestUser;
let companyId: number;
let port: number;
/** Connections as the server sees them. */
const connections: Socket[] = [];

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"), {
    patience: { signedOutMs: 60_000, signedInMs: 60_000, answeredMs: 50 },
  });
  const company = await server.createCompany();
  companyId = company;
  sales = await server.signInNew({ companyId: company });
  admin = await server.signInNew({ companyId: company, role: "Admin" });
  server.app.server.on("connection", (socket) => connections.push(socket));
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterAll(async () => {
  await server.close();
});

interface Heard {
  readonly status: number;
  readonly head: string;
  readonly text: string;
  /** Bytes of the request that the server has read. */
  readonly read: number;
  /** Whether the server has ended the connection. */
  readonly isClosed: boolean;
}

/**
 * Sends a request in pieces, as fast as the server takes them, until it has answered or all is sent. Without a length, the body goes
 * out in chunks.
 */
async function send(
  head: readonly string[],
  {
    piece = Buffer.alloc(0),
    times = 1,
    isChunked = false,
  }: { piece?: Buffer; times?: number; isChunked?: boolean } = {},
): Promise<Heard> {
  const client = connect(port, "127.0.0.1");
  client.on("error", () => undefined);
  await once(client, "connect");
  let [text, isAnswered, isClosed] = ["", false, false];
  const ended = new Promise<void>((resolve) => {
    client.on("data", (data: Buffer) => {
      text += data.toString();
      isAnswered = true;
      if (isWholeReply(text)) resolve();
    });
    client.once("end", () => {
      isClosed = true;
      resolve();
    });
    client.once("close", resolve);
  });
  const length = isChunked ? "transfer-encoding: chunked" : `content-length: ${String(piece.length * times)}`;
  client.write([...head, "host: localhost", length, "", ""].join("\r\n"));
  const part = isChunked
    ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")])
    : piece;
  for (let sent = 0; sent < times && !isAnswered && client.writable; sent += 1)
    if (!client.write(part)) await Promise.race([once(client, "drain"), ended]);
  if (isChunked && !isAnswered) client.write("0\r\n\r\n");
  await ended;
  const read = connections.find(({ remotePort }) => remotePort === client.localPort)?.bytesRead ?? 0;
  if (/^connection: close/im.test(text)) await vi.waitFor(() => expect(isClosed).toBe(true), SOON);
  client.destroy();
  return { status: Number(text.slice(9, 12)), head: text.split("\r\n\r\n")[0] ?? "", text, read, isClosed };
}

function isWholeReply(text: string): boolean {
  const [head = "", body] = text.split("\r\n\r\n");
  return body !== undefined && Buffer.byteLength(body) >= Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
}

const bearer = (token: string): string => `authorization: Bearer ${token}`;
const JSON_TYPE = "content-type: application/json";
const FORM_TYPE = "content-type: multipart/form-data; boundary=x";
const UNKNOWN_KEYS = Buffer.from(`{${'"k012":1,'.repeat(880_000)}"z":1}`);
const NESTED = Buffer.from("[".repeat(3_900_000) + "]".repeat(3_900_000));
const ENDLESS = Buffer.alloc(64_000, " ");

describe("a caller without a session", () => {
  test.each([
    ["880,000 unknown keys to the login", "POST /api/users/login HTTP/1.1", UNKNOWN_KEYS, 413],
    ["3.9 million nested lists to the login", "POST /api/users/login HTTP/1.1", NESTED, 413],
    ["7.8 MB to a batch", "POST /api/batch?companyId=1 HTTP/1.1", NESTED, 401],
    ["7.9 MB to an estimate", "POST /api/estimates/7 HTTP/1.1", UNKNOWN_KEYS, 401],
    ["7.8 MB to an address that does not exist", "POST /api/nothing HTTP/1.1", NESTED, 404],
    ["7.8 MB to a call without a body", "POST /api/users/logout HTTP/1.1", NESTED, 413],
    ["7.8 MB to a call that reads", "GET /api/info HTTP/1.1", NESTED, 413],
    ["7.8 MB to the server's state", "GET /healthz HTTP/1.1", NESTED, 200],
  ])("[REQ-01] [REQ-02] sends %s: answered behind the headers, not parsed, not read", async (_, line, body, status) => {
    const parse = vi.spyOn(JSON, "parse");
    const heard = await send([line, JSON_TYPE], { piece: body });
    const parsed = parse.mock.calls.filter(([text]) => text.length > MOST_REPLIED);
    parse.mockRestore();
    expect(heard.status).toBe(status);
    expect(parsed).toEqual([]);
    expect(heard.read).toBeLessThan(MOST_READ);
    expect(heard.text.length).toBeLessThan(MOST_REPLIED);
    expect(heard.isClosed).toBe(true);
  });

  test.each([
    ["the login", "POST /api/users/login HTTP/1.1", JSON_TYPE, 413],
    ["a batch", "POST /api/batch HTTP/1.1", JSON_TYPE, 401],
    ["an upload", "POST /api/files HTTP/1.1", FORM_TYPE, 401],
    ["an address that does not exist", "POST /nothing HTTP/1.1", JSON_TYPE, 404],
  ])(
    "[REQ-01] [REQ-02] sends chunks without end to %s: no more than 300 KB are read",
    async (_, line, type, status) => {
      const heard = await send([line, type], { piece: ENDLESS, times: 1_000, isChunked: true });
      expect(heard.status).toBe(status);
      expect(heard.read).toBeLessThan(MOST_READ);
      expect(heard.isClosed).toBe(true);
    },
  );

  test("[REQ-01] the answer says what was too large", async () => {
    const { text } = await send(["POST /api/users/login HTTP/1.1", JSON_TYPE], { piece: NESTED });
    expect(text).toContain('"title":"The request is too large."');
  });

  test("[REQ-02] counts as an attempt also with a body that is refused", async () => {
    const login = ["POST /api/users/forgotpassword HTTP/1.1", JSON_TYPE];
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 61; attempt += 1) statuses.push((await send(login, { piece: ENDLESS })).status);
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 413));
    expect(statuses[60]).toBe(429);
  });

  test("[REQ-08] cannot lead the links of a mail elsewhere with headers", async () => {
    const { email } = await server.createUser({ companyId: await server.createCompany() });
    const forged = {
      host: "evil.test",
      "x-forwarded-host": "evil.test",
      "x-forwarded-proto": "gopher",
      forwarded: "host=evil.test",
    };
    await server.call("forgotPassword", { body: { email }, headers: forged });
    await server.runJobs();
    const mail = (await server.readMails()).at(-1);
    expect(JSON.stringify(mail)).toContain("http://localhost:3000/account/reset-password");
    expect(JSON.stringify(mail)).not.toMatch(/evil|gopher/);
  });

  test("[REQ-05] keeps the connection for the next call when a small body is refused", async () => {
    const heard = await send(["POST /api/batch HTTP/1.1", JSON_TYPE], { piece: Buffer.from("{}") });
    expect([heard.status, heard.isClosed]).toEqual([401, false]);
  });
});

describe("a signed-in caller", () => {
  const to = (path: string, by: SignedIn = sales, type = JSON_TYPE): string[] => [
    `POST ${path}?companyId=${String(companyId)} HTTP/1.1`,
    bearer(by.token),
    type,
  ];

  test("[REQ-02] a caller who may not upload is refused after the headers of an upload", async () => {
    const heard = await send(to("/api/files", sales, FORM_TYPE), { piece: Buffer.alloc(9 * MB) });
    expect(heard.status).toBe(403);
    expect(heard.read).toBeLessThan(MOST_READ);
    expect(heard.isClosed).toBe(true);
  });

  test("[REQ-02] a company of others is refused behind the headers of a batch, and remembered", async () => {
    const foreign = await server.createCompany();
    const head = [`POST /api/batch?companyId=${String(foreign)} HTTP/1.1`, bearer(sales.token), JSON_TYPE];
    const heard = await send(head, { piece: NESTED });
    expect(heard.status).toBe(403);
    expect(heard.read).toBeLessThan(MOST_READ);
    const { rows } = await server.testDatabase.superuserPool.query<{ company_id: string }>(
      "select company_id from audit_event where event = 'company.refused'",
    );
    expect(rows.map(({ company_id }) => Number(company_id))).toEqual([foreign]);
  });

  test("[REQ-05] a caller with an expired token gets the 401 after the whole upload, and renews it", async () => {
    const old = await server.signIn(admin);
    server.clock.advance({ minutes: 16 });
    try {
      const heard = await send(to("/api/files", old, FORM_TYPE), { piece: Buffer.alloc(MB), times: 9 });
      expect([heard.status, heard.isClosed]).toEqual([401, false]);
    } finally {
      server.clock.advance({ minutes: -16 });
    }
  });

  test("[REQ-01] [REQ-03] sends no more than a route takes, no deep nesting and no millions of values", async () => {
    const { status } = await send(to("/api/leads/"), { piece: ENDLESS, times: 5 });
    expect(status).toBe(413);
    const nested = await send(to("/api/batch"), { piece: NESTED });
    expect([nested.status, nested.text.includes("malformedBody")]).toEqual([400, true]);
    const wide = await send(to("/api/batch"), { piece: UNKNOWN_KEYS });
    expect(wide.status).toBe(413);
    const upload = await send(to("/api/files", admin, FORM_TYPE), { piece: ENDLESS, times: 1_000, isChunked: true });
    expect(upload.status).toBe(413);
    expect(upload.text).toContain("File exceeds limit of 9.5 MB.");
  });

  test("[REQ-04] the answer names twenty problems at most", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key${String(index)}`, 1]));
    const reply = await sales.callRaw("createEstimateTemplate", { body: { name: "Gray", ...unknown } });
    expect(Object.keys((reply.body as ProblemReply).errors ?? {})).toHaveLength(20);
    const batch = await sales.callRaw("sendBatch", { body: { calls: [], ["k".repeat(MB)]: 1 } });
    expect(JSON.stringify(batch.body).length).toBeLessThan(MOST_REPLIED);
  });
});
