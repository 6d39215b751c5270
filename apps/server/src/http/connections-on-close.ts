import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";

const LOOK_EVERY_MS = 100;

/**
 * Closes each connection after its last reply once the server stops. Node closes only idle ones: a busy connection would stay open
 * for as long as its client keeps it alive, and delay the stop. Once `cutOff` is aborted, all are closed, such as those whose client
 * never sends the rest of a request.
 */
export function endConnectionsOnClose(
  app: FastifyInstance,
  { logger, cutOff }: { logger: Pick<Logger, "warn">; cutOff: AbortSignal | undefined },
): void {
  cutOff?.addEventListener("abort", () => {
    app.server.getConnections((_error, connections) => {
      if (connections > 0) logger.warn({ connections }, "the stop cuts off requests");
      app.server.closeAllConnections();
    });
  });
  let looking: NodeJS.Timeout | undefined;
  app.addHook("preClose", (done) => {
    looking = setInterval(() => {
      app.server.closeIdleConnections();
    }, LOOK_EVERY_MS).unref();
    app.server.once("close", () => {
      clearInterval(looking);
    });
    done();
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (looking) void reply.header("connection", "close");
    done();
  });
}
