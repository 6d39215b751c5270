import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { Environment } from "@ridgebook/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { knowsTag } from "./send-bytes.ts";

const PAGE_FILE = "index.html";

type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Files with a hash in their name never change; browsers revalidate the page and the service worker each time.
 *
 * @returns a function that sends the app's page, with the environment of this server in it (GUARD-13); undefined without a built app
 */
export async function serveWebApp(
  app: FastifyInstance,
  { webFolder, environment }: { webFolder: string; environment: Environment },
): Promise<SendPage | undefined> {
  if (!existsSync(path.join(webFolder, PAGE_FILE))) return undefined;
  await app.register(fastifyStatic, {
    root: webFolder,
    wildcard: false,
    globIgnore: [PAGE_FILE, "**/*.br"],
    // The build writes Brotli files beside text files.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, file) => {
      response.setHeader("vary", "accept-encoding");
      const isHashed = path.relative(webFolder, file).startsWith("assets");
      response.setHeader("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  const built = await readFile(path.join(webFolder, PAGE_FILE), "utf8");
  const page = built.replace('data-environment="development"', `data-environment="${environment}"`);
  const etag = `"${createHash("sha256").update(page).digest("base64url")}"`;
  const sendPage: SendPage = (request, reply) => {
    reply.header("cache-control", "no-cache").header("etag", etag);
    if (knowsTag(request, etag)) return reply.status(304).send();
    return reply.type("text/html; charset=utf-8").send(page);
  };
  for (const url of ["/", `/${PAGE_FILE}`]) app.get(url, sendPage);
  return sendPage;
}
