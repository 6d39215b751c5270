import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { ENVIRONMENTS, type Environment } from "@ridgebook/contract";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpServer } from "./http-server.ts";
import { createMetrics } from "./metrics.ts";

const SOURCE_PAGE = path.join(import.meta.dirname, "../../../web/index.html");
const SCRIPT = "export const answer = 42;\n".repeat(100);

let webFolder: string;
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-web-"));
  await copyFile(SOURCE_PAGE, path.join(webFolder, "index.html"));
  await mkdir(path.join(webFolder, "assets"));
  for (const name of ["start.js", "plain.js"]) await writeFile(path.join(webFolder, "assets", name), SCRIPT);
  await writeFile(path.join(webFolder, "assets/start.js.br"), brotliCompressSync(SCRIPT));
});
afterAll(() => rm(webFolder, { recursive: true }));

const serve = (environment: Environment) =>
  createHttpServer({
    admit: () => Promise.reject(new Error("No call is made.")),
    logger: pino({ level: "silent" }),
    metrics: createMetrics(),
    assertReady: () => Promise.resolve(),
    webFolder,
    environment,
    isSecure: false,
    isFormerCookieRead: () => false,
  });

test("a file is sent compressed if the client accepts it, and the compressed file has no own address", async () => {
  const server = await serve("production");
  const open = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });
  try {
    const compressed = await open("/assets/start.js", { "accept-encoding": "gzip, deflate, br" });
    expect(compressed.headers).toMatchObject({
      "content-encoding": "br",
      "content-type": "application/javascript; charset=utf-8",
      vary: "accept-encoding",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(SCRIPT);
    for (const accepted of ["identity", "gzip"]) {
      const plain = await open("/assets/start.js", { "accept-encoding": accepted });
      expect(plain.headers["content-encoding"]).toBeUndefined();
      expect(plain.headers).toMatchObject({ vary: "accept-encoding" });
      expect(plain.body).toBe(SCRIPT);
    }
    expect((await open("/assets/plain.js", { "accept-encoding": "br" })).body).toBe(SCRIPT);
    expect((await open("/assets/start.js.br")).statusCode).toBe(404);
  } finally {
    await server.close();
  }
});

test.each(ENVIRONMENTS)("[GUARD-13] the page of a server in %s names it, at every address", async (environment) => {
  const server = await serve(environment);
  const open = (url: string, headers: Record<string, string> = {}) =>
    server.inject({ url, headers: { accept: "text/html", ...headers } });
  try {
    for (const url of ["/", "/index.html", "/estimator/leads?page=2"]) {
      const { statusCode, headers, body } = await open(url);
      expect(statusCode, url).toBe(200);
      expect(body.match(/data-environment="\w+"/g), url).toEqual([`data-environment="${environment}"`]);
      expect(headers).toMatchObject({ "cache-control": "no-cache", "content-type": "text/html; charset=utf-8" });
      expect((await open(url, { "if-none-match": String(headers["etag"]) })).statusCode, url).toBe(304);
    }
  } finally {
    await server.close();
  }
});
