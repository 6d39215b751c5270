import type { Server } from "node:http";
import type { Socket } from "node:net";
import { Problem } from "@ridgebook/contract";
import { clientOf } from "./client-address.ts";

/** Limits the open connections of each address; refuses more with a reply. */
export function limitConnections(server: Server, perAddress: number): void {
  const open = new Map<string, number>();
  // Prepended, so that the HTTP server does not read from a refused connection.
  server.prependListener("connection", (socket: Socket) => {
    const client = clientOf(socket.remoteAddress ?? "");
    const count = open.get(client) ?? 0;
    if (count >= perAddress) {
      socket.write(REFUSAL);
      socket.destroySoon();
      return;
    }
    open.set(client, count + 1);
    socket.once("close", () => {
      const left = (open.get(client) ?? 0) - 1;
      if (left > 0) open.set(client, left);
      else open.delete(client);
    });
  });
}

const problem = new Problem("tooManyRequests", {
  title: "Too many connections from your network. Please wait a few minutes and try again.",
});
const TRY_AGAIN_AFTER_SECONDS = 60;
const BODY = JSON.stringify(problem.toReply());
const REFUSAL = [
  `HTTP/1.1 ${String(problem.status)} Too Many Requests`,
  "content-type: application/json; charset=utf-8",
  `content-length: ${String(Buffer.byteLength(BODY))}`,
  `retry-after: ${String(TRY_AGAIN_AFTER_SECONDS)}`,
  "connection: close",
  "",
  BODY,
].join("\r\n");
