import type { FileTree, TwinItem } from "#stand-ins/storage/file-tree.ts";
import type { TwinReply } from "#stand-ins/twin-reply.ts";
import type { TwinRequest } from "#stand-ins/twin-server.ts";
import type { GoogleCaseName } from "./google-cases.ts";

/* Uploads of Drive v3 (reference 3.3): at once up to 5 MB, else in chunks of a multiple of 256 KiB. */

type Reply = TwinReply<GoogleCaseName>;

const AT_ONCE_BYTES = 5 * 1024 * 1024;
const CHUNK_STEP = 256 * 1024;

interface Metadata {
  /** A reserved id. */
  readonly id?: string;
  readonly name?: string;
  readonly mimeType?: string;
  readonly parents?: readonly string[];
}

interface Session {
  /** Undefined: a new file. */
  readonly fileId: string | undefined;
  readonly metadata: Metadata;
  readonly total: number;
  stored: Buffer;
}

const readJson = (text: string): Metadata => {
  try {
    return JSON.parse(text) as Metadata;
  } catch {
    return {};
  }
};

/** The metadata and the bytes of `multipart/related`. */
function readMultipart({ headers, body }: TwinRequest): { metadata: Metadata; bytes: Buffer } | undefined {
  const [, boundary] = /boundary="?([^";]+)"?/.exec(headers["content-type"] ?? "") ?? [];
  if (boundary === undefined) return undefined;
  const parts: Buffer[] = [];
  const mark = Buffer.from(`--${boundary}`);
  for (let at = body.indexOf(mark); at >= 0;) {
    const next = body.indexOf(mark, at + mark.length);
    if (next >= 0) parts.push(body.subarray(at + mark.length, next));
    at = next;
  }
  const contents = parts.map((part) => part.subarray(part.indexOf("\r\n\r\n") + 4, part.length - 2));
  const [metadata, bytes] = contents;
  return metadata && bytes && { metadata: readJson(metadata.toString("utf8")), bytes };
}

interface GoogleUploads {
  /** Starts an upload, or stores a small one at once. */
  begin(request: TwinRequest, fileId: string | undefined): Reply;
  /** A chunk, or a query for the progress of an upload. */
  goOn(request: TwinRequest): Reply;
}

export function createGoogleUploads(
  tree: FileTree,
  {
    show,
    now,
    refuseId,
  }: {
    show: (item: TwinItem, url: URL) => Reply;
    now: () => number;
    refuseId: (id: unknown) => Reply | undefined;
  },
): GoogleUploads {
  const sessions = new Map<string, Session>();
  let count = 0;

  function store(
    request: TwinRequest,
    { fileId, metadata, bytes }: Omit<Session, "total" | "stored"> & { bytes: Buffer },
  ): Reply {
    if (bytes.length > tree.roomBytes) return { named: "storageQuotaExceeded" };
    const former = fileId === undefined ? undefined : tree.find(fileId);
    if (fileId !== undefined && !former) return { named: "notFound" };
    if (former) {
      tree.roomBytes -= bytes.length - former.bytes.length;
      former.bytes = bytes;
      former.modifiedTime = now();
      if (metadata.name !== undefined) former.name = metadata.name;
      return show(former, request.url);
    }
    const parentId = metadata.parents?.[0] ?? tree.rootId;
    if (!tree.find(parentId)) return { named: "notFound" };
    const refused = refuseId(metadata.id);
    if (refused) return refused;
    // Drive allows any number of files with one name.
    return show(
      tree.add({
        ...(metadata.id !== undefined && { id: metadata.id }),
        name: metadata.name ?? "Untitled",
        parentId,
        bytes,
        contentType: metadata.mimeType ?? "application/octet-stream",
      }),
      request.url,
    );
  }

  return {
    begin(request, fileId) {
      const { url, headers, body } = request;
      if (url.searchParams.get("uploadType") === "multipart") {
        if (body.length > AT_ONCE_BYTES) return { named: "badRequest" };
        const read = readMultipart(request);
        return read ? store(request, { fileId, ...read }) : { named: "badRequest" };
      }
      if (url.searchParams.get("uploadType") !== "resumable") return { named: "badRequest" };
      const total = Number(headers["x-upload-content-length"]);
      if (!Number.isInteger(total)) return { named: "badRequest" };
      if (total > tree.roomBytes) return { named: "storageQuotaExceeded" };
      const metadata = readJson(body.toString("utf8"));
      const refused = fileId === undefined ? refuseId(metadata.id) : undefined;
      if (refused) return refused;
      count += 1;
      const id = `upload-${String(count)}`;
      sessions.set(id, { fileId, metadata, total, stored: Buffer.alloc(0) });
      const session = new URL(url);
      session.searchParams.set("upload_id", id);
      return { json: "", headers: { location: session.href } };
    },

    goOn(request) {
      const id = request.url.searchParams.get("upload_id") ?? "";
      const session = sessions.get(id);
      if (!session) return { named: "uploadGone" };
      const [, asked, from, to] =
        /^bytes (?:(\*)|(\d+)-(\d+))\/\d+$/.exec(request.headers["content-range"] ?? "") ?? [];
      if (asked === undefined) {
        const isLast = Number(to) + 1 === session.total;
        const isFit =
          Number(from) === session.stored.length &&
          Number(to) - Number(from) + 1 === request.body.length &&
          (isLast || request.body.length % CHUNK_STEP === 0);
        if (!isFit) return { named: "badRequest" };
        session.stored = Buffer.concat([session.stored, request.body]);
      }
      if (session.stored.length < session.total) {
        const range = { range: `bytes=0-${String(session.stored.length - 1)}` };
        return { status: 308, json: "", headers: session.stored.length > 0 ? range : {} };
      }
      sessions.delete(id);
      return store(request, { ...session, bytes: session.stored });
    },
  };
}
