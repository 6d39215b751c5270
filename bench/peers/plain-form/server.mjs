import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastify from "fastify";

/**
 * Serves the plain form from memory, with the product's engine and a price book for the page that prices.
 *
 * @param {{ resources: import("../../measuring/held-resources.mjs").HeldResources, engine: string, priceBook: unknown }} options `engine` is one ES module
 * @returns {Promise<string>} its address, on another host name than the product's, so that it gets its own process
 */
export async function servePlainForm({ resources, engine, priceBook }) {
  // A browser keeps idle connections open; the end must not wait for them.
  const app = fastify({ forceCloseConnections: true });
  resources.hold(() => app.close());
  const page = await readFile(join(import.meta.dirname, "index.html"));
  const script = await readFile(join(import.meta.dirname, "page.js"));
  app.get("/", (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
  app.get("/page.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(script));
  app.get("/engine.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(engine));
  app.get("/price-book.json", (_request, reply) => reply.send(priceBook));
  const { port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
  return `http://localhost:${port}`;
}
