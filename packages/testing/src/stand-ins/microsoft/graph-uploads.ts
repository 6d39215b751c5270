import type { FileTree, TwinItem } from "#stand-ins/storage/file-tree.ts";
import type { TwinReply } from "#stand-ins/twin-reply.ts";
import type { TwinRequest } from "#stand-ins/twin-server.ts";
import type { MicrosoftCaseName } from "./microsoft-cases.ts";

/* Uploads of Graph (reference 4.2): at once, or in chunks of a multiple of 320 KiB to a separate address, without the token. */

type Reply = TwinReply<MicrosoftCaseName>;

const CHUNK_STEP = 320 * 1024;
const AT_ONCE_BYTES = 250_000_000;

export interface Target {
  readonly parentId: string;
  readonly name: string;
  /** "fail", "replace" or "rename". */
  readonly onConflict: string;
}

interface Session extends Target {
  total: number;
  stored: Buffer;
}

interface GraphUploads {
  /** Stores a file at once. */
  put(target: Target, bytes: Buffer): Reply;
  createSession(target: Target, request: TwinRequest): Reply;
  /** Undefined for an address that is not of an upload. */
  goOn(request: TwinRequest): Reply | undefined;
}

/** "scope 1.pdf" beside a "scope.pdf". */
function freeName(tree: FileTree, { parentId, name }: Target): string {
  const taken = new Set(tree.childrenOf(parentId).map((item) => item.name.toLowerCase()));
  const [, stem = name, extension = ""] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? [];
  for (let number = 1; ; number += 1) {
    const candidate = `${stem} ${String(number)}${extension}`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}

export function createGraphUploads(
  tree: FileTree,
  { show, now }: { show: (item: TwinItem) => object; now: () => number },
): GraphUploads {
  const sessions = new Map<string, Session>();
  let count = 0;

  function put(target: Target, bytes: Buffer): Reply {
    const { parentId, name, onConflict } = target;
    if (bytes.length > AT_ONCE_BYTES) return { named: "invalidRequest" };
    if (bytes.length > tree.roomBytes) return { named: "quotaLimitReached" };
    const former = tree.childrenOf(parentId).find((item) => item.name.toLowerCase() === name.toLowerCase());
    if (former && onConflict === "replace") {
      tree.roomBytes -= bytes.length - former.bytes.length;
      former.bytes = bytes;
      former.modifiedTime = now();
      return { json: show(former) };
    }
    if (former && onConflict === "fail") return { named: "nameAlreadyExists" };
    const added = tree.add({
      name: former ? freeName(tree, target) : name,
      parentId,
      bytes,
      contentType: name.endsWith(".pdf") ? "application/pdf" : "application/octet-stream",
    });
    return { status: 201, json: show(added) };
  }

  const progress = (session: Session, url: string): object => ({
    expirationDateTime: new Date(now() + 86_400_000).toISOString(),
    uploadUrl: url,
    nextExpectedRanges: [`${String(session.stored.length)}-`],
  });

  return {
    put,

    createSession(target, { url }) {
      count += 1;
      const id = `session-${String(count)}`;
      const session: Session = { ...target, total: 0, stored: Buffer.alloc(0) };
      sessions.set(id, session);
      return { json: progress(session, `${url.origin}/upload/${id}`) };
    },

    goOn({ url, method, headers, authorization, body }) {
      const [, id] = /^\/upload\/([^/]+)$/.exec(url.pathname) ?? [];
      if (id === undefined) return undefined;
      if (authorization !== undefined) return { named: "unauthenticated" };
      const session = sessions.get(id);
      if (!session) return { named: "itemNotFound" };
      if (method === "GET") return { json: progress(session, url.href) };
      if (method === "DELETE") {
        sessions.delete(id);
        return { status: 204, json: "" };
      }
      const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers["content-range"] ?? "") ?? [];
      if (Number(from) < session.stored.length) return { named: "invalidRange" };
      const isLast = Number(to) + 1 === Number(total);
      const isFit =
        Number(from) === session.stored.length &&
        Number(to) - Number(from) + 1 === body.length &&
        (isLast || body.length % CHUNK_STEP === 0);
      if (!isFit) return { named: "invalidRequest" };
      session.stored = Buffer.concat([session.stored, body]);
      session.total = Number(total);
      if (!isLast) return { status: 202, json: progress(session, url.href) };
      sessions.delete(id);
      return put(session, session.stored);
    },
  };
}
