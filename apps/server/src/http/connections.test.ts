import { EventEmitter, once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { Problem } from "@ridgebook/contract";
import { SOON } from "@ridgebook/testing/patience";
import { pino } from "pino";
import { afterEach, describe, expect, test, vi } from "vitest";
import { clientOf } from "./client-address.ts";
import { createHttpServer, type HttpServerParts } from "./http-server.ts";
import { createMetrics } from "./metrics.ts";
import type { CallHead } from "./call-input.ts";

type HttpServer = Awaited<ReturnType<typeof createHttpServer>>;

let server: HttpServer;
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await server.close();
});

/** A server that admits every call with a token and returns it with nothing. */
async function start(parts: Partial<HttpServerParts> = {}): Promise<{ heads: CallHead[] }> {
  const heads: CallHead[] = [];
  server = await createHttpServer({
    admit: (_name, head) => {
      heads.push(head);
      if (head.bearer === undefined && head.path !== "/api/users/login") throw new Problem("sessionExpired");
      return Promise.resolve(() => Promise.resolve({ status: 204, body: undefined }));
    },
    logger: pino({ level: "silent" }),
    metrics: createMetrics(),
    assertReady: () => Promise.resolve(),
    webFolder: undefined,
    environment: "testing",
    isSecure: false,
    isFormerCookieRead: () => false,
    ...parts,
  });
  return { heads };
}

/** A connection for one test; `text` is what the server sent. */
async function open(): Promise<{ socket: Socket; heard: { text: string }; closed: Promise<unknown> }> {
  if (!server.server.listening) await server.listen({ port: 0, host: "127.0.0.1" });
  const socket = connect((server.server.address() as AddressInfo).port, "127.0.0.1");
  clients.push(socket);
  const heard = { text: "" };
  socket.on("data", (data: Buffer) => (heard.text += data.toString()));
  socket.on("error", () => undefined);
  const closed = once(socket, "close");
  await once(socket, "connect");
  return { socket, heard, closed };
}

describe("the caller's address", () => {
  const FORGED = "203.0.113.66";
  const BROWSER = "198.51.100.7";
  const ask = async (parts: Partial<HttpServerParts>, remoteAddress: string, forwarded: string) => {
    const { heads } = await start(parts);
    await server.inject({ method: "GET", url: "/api/info", remoteAddress, headers: { "x-forwarded-for": forwarded } });
    return heads[0]?.caller.address;
  };

  test.each([
    ["without a proxy", undefined, BROWSER, FORGED, BROWSER],
    ["behind one proxy", { hops: 1 }, "10.0.0.2", `${FORGED}, ${BROWSER}`, BROWSER],
    ["behind two proxies", { hops: 2 }, "10.0.0.3", `${FORGED}, ${BROWSER}, 10.0.0.2`, BROWSER],
    [
      "behind networks of proxies",
      { networks: ["10.0.0.0/8"] },
      "10.0.0.3",
      `${FORGED}, ${BROWSER}, 10.0.0.2`,
      BROWSER,
    ],
    ["beside networks of proxies", { networks: ["10.0.0.0/8"] }, BROWSER, `${FORGED}, 10.0.0.2`, BROWSER],
    ["behind a proxy that passes on nonsense", { hops: 1 }, "10.0.0.2", `${FORGED}, <script>`, "10.0.0.2"],
  ])("[REQ-08] %s, a forged address counts for nothing", async (_, trustedProxies, remote, forwarded, address) => {
    expect(await ask({ trustedProxies }, remote, forwarded)).toBe(address);
  });

  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["", ""],
  ])("[REQ-08] %s counts as %s", (address, client) => {
    expect(clientOf(address)).toBe(client);
  });
});

describe("connections of one address", () => {
  test("[REQ-07] above the limit they are refused with a message and not read; a closed one makes room", async () => {
    const { heads } = await start({ connectionsPerAddress: 2 });
    const first = await open();
    await open();
    const third = await open();
    third.socket.write("GET /api/info HTTP/1.1\r\nhost: x\r\n\r\n");
    await third.closed;
    expect(third.heard.text).toMatch(/^HTTP\/1\.1 429 /);
    expect(third.heard.text).toContain("Too many connections from your network.");
    expect(third.heard.text).toContain("\r\nretry-after: 60\r\n");
    expect(heads).toEqual([]);

    first.socket.destroy();
    await vi.waitFor(async () => {
      const next = await open();
      next.socket.write("POST /api/users/login HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n");
      await vi.waitFor(() => expect(next.heard.text).toMatch(/^HTTP\/1\.1 (204|429)/), SOON);
      expect(next.heard.text).toMatch(/^HTTP\/1\.1 204/);
    }, SOON);
  });

  test("[REQ-07] behind a proxy all come from it and are taken", async () => {
    await start({ connectionsPerAddress: 1, trustedProxies: { hops: 1 } });
    await open();
    const second = await open();
    second.socket.write("POST /api/users/login HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n");
    await vi.waitFor(() => expect(second.heard.text).toMatch(/^HTTP\/1\.1 204/), SOON);
  });
});

