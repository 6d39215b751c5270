import { copyFile, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ENVIRONMENTS } from "@ridgebook/contract";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpServer } from "./http-server.ts";
import { createMetrics } from "./metrics.ts";

const SOURCE_PAGE = path.join(import.meta.dirname, "../../../web/index.html");

let webFolder: string;
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-web-"));
  await copyFile(SOURCE_PAGE, path.join(webFolder, "index.html"));
});
afterAll(() => rm(webFolder, { recursive: true }));

test.each(ENVIRONMENTS)("[GUARD-13] the page of a server in %s names it, at every address", async (environment) => {
  const server = await createHttpServer({
    admit: () => Promise.reject(new Error("No call is made.")),
    logger: pino({ level: "silent" }),
    metrics: createMetrics(),
    assertReady: () => Promise.resolve(),
    webFolder,
    environment,
    isSecure: false,
    isFormerCookieRead: () => false,
  });
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
