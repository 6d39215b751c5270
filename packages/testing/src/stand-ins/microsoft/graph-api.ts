import type { FileTree, TwinItem } from "#stand-ins/storage/file-tree.ts";
import type { TwinReply } from "#stand-ins/twin-reply.ts";
import type { TwinRequest } from "#stand-ins/twin-server.ts";
import { createGraphUploads, type Target } from "./graph-uploads.ts";
import type { MicrosoftCaseName } from "./microsoft-cases.ts";

/* The files of Graph over the twin's (reference 4.2): returns a reply or the name of a case. */

type Reply = TwinReply<MicrosoftCaseName>;

export const TWIN_DRIVE_ID = "b!twinDrive";
const LIBRARY_ID = "b!twinLibrary";
const SITE_LIBRARY_ID = "b!twinSiteLibrary";
/** The format of site ids: host, and two of the directory. */
const SITE_ID = "contoso.test,2c71,9f10";
const BAD_NAME = /["*:<>?/\\|]|^\s|\s$|^$/;
const ITEM = /^\/v1\.0\/drives\/([^/]+)\/items\/([^/:]+)(?::\/([^/:]+):?)?(\/[a-zA-Z]+)?$/;

interface GraphApi {
  answerApi(request: TwinRequest): Reply;
  /** For addresses that need no token; undefined for others. */
  answerOpen(request: TwinRequest): Reply | undefined;
}

/** What a call names: `/drives/{d}/items/{i}:/{name}:/content`. */
interface Place {
  readonly item: TwinItem;
  readonly name: string | undefined;
  readonly action: string | undefined;
}

function drivesOf({ origin, searchParams }: URL): Reply {
  const drive = (id: string, name: string, driveType: string): object => ({
    id,
    name,
    driveType,
    webUrl: `${origin}/${encodeURIComponent(name)}`,
    owner: { user: { id: "1", displayName: "Pat Reyes", email: "pat@contoso.test" } },
    quota: { total: 1_099_511_627_776, used: 73_400_320, remaining: 1_099_438_227_456, state: "normal" },
  });
  // A page of one, so that the next page is not forgotten.
  return searchParams.has("$skiptoken")
    ? { json: { value: [drive(LIBRARY_ID, "Shared papers", "documentLibrary")] } }
    : {
        json: {
          value: [drive(TWIN_DRIVE_ID, "Documents", "business")],
          "@odata.nextLink": `${origin}/v1.0/me/drives?$skiptoken=2`,
        },
      };
}

/** The organization's sites, and their libraries; undefined for other calls. */
function sitesOf({ origin, pathname, searchParams }: URL): Reply | undefined {
  const siteUrl = `${origin}/sites/operations`;
  if (pathname === "/v1.0/sites")
    return searchParams.get("search") === "*"
      ? { json: { value: [{ id: SITE_ID, displayName: "Operations", webUrl: siteUrl }] } }
      : { named: "invalidRequest" };
  const [, id] = /^\/v1\.0\/sites\/([^/]+)\/drives$/.exec(pathname) ?? [];
  if (id === undefined) return undefined;
  return decodeURIComponent(id) === SITE_ID
    ? { json: { value: [{ id: SITE_LIBRARY_ID, name: "Documents", ...siteLibrary(origin) }] } }
    : { named: "itemNotFound" };
}
const siteLibrary = (origin: string): object => ({
  driveType: "documentLibrary",
  webUrl: `${origin}/sites/operations/Shared%20Documents`,
});

export function createGraphApi(
  tree: FileTree,
  { now, hashOf }: { now: () => number; hashOf: (bytes: Uint8Array) => string },
): GraphApi {
  let baseUrl = "";
  const copies = new Map<string, string>();

  function show(item: TwinItem): object {
    const { id, name, parentId, isFolder, bytes, contentType, modifiedTime, canDownload } = item;
    return {
      id,
      name,
      webUrl: `https://contoso-my.sharepoint.com/personal/pat/Documents/${encodeURIComponent(name)}`,
      lastModifiedDateTime: new Date(modifiedTime).toISOString(),
      ...(parentId === undefined
        ? { root: {} }
        : { parentReference: { driveId: TWIN_DRIVE_ID, driveType: "business", id: parentId } }),
      ...(isFolder
        ? { folder: { childCount: tree.childrenOf(id).length } }
        : {
            size: bytes.length,
            file: { mimeType: contentType, hashes: { quickXorHash: hashOf(bytes) } },
            ...(canDownload && { "@microsoft.graph.downloadUrl": `${baseUrl}/download/${id}` }),
          }),
    };
  }
  const uploads = createGraphUploads(tree, { show, now });
  const childOf = (parentId: string, name: string): TwinItem | undefined =>
    tree.childrenOf(parentId).find((item) => item.name.toLowerCase() === name.toLowerCase());

  function placeOf({ url }: TwinRequest): Place | undefined {
    const [, driveId, itemId = "", name, action] = ITEM.exec(url.pathname) ?? [];
    if (driveId === undefined || decodeURIComponent(driveId) !== TWIN_DRIVE_ID) return undefined;
    const item = tree.find(decodeURIComponent(itemId));
    // Trashed files are not found.
    if (!item || item.isTrashed) return undefined;
    return { item, name: name === undefined ? undefined : decodeURIComponent(name), action };
  }

  function addFolder(parent: TwinItem, body: Buffer): Reply {
    const given = JSON.parse(body.toString("utf8")) as Record<string, unknown>;
    const name = String(given["name"]);
    if (BAD_NAME.test(name)) return { named: "invalidRequest" };
    if (childOf(parent.id, name)) return { named: "nameAlreadyExists" };
    return { status: 201, json: show(tree.add({ name, parentId: parent.id })) };
  }

  function copy(item: TwinItem, body: Buffer): Reply {
    const given = JSON.parse(body.toString("utf8")) as { name?: string; parentReference: { id: string } };
    const { bytes, contentType, isFolder } = item;
    const { id } = given.parentReference;
    if (childOf(id, given.name ?? item.name)) return { named: "nameAlreadyExists" };
    const made = tree.add({
      name: given.name ?? item.name,
      parentId: id,
      contentType,
      isFolder,
      ...(!isFolder && { bytes }),
    });
    const monitor = `copy-${String(copies.size + 1)}`;
    copies.set(monitor, made.id);
    return { status: 202, json: "", headers: { location: `${baseUrl}/monitor/${monitor}` } };
  }

  function list({ id }: TwinItem, url: URL): Reply {
    const found = tree.childrenOf(id);
    const top = Number(url.searchParams.get("$top") ?? 200);
    const from = Number(url.searchParams.get("$skiptoken") ?? 0);
    const next = new URL(url);
    next.searchParams.set("$skiptoken", String(from + top));
    return {
      json: {
        value: found.slice(from, from + top).map(show),
        ...(from + top < found.length && { "@odata.nextLink": next.href }),
      },
    };
  }

  function ofNamed(item: TwinItem, name: string, request: TwinRequest): Reply {
    if (BAD_NAME.test(name)) return { named: "invalidRequest" };
    const { method, body, url } = request;
    const action = ITEM.exec(url.pathname)?.[4];
    if (action === "/createUploadSession") {
      const given = JSON.parse(body.toString("utf8")) as { item?: Record<string, string> };
      const onConflict = given.item?.["@microsoft.graph.conflictBehavior"] ?? "replace";
      return uploads.createSession({ parentId: item.id, name, onConflict }, request);
    }
    const onConflict = url.searchParams.get("@microsoft.graph.conflictBehavior") ?? "replace";
    const target: Target = { parentId: item.id, name, onConflict };
    if (action === "/content" && method === "PUT") return uploads.put(target, body);
    const child = childOf(item.id, name);
    return child && method === "GET" ? { json: show(child) } : { named: "itemNotFound" };
  }

  function ofItem({ item, name, action }: Place, request: TwinRequest): Reply {
    const { method, url, body } = request;
    if (name !== undefined) return ofNamed(item, name, request);
    if (action === "/children") return method === "POST" ? addFolder(item, body) : list(item, url);
    if (action === "/copy") return copy(item, body);
    if (action === "/content" && method === "GET") {
      if (item.isFolder || !item.canDownload) return { named: "graphAccessDenied" };
      return { status: 302, json: "", headers: { location: `${baseUrl}/download/${item.id}` } };
    }
    return action === undefined && method === "GET" ? { json: show(item) } : { named: "notAllowed" };
  }

  /** A copied link, written as `u!` and base64url. */
  function ofLink(encoded: string): Reply {
    const link = Buffer.from(encoded.replace(/^u!/, ""), "base64url").toString("utf8");
    const name = decodeURIComponent(link.split("/").at(-1) ?? "");
    const item = [...tree.items.values()].find((each) => each.name === name && !each.isTrashed);
    return item ? { json: show(item) } : { named: "itemNotFound" };
  }

  return {
    answerOpen(request) {
      const { url, authorization } = request;
      baseUrl = url.origin;
      const upload = uploads.goOn(request);
      if (upload) return upload;
      const [, kind, id = ""] = /^\/(download|monitor)\/([^/]+)$/.exec(url.pathname) ?? [];
      if (kind === undefined) return undefined;
      if (authorization !== undefined) return { named: "unauthenticated" };
      if (kind === "download") {
        const item = tree.find(id);
        return item ? { bytes: item.bytes } : { named: "itemNotFound" };
      }
      const resourceId = copies.get(id);
      return resourceId === undefined
        ? { named: "itemNotFound" }
        : { json: { percentageComplete: 100, resourceId, status: "completed" } };
    },

    answerApi(request) {
      const { url } = request;
      if (url.pathname === "/v1.0/me")
        return {
          json: { id: "1", displayName: "Pat Reyes", mail: "pat@contoso.test", userPrincipalName: "pat@contoso.test" },
        };
      if (url.pathname === "/v1.0/me/drives") return drivesOf(url);
      if (url.pathname === "/v1.0/me/drive")
        return {
          json: { id: TWIN_DRIVE_ID, driveType: "business", webUrl: `${url.origin}/personal/pat` },
        };
      const [, driveId] = /^\/v1\.0\/drives\/([^/]+)$/.exec(url.pathname) ?? [];
      if (driveId !== undefined && decodeURIComponent(driveId) === SITE_LIBRARY_ID)
        return { json: { id: SITE_LIBRARY_ID, ...siteLibrary(url.origin) } };
      if (driveId !== undefined)
        return [TWIN_DRIVE_ID, LIBRARY_ID].includes(decodeURIComponent(driveId))
          ? { json: { id: decodeURIComponent(driveId), webUrl: `${url.origin}/personal/pat` } }
          : { named: "itemNotFound" };
      const sites = sitesOf(url);
      if (sites) return sites;
      const [, link] = /^\/v1\.0\/shares\/([^/]+)\/driveItem$/.exec(url.pathname) ?? [];
      if (link !== undefined) return ofLink(decodeURIComponent(link));
      const place = placeOf(request);
      return place ? ofItem(place, request) : { named: "itemNotFound" };
    },
  };
}