describe("a body that makes no progress", () => {
  /** The beginning of a call whose body is `{"a":1}`. */
  const head = (path: string, ...lines: string[]): string =>
    [
      `POST ${path} HTTP/1.1`,
      "host: x",
      "content-type: application/json",
      "content-length: 7",
      ...lines,
      "",
      '{"a"',
    ].join("\r\n");
  const REST = ":1}";
  const SIGNED_IN = "authorization: Bearer token";

  test("[REQ-06] closes its connection, while that of a signed-in caller may take longer", async () => {
    await start({ patience: { signedOutMs: 20, signedInMs: 3_600_000, answeredMs: 20 } });
    const [salesperson, stranger] = [await open(), await open()];
    salesperson.socket.write(head("/api/batch", SIGNED_IN));
    stranger.socket.write(head("/api/users/login"));
    await stranger.closed;
    expect(stranger.heard.text).toBe("");
    salesperson.socket.write(REST);
    await vi.waitFor(() => expect(salesperson.heard.text).toMatch(/^HTTP\/1\.1 204/), SOON);
  });

  test("[REQ-06] also closes the connection of a signed-in caller", async () => {
    await start({ patience: { signedOutMs: 3_600_000, signedInMs: 20, answeredMs: 20 } });
    const salesperson = await open();
    salesperson.socket.write(head("/api/batch", SIGNED_IN));
    await salesperson.closed;
    expect(salesperson.heard.text).toBe("");
  });

  test("[REQ-06] a call whose body has arrived may be worked on for longer", async () => {
    let finish = (): void => undefined;
    const work = new Promise<void>((resolve) => (finish = resolve));
    await start({
      patience: { signedOutMs: 20, signedInMs: 20, answeredMs: 20 },
      admit: () => Promise.resolve(() => work.then(() => ({ status: 204, body: undefined }))),
    });
    const [slow, stalled] = [await open(), await open()];
    slow.socket.write(head("/api/users/login") + REST);
    stalled.socket.write(head("/api/users/login"));
    await stalled.closed;
    finish();
    await vi.waitFor(() => expect(slow.heard.text).toMatch(/^HTTP\/1\.1 204/), SOON);
  });
});

test("[OPS-11] a server that stops ends a connection that was busy after its answer, however long its caller would keep it", async () => {
  const steps = new EventEmitter();
  await start({
    admit: () =>
      Promise.resolve(async () => {
        steps.emit("admitted");
        await once(steps, "answered");
        return { status: 204, body: undefined };
      }),
  });
  const admitted = once(steps, "admitted");
  const { socket, heard, closed } = await open();
  socket.write("GET /api/info HTTP/1.1\r\nhost: ridgebook\r\nconnection: keep-alive\r\n\r\n");
  await admitted;
  const stopped = server.close();
  await vi.waitUntil(() => !server.server.listening, SOON);
  steps.emit("answered");
  await Promise.all([stopped, closed]);
  expect(heard.text).toMatch(/^HTTP\/1\.1 204 .*connection: close/is);
});

test("[OPS-11] a call that has begun to arrive when the server stops is answered, not refused", async () => {
  await start();
  server.server.once("connection", (connection: Socket) => clients.push(connection));
  const { socket, heard, closed } = await open();
  const atServer = clients.find((each) => each !== socket);
  socket.write("GET /api/info HTTP/1.1\r\nauthorization: Bearer token\r\n");
  await vi.waitUntil(() => (atServer?.bytesRead ?? 0) > 0, SOON);
  const stopped = server.close();
  await vi.waitUntil(() => !server.server.listening, SOON);
  socket.write("host: ridgebook\r\n\r\n");
  await Promise.all([stopped, closed]);
  expect(heard.text).toMatch(/^HTTP\/1\.1 204 .*connection: close/is);
});

test("[OPS-19] a stop cuts off a caller who never sends the rest, which is no outage", async () => {
  const cutOff = new AbortController();
  const lines: string[] = [];
  const outages: unknown[] = [];
  await start({
    logger: pino({ level: "warn" }, { write: (line: string) => void lines.push(line) }),
    noteOutage: (error) => void outages.push(error),
    cutOff: cutOff.signal,
  });
  server.server.once("connection", (connection: Socket) => clients.push(connection));
  const { socket, closed } = await open();
  const atServer = clients.find((each) => each !== socket);
  socket.write(
    "POST /api/users/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{",
  );
  await vi.waitUntil(() => (atServer?.bytesRead ?? 0) > 0, SOON);
  const stopped = server.close();
  await vi.waitUntil(() => !server.server.listening, SOON);
  cutOff.abort();
  await Promise.all([stopped, closed]);
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { connections: 1, msg: "the stop cuts off requests" },
  ]);
  expect(outages).toEqual([]);
});
