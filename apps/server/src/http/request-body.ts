import { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";

/** How long a sender may take; fractions of them in tests. */
export interface BodyPatience {
  /** Without progress, before the caller has shown who they are. */
  readonly signedOutMs: number;
  /** Without progress, for signed-in people: photos stall on a driveway. */
  readonly signedInMs: number;
  /** Without progress, after the call was answered and while the rest of its body is not wanted. */
  readonly answeredMs: number;
}

export const BODY_PATIENCE: BodyPatience = { signedOutMs: 15_000, signedInMs: 60_000, answeredMs: 2_000 };

/** Of a body that is not wanted, so much is read and thrown away: closing a connection costs more, and may cut the answer off. */
const DISCARDED_BYTES = 65_536;

/** Bytes of a request's body as its head announces them: 0 without one, Infinity where their number is not said. */
export function announcedBytes({ headers }: Pick<FastifyRequest, "headers">): number {
  if (headers["transfer-encoding"] !== undefined) return Infinity;
  return Number(headers["content-length"] ?? 0);
}

/** The connection that the rest of a request's body comes by; undefined when all of it is here, or it came without a network. */
function connectionOf(request: FastifyRequest): Socket | undefined {
  const { raw } = request;
  if (announcedBytes(request) === 0 || raw.complete || raw.readableEnded) return undefined;
  return raw.socket instanceof Socket ? raw.socket : undefined;
}

/** Closes a connection on which a body makes no progress for so long; said again, the new time counts. */
export function closeWhenStalled(request: FastifyRequest, ms: number): void {
  const socket = connectionOf(request);
  // Node restarts the timeout with every packet and closes the connection when it has passed.
  socket?.setTimeout(ms);
  if (socket) request.raw.once("end", () => socket.setTimeout(0));
}

/**
 * Prepares a reply that goes out before its request has arrived. A short rest is read and thrown away; behind a longer one the
 * connection closes, with at most `discardedBytes` read.
 *
 * Bytes that arrive at a closed connection make the system reset it, and a browser then may never see the answer. So the sending side
 * is closed first, and the connection a moment later.
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
  // Node calls this behind the last reply of a connection.
  socket.destroySoon = () => {
    socket.end();
    if (raw.complete) close();
    else raw.once("end", close);
    socket.setTimeout(patience.answeredMs);
  };
}
