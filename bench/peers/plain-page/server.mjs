import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastify from "fastify";

/**
 * Serves the plain page from memory.
 *
 * @param {{ resources: import("../../measuring/held-resources.mjs").HeldResources }} options
 * @returns {Promise<string>} its address
 */
export async function servePlainPage({ resources }) {
  // A browser keeps idle connections open; the end must not wait for them.
  const app = fastify({ forceCloseConnections: true });
  resources.hold(() => app.close());
  const page = await readFile(join(import.meta.dirname, "index.html"));
  const script = await readFile(join(import.meta.dirname, "page.js"));
  app.get("/", (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
  app.get("/page.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(script));
  return app.listen({ host: "127.0.0.1", port: 0 });
}
