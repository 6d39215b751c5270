import { matchPath, upgradeReply, type Shapes } from "@ridgebook/contract";

export interface Answered {
  readonly method: string;
  readonly path: string;
  /** The request body, which has the calls of a batch. */
  readonly asked: unknown;
  readonly body: unknown;
  /** The server's release. */
  readonly release: number;
  readonly shapes?: Shapes | undefined;
}

/** Upgrades the reply of an older server to today's shapes, also the replies inside a batch. */
export function upgradeAnswer({ method, path, asked, body, release, shapes }: Answered): unknown {
  const found = matchPath({ method, path });
  if (!found) return body;
  if (found.name !== "sendBatch") return upgradeReply(found.route, body, release, shapes);
  const { calls } = asked as { calls: readonly { method: string; path: string }[] };
  const { replies, ...others } = body as { replies: readonly { status: number; body?: unknown }[] };
  const upgradeOne = (reply: { status: number; body?: unknown }, index: number) => {
    const call = calls[index];
    return call && reply.status < 300 && reply.body !== undefined
      ? { ...reply, body: upgradeAnswer({ ...call, asked: undefined, body: reply.body, release, shapes }) }
      : reply;
  };
  return { ...others, replies: replies.map(upgradeOne) };
}
