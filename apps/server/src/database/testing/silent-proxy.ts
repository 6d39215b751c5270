import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import pg from "pg";

/** A database proxy that can go silent: open connections stay open, but pass nothing. New ones work. */
interface SilentProxy {
  readonly url: string;
  /** Connections opened so far. */
  count(): number;
  /** Stops the traffic of all open connections. */
  silence(): void;
  close(): Promise<void>;
}

export async function startSilentProxy(url: string): Promise<SilentProxy> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const pairs: (readonly [Socket, Socket])[] = [];
  const proxy = createServer((client) => {
    const server = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${String(port)}`) : connect(port, host);
    for (const socket of [client, server]) socket.on("error", () => undefined);
    client.pipe(server);
    server.pipe(client);
    pairs.push([client, server]);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port: ownPort } = proxy.address() as AddressInfo;
  return {
    url: `postgres://${user ?? ""}:${password ?? ""}@127.0.0.1:${String(ownPort)}/${database ?? ""}`,
    count: () => pairs.length,
    silence() {
      for (const [client, server] of pairs) {
        client.unpipe();
        server.unpipe();
        client.resume();
      }
    },
    async close() {
      for (const socket of pairs.flat()) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
