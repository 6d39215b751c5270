import { createServer, type AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { allowedHere } from "#testing/allowed-here.ts";
import { HOOKS_CERTIFICATE, startHookReceiver, type HookReceiver } from "#testing/hook-receiver.ts";
import { createEgress } from "./egress.ts";
import { targetOf } from "./http-call.ts";
import { createPostJson } from "./post-json.ts";

const HERE = (): Promise<string[]> => Promise.resolve(["127.0.0.1"]);

async function startReceiver(): Promise<HookReceiver> {
  const receiver = await startHookReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
}

function posting(
  port: number,
  { ca = HOOKS_CERTIFICATE, withinMs = 5_000 }: { ca?: string | undefined; withinMs?: number } = {},
) {
  const post = createPostJson({
    egress: createEgress({ allowed: allowedHere({ port }), lookUp: HERE }),
    withinMs,
    ca,
  });
  return (host = "hooks.test") =>
    post({ url: `https://${host}:${String(port)}/in?from=us#part`, body: '{"a":"é"}', headers: { "X-One": "1" } });
}

describe("posting to an address that a company chose", () => {
  test("[HOOK-05] sends the body as JSON to path and query, under the name of the host", async () => {
    const receiver = await startReceiver();
    expect(await posting(receiver.port)()).toEqual({ status: 204 });
    expect(receiver.received).toMatchObject([
      {
        path: "/in?from=us",
        body: '{"a":"é"}',
        headers: {
          host: `hooks.test:${String(receiver.port)}`,
          "content-type": "application/json",
          "content-length": "10",
          "x-one": "1",
        },
      },
    ]);
  });

  test("[HOOK-07] follows no redirect, and does not wait for the end of a long reply", async () => {
    const receiver = await startReceiver();
    receiver.reply = { status: 302, headers: { location: `https://hooks.test:${String(receiver.port)}/other` } };
    expect(await posting(receiver.port)()).toEqual({ status: 302 });
    receiver.reply = { status: 200, body: "x".repeat(4_000_000) };
    expect(await posting(receiver.port)()).toEqual({ status: 200 });
    expect(receiver.received).toHaveLength(2);
  });

  test("[HOOK-07] a receiver that does not answer is given up after the time allowed", async () => {
    const receiver = await startReceiver();
    receiver.reply = "silence";
    await expect(posting(receiver.port, { withinMs: 200 })()).rejects.toMatchObject({ failure: "timedOut" });
  });

  test("[HOOK-07] one that does not even begin to encrypt is given up as well", async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await expect(posting(port, { withinMs: 200 })()).rejects.toMatchObject({ failure: "timedOut" });
  });

  test("[HOOK-07] a certificate of another host, or for another name, is refused before anything is sent", async () => {
    const receiver = await startReceiver();
    const byNobody = createPostJson({
      egress: createEgress({ allowed: allowedHere(receiver), lookUp: HERE }),
      withinMs: 5_000,
    });
    const url = `https://hooks.test:${String(receiver.port)}/`;
    await expect(byNobody({ url, body: "{}", headers: {} })).rejects.toMatchObject({ failure: "certificate" });
    await expect(posting(receiver.port)("other.test")).rejects.toMatchObject({ failure: "certificate" });
    expect(receiver.received).toEqual([]);
  });

  test("[HOOK-06] an address inside is refused at the connection, whatever the name said before", async () => {
    const receiver = await startReceiver();
    let lookups = 0;
    const egress = createEgress({
      allowed: [],
      // A rebinding name server: public when it is checked, this machine when it is used.
      lookUp: () => Promise.resolve([(lookups += 1) === 1 ? "8.8.8.8" : "127.0.0.1"]),
    });
    const url = "https://rebind.example/";
    await egress.check(targetOf(url));
    await expect(createPostJson({ egress, withinMs: 5_000 })({ url, body: "{}", headers: {} })).rejects.toMatchObject({
      failure: "notAllowed",
    });
    expect(receiver.received).toEqual([]);
  });

  test.each([
    ["https://a.example/x", "a.example", 443],
    ["https://a.example:8443/x", "a.example", 8443],
    ["https://[2606:4700::1111]/x", "2606:4700::1111", 443],
  ])("%s leads to %s, port %d", (url, host, port) => {
    expect(targetOf(url)).toMatchObject({ host, port });
  });
});
