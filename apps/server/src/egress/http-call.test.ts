import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { allowedHere } from "#testing/allowed-here.ts";
import { createEgress } from "./egress.ts";
import { createHttpCall, type HttpCallRequest } from "./http-call.ts";

/** A server on this machine, and calls of it. */
async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const call = createHttpCall({ egress: createEgress({ allowed: allowedHere({ port }) }) });
  const url = `http://127.0.0.1:${String(port)}`;
  const ask = (given: Partial<HttpCallRequest> = {}) =>
    call({ method: "GET", url: `${url}/a?b=1`, headers: {}, withinMs: 5_000, maxBytes: 1_000, ...given });
  return { ask, url };
}

describe("[CONN-06] a call by http", () => {
  test("sends method, path, headers and body, and reads the answer", async () => {
    const { ask } = await serve((request, response) => {
      request.setEncoding("utf8");
      request.on("data", (body) =>
        response.end(
          `${String(request.method)} ${String(request.url)} ${String(request.headers["x-one"])} ${String(body)}`,
        ),
      );
    });
    const { status, body } = await ask({ method: "PUT", headers: { "x-one": "1" }, body: "é" });
    expect([status, body.toString()]).toEqual([200, "PUT /a?b=1 1 é"]);
  });

  test("takes an answer of the limit, and refuses one of a byte more", async () => {
    const { ask } = await serve((_request, response) => response.end("x".repeat(1_000)));
    expect((await ask()).body).toHaveLength(1_000);
    await expect(ask({ maxBytes: 999 })).rejects.toMatchObject({ failure: "tooLarge" });
  });

  test("ends an answer without end, a slow one, and one that breaks off", async () => {
    const endless = await serve((_request, response) => {
      const timer = setInterval(() => response.write("x".repeat(300)), 5);
      response.on("close", () => clearInterval(timer));
    });
    await expect(endless.ask()).rejects.toMatchObject({ failure: "tooLarge" });
    await expect(endless.ask({ maxBytes: 1e9, withinMs: 200 })).rejects.toMatchObject({ failure: "timedOut" });
    const silent = await serve(() => undefined);
    await expect(silent.ask({ withinMs: 100 })).rejects.toMatchObject({ failure: "timedOut" });
    const broken = await serve((_request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => response.destroy());
    });
    await expect(broken.ask()).rejects.toMatchObject({ failure: "brokenOff" });
  });

  test("follows no redirect", async () => {
    let calls = 0;
    const { ask } = await serve((_request, response) => {
      calls += 1;
      response.writeHead(302, { location: "/elsewhere" });
      response.end();
    });
    expect((await ask()).status).toBe(302);
    expect(calls).toBe(1);
  });

  test("goes without encryption only where the operator names host and port", async () => {
    const { url } = await serve((_request, response) => response.end());
    const call = createHttpCall({ egress: createEgress({ allowed: [] }) });
    const request = { method: "GET", headers: {}, withinMs: 1_000, maxBytes: 10 } as const;
    for (const refused of [url, "http://9.9.9.9/", "http://9.9.9.9:443/"])
      await expect(call({ ...request, url: refused })).rejects.toMatchObject({ failure: "portNotAllowed" });
  });
});
