import Fastify, { type FastifyInstance } from "fastify";
import { problems } from "@ridgebook/contract";
import type { Metrics } from "./metrics.ts";

/** The `Retry-After` of calls that failed because of the database. */
export const TRY_AGAIN_AFTER_SECONDS = 10;

interface Health {
  readonly metrics: Metrics;
  /** Rejects while the process is not ready. */
  readonly assertReady: () => Promise<void>;
}

export function addHealthRoutes(app: FastifyInstance, { metrics, assertReady }: Health): void {
  app.get("/healthz", () => ({ status: "ok" }));
  app.get("/readyz", async () => {
    await assertReady();
    return { status: "ready" };
  });
  app.get("/metrics", async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
}

/** A server with these routes only, for a process that only runs jobs. */
export function createHealthServer(health: Health): FastifyInstance {
  const app = Fastify();
  app.setErrorHandler((_error, _request, reply) => {
    const { status, title } = problems.unavailable;
    return reply
      .status(status)
      .header("retry-after", TRY_AGAIN_AFTER_SECONDS)
      .send({ status, code: "unavailable", title });
  });
  addHealthRoutes(app, health);
  return app;
}
