import { createServer, connect, type Server, type Socket } from "node:net";

/**
 * How a line fails.
 *
 * - refuses: the port is closed, and so are open connections
 * - resets: connections are answered, and reset at once
 * - hangs: no byte moves, in either direction, until the line is back
 * - swallows: the server gets and handles everything, and its answers are lost
 */
export const LINE_FAILURES = ["refuses", "resets", "hangs", "swallows"] as const;
export type LineFailure = (typeof LINE_FAILURES)[number];

/** The connection from a device to the server, which can fail at any moment. Loopback only. */
export interface UnreliableLine {
  readonly url: string;
  fail(how: LineFailure): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

interface Connection {
  readonly device: Socket;
  readonly server: Socket;
}

/** A line on its own port that leads to the server's. */
export async function openUnreliableLine({
  port,
  serverPort,
}: {
  port: number;
  serverPort: number;
}): Promise<UnreliableLine> {
  const connections = new Set<Connection>();
  let failure: LineFailure | undefined;
  let listener: Server | undefined;

  /** Passes bytes on with backpressure. */
  const forward = ({ bytes, from, to }: { bytes: Buffer; from: Socket; to: Socket }): void => {
    if (to.write(bytes)) return;
    from.pause();
    to.once("drain", () => {
      if (failure !== "hangs") from.resume();
    });
  };

  const accept = (device: Socket): void => {
    // Errors of a broken connection are expected on this line.
    device.on("error", () => undefined);
    if (failure === "resets") {
      device.resetAndDestroy();
      return;
    }
    const server = connect({ host: "127.0.0.1", port: serverPort });
    server.on("error", () => device.destroy());
    const connection = { device, server };
    connections.add(connection);
    if (failure === "hangs") hold(connection);
    device.on("data", (bytes: Buffer) => forward({ bytes, from: device, to: server }));
    server.on("data", (bytes: Buffer) => {
      if (failure !== "swallows") forward({ bytes, from: server, to: device });
    });
    for (const [one, other] of [
      [device, server],
      [server, device],
    ] as const)
      one.on("close", () => {
        connections.delete(connection);
        other.destroy();
      });
  };

  const listen = async (): Promise<void> => {
    if (listener) return;
    const opening = createServer(accept);
    await new Promise<void>((resolve, reject) => {
      opening.once("error", reject);
      opening.listen(port, "127.0.0.1", resolve);
    });
    listener = opening;
  };

  const drop = (how: (socket: Socket) => void): void => {
    for (const { device, server } of connections) {
      how(device);
      server.destroy();
    }
    connections.clear();
  };

  const stopListening = async (): Promise<void> => {
    const closing = listener;
    listener = undefined;
    if (!closing) return;
    const closed = new Promise((resolve) => closing.close(resolve));
    drop((device) => device.destroy());
    await closed;
  };

  await listen();
  return {
    url: `http://127.0.0.1:${String(port)}`,
    fail: async (how) => {
      failure = how;
      if (how === "refuses") await stopListening();
      if (how === "resets") drop((device) => device.resetAndDestroy());
      if (how === "hangs") for (const connection of connections) hold(connection);
    },
    restore: async () => {
      const was = failure;
      failure = undefined;
      // Halves of answers were lost, so those connections cannot be used any more.
      if (was === "swallows") drop((device) => device.destroy());
      if (was === "hangs")
        for (const { device, server } of connections) {
          device.resume();
          server.resume();
        }
      await listen();
    },
    close: stopListening,
  };
}

function hold({ device, server }: Connection): void {
  device.pause();
  server.pause();
}
