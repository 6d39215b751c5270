import { createHash } from "node:crypto";
import type { FileTree, TwinItem } from "#stand-ins/storage/file-tree.ts";
import type { TwinReply } from "#stand-ins/twin-reply.ts";
import type { TwinRequest } from "#stand-ins/twin-server.ts";
import type { GoogleCaseName } from "./google-cases.ts";
import { createGoogleUploads } from "./google-uploads.ts";

/* Drive v3 over the twin's files (reference 3.2): returns a reply or the name of a case. */

type Reply = TwinReply<GoogleCaseName>;

const FOLDER = "application/vnd.google-apps.folder";
/** A document of Google's own: it has no bytes, and is exported. */
export const GOOGLE_SHEET = "application/vnd.google-apps.spreadsheet";
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** Larger ones are not exported. */
const MAX_EXPORTED_BYTES = 10_000_000;
/** The members of a file in an answer by default. */
const USUAL_FIELDS = ["kind", "id", "name", "mimeType"];
const QUERY =
  /^'((?:[^'\\]|\\.)*)' in parents and trashed ?= ?false(?: and name ?= ?'((?:[^'\\]|\\.)*)')?(?: and mimeType ?= ?'([^']*)')?$/;
/** The largest number of ids in one call. */
const MAX_IDS = 1000;
const FILE = /^\/drive\/v3\/files\/([^/]+)(\/copy|\/export)?$/;
const UPLOAD = /^\/upload\/drive\/v3\/files(?:\/([^/]+))?$/;

const unescape = (text: string): string => text.replace(/\\(.)/g, "$1");

function write(item: TwinItem): Record<string, unknown> {
  const { id, name, isFolder, contentType, parentId, bytes, isTrashed, modifiedTime, canDownload } = item;
  const place = isFolder ? "folders" : "file/d";
  const hasBytes = !isFolder && contentType !== GOOGLE_SHEET;
  return {
    kind: "drive#file",
    id,
    name,
    mimeType: isFolder ? FOLDER : contentType,
    ...(parentId !== undefined && { parents: [parentId] }),
    webViewLink: `https://drive.google.com/${isFolder ? "drive/" : ""}${place}/${id}`,
    modifiedTime: new Date(modifiedTime).toISOString(),
    ...(hasBytes && { size: String(bytes.length), md5Checksum: createHash("md5").update(bytes).digest("hex") }),
    trashed: isTrashed,
    capabilities: {
      canDownload,
      canCopy: !isFolder,
      canEdit: true,
      canAddChildren: isFolder,
      canListChildren: isFolder,
    },
  };
}

/** The members that `fields` names, as far as the twin reads it: those of the first level. */
function pick(file: Record<string, unknown>, fields: string | null): Record<string, unknown> {
  const plain = (fields ?? USUAL_FIELDS.join(",")).replace(/\([^()]*\)/g, "");
  return Object.fromEntries(plain.split(",").flatMap((name) => (name in file ? [[name, file[name]]] : [])));
}

const withId = (id: unknown): { id?: string } => (typeof id === "string" ? { id } : {});

export function createGoogleApi(tree: FileTree, now: () => number): (request: TwinRequest) => Reply {
  const show = (item: TwinItem, url: URL): Reply => ({ json: pick(write(item), url.searchParams.get("fields")) });
  /** Ids that were reserved for files that are created later. */
  const given = new Set<string>();
  /** Why a file cannot be created with a given id; undefined if it can, or without an id. */
  const refuseId = (id: unknown): Reply | undefined => {
    if (id === undefined) return undefined;
    if (typeof id !== "string" || !given.has(id)) return { named: "badRequest" };
    return tree.find(id) ? { named: "fileIdInUse" } : undefined;
  };
  const uploads = createGoogleUploads(tree, { show, now, refuseId });

  /** Files of a shared drive only for clients that declare to support those. */
  function find(id: string, { searchParams }: URL): TwinItem | undefined {
    const item = tree.find(id);
    return item?.isShared && searchParams.get("supportsAllDrives") !== "true" ? undefined : item;
  }

  function list({ searchParams }: URL): Reply {
    const [, parent, name, type] = QUERY.exec(searchParams.get("q") ?? "") ?? [];
    if (parent === undefined) return { named: "badRequest" };
    const found = tree
      .childrenOf(unescape(parent))
      .filter((item) => name === undefined || item.name.toLowerCase() === unescape(name).toLowerCase())
      .filter((item) => type === undefined || write(item)["mimeType"] === type);
    const size = Math.min(Number(searchParams.get("pageSize") ?? 100), 1000);
    const from = Number(searchParams.get("pageToken") ?? 0);
    const [, fields = USUAL_FIELDS.join(",")] = /files\((.*)\)$/.exec(searchParams.get("fields") ?? "") ?? [];
    return {
      json: {
        files: found.slice(from, from + size).map((item) => pick(write(item), fields)),
        ...(from + size < found.length && { nextPageToken: String(from + size) }),
      },
    };
  }

  function giveIds({ searchParams }: URL): Reply {
    const count = Math.min(Number(searchParams.get("count") ?? 10), MAX_IDS);
    const ids = Array.from({ length: count }, (_, index) => `1twin_Given${String(given.size + index + 1)}`);
    for (const id of ids) given.add(id);
    return { json: { kind: "drive#generatedIds", space: "drive", ids } };
  }

  function make({ url, body }: TwinRequest): Reply {
    const { id, name, mimeType, parents } = JSON.parse(body.toString("utf8")) as Record<string, unknown>;
    const [parentId = tree.rootId] = (parents ?? []) as string[];
    if (mimeType !== FOLDER) return { named: "badRequest" };
    if (!find(parentId, url)) return { named: "notFound" };
    return refuseId(id) ?? show(tree.add({ name: String(name), parentId, ...withId(id) }), url);
  }

  function copy(item: TwinItem, { url, body }: TwinRequest): Reply {
    if (item.isFolder) return { named: "cannotCopyFile" };
    const { id, name, parents } = JSON.parse(body.toString("utf8")) as {
      id?: string;
      name?: string;
      parents?: string[];
    };
    const { bytes, contentType } = item;
    const place = { name: name ?? `Copy of ${item.name}`, parentId: parents?.[0] ?? item.parentId };
    return refuseId(id) ?? show(tree.add({ ...place, bytes, contentType, ...withId(id) }), url);
  }

  function exportSheet({ contentType, bytes }: TwinItem, { searchParams }: URL): Reply {
    if (contentType !== GOOGLE_SHEET || searchParams.get("mimeType") !== XLSX) return { named: "badRequest" };
    return bytes.length > MAX_EXPORTED_BYTES ? { named: "exportSizeLimitExceeded" } : { bytes };
  }

  function ofFile(request: TwinRequest, [, id = "", action]: RegExpExecArray): Reply {
    const { url, method } = request;
    const item = find(decodeURIComponent(id), url);
    if (!item) return { named: "notFound" };
    if (action === "/export") return exportSheet(item, url);
    if (action !== undefined) return method === "POST" ? copy(item, request) : { named: "badRequest" };
    if (method !== "GET") return { named: "badRequest" };
    if (url.searchParams.get("alt") !== "media") return show(item, url);
    return item.canDownload && !item.isFolder && item.contentType !== GOOGLE_SHEET
      ? { bytes: item.bytes }
      : { named: "insufficientFilePermissions" };
  }

  return (request) => {
    const { url, method } = request;
    const upload = UPLOAD.exec(url.pathname);
    if (upload) return method === "PUT" ? uploads.goOn(request) : uploads.begin(request, upload[1]);
    if (url.pathname === "/drive/v3/files/generateIds") return giveIds(url);
    if (url.pathname === "/drive/v3/files") return method === "POST" ? make(request) : list(url);
    const file = FILE.exec(url.pathname);
    return file ? ofFile(request, file) : { named: "notFound" };
  };
}
