import { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Timeouts for senders of a body; shorter in tests. */
export interface BodyPatience {
  /** Without progress, before the caller is authenticated. */
  readonly signedOutMs: number;
  /** Without progress, for signed-in users, whose photos may stall on a weak network. */
  readonly signedInMs: number;
  /** Without progress, while the rest of the body is discarded after an early reply. */
  readonly answeredMs: number;
}

export const BODY_PATIENCE: BodyPatience = { signedOutMs: 15_000, signedInMs: 60_000, answeredMs: 2_000 };

/** An unneeded body is read and discarded up to this size: closing the connection costs more, and may cut off the reply. */
const DISCARDED_BYTES = 65_536;

/** The announced length of a request's body in bytes: 0 without one, Infinity if it is not announced. */
export function announcedBytes({ headers }: Pick<FastifyRequest, "headers">): number {
  if (headers["transfer-encoding"] !== undefined) return Infinity;
  return Number(headers["content-length"] ?? 0);
}

/** The connection that the rest of a body arrives on; undefined if the body is complete, or was injected without a network. */
function connectionOf(request: FastifyRequest): Socket | undefined {
  const { raw } = request;
  if (announcedBytes(request) === 0 || raw.complete || raw.readableEnded) return undefined;
  return raw.socket instanceof Socket ? raw.socket : undefined;
}

/** Closes the connection if the body makes no progress for this time; a later call replaces the time. */
export function closeWhenStalled(request: FastifyRequest, ms: number): void {
  const socket = connectionOf(request);
  // Node restarts the timeout with every packet, and closes the connection when it expires.
  socket?.setTimeout(ms);
  if (socket) request.raw.once("end", () => socket.setTimeout(0));
}

/**
 * Prepares a reply that is sent before its request has arrived completely. Reads and discards a short rest; closes the connection after
 * a longer one, with at most `discardedBytes` read.
 *
 * Bytes that arrive at a closed connection make the system reset it, and the browser may then never see the reply. So this closes the
 * sending side first, and the connection a moment later.
 */
export function closeUnread(
  request: FastifyRequest,
  reply: FastifyReply,
  { discardedBytes = DISCARDED_BYTES, patience }: { discardedBytes?: number | undefined; patience: BodyPatience },
): void {
  const socket = connectionOf(request);
  if (!socket || announcedBytes(request) <= discardedBytes) return;
  const { raw } = request;
  reply.header("connection", "close");
  let discarded = 0;
  raw.unpipe();
  raw.on("data", (piece: Buffer) => {
    discarded += piece.length;
    if (discarded > discardedBytes) raw.pause();
  });
  raw.resume();
  const close = (): void => {
    Socket.prototype.destroySoon.call(socket);
  };
  // Node calls this after the last reply of a connection.
  socket.destroySoon = () => {
    socket.end();
    if (raw.complete) close();
    else raw.once("end", close);
    socket.setTimeout(patience.answeredMs);
  };
}
