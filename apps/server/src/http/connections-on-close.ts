import type { FastifyInstance } from "fastify";

const LOOK_EVERY_MS = 100;

/**
 * Closes each connection after its last reply once the server stops. Node closes only idle ones: a busy connection would stay open
 * for as long as its client keeps it alive, and delay the stop.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
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
