import { setTimeout as wait } from "node:timers/promises";
import type { MicrosoftPickerInfo, StorageDrive } from "@ridgebook/contract";
import { z } from "zod";
import type { HttpCallReply } from "#egress/http-call.ts";
import type { ProviderRequest } from "#integrations/connection/provider-calls.ts";
import { ProviderFailure } from "#integrations/connection/provider.ts";
import { absentKeys, readTime, type NoteMissing } from "#integrations/connection/read-reply.ts";
import { MAX_JSON_BYTES, orUndefined, readAs, readLocation } from "#integrations/storage/read-item.ts";
import type {
  FileStorage,
  NewPlace,
  StorageAccess,
  StorageRequest,
  StoredItem,
  UploadState,
} from "#integrations/storage/stored-item.ts";
import { quickXorHash } from "./quick-xor-hash.ts";

/* Files of Graph (reference 4.2). An item's id is only unique inside its drive, so ours has both: "drive:item". */

const MAX_PAGES = 50;
const COPY_LOOKS = 30;
const COPY_PAUSE_MS = 1_000;

const driveItem = z.looseObject({
  id: z.string().min(1),
  name: z.string().nullish(),
  webUrl: z.string().nullish(),
  lastModifiedDateTime: z.string().nullish(),
  parentReference: z.looseObject({ driveId: z.string().nullish(), id: z.string().nullish() }).nullish(),
  folder: z.looseObject({}).nullish(),
  root: z.looseObject({}).nullish(),
  file: z
    .looseObject({
      mimeType: z.string().nullish(),
      hashes: z.looseObject({ quickXorHash: z.string().nullish() }).nullish(),
    })
    .nullish(),
  "@microsoft.graph.downloadUrl": z.string().nullish(),
});
const itemList = z.looseObject({ value: z.array(driveItem), "@odata.nextLink": z.string().nullish() });
const drive = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  driveType: z.string().nullish(),
  webUrl: z.string().nullish(),
});
const driveList = z.looseObject({ value: z.array(drive), "@odata.nextLink": z.string().nullish() });
const siteList = z.looseObject({
  value: z.array(z.looseObject({ id: z.string(), displayName: z.string().nullish(), name: z.string().nullish() })),
});
const session = z.looseObject({ uploadUrl: z.string().min(1) });
const progress = z.looseObject({ nextExpectedRanges: z.array(z.string()) });
const monitor = z.looseObject({ status: z.string() });

interface OneDriveParts extends StorageAccess {
  /** Overridden in tests only. */
  readonly sleep?: ((ms: number) => Promise<unknown>) | undefined;
}

/** The status for an existing name. */
const CONFLICT = 409;
const encode = encodeURIComponent;

function splitId(id: string): { driveId: string; itemId: string } | undefined {
  const [, driveId, itemId] = /^([\w!-]{1,200}):([\w!-]{1,200})$/.exec(id) ?? [];
  return driveId !== undefined && itemId !== undefined ? { driveId, itemId } : undefined;
}

/** The path of an item, below Graph's address. Throws notFound for a malformed id. */
function pathOf(id: string): string {
  const split = splitId(id);
  if (!split) throw new ProviderFailure("notFound");
  return `/drives/${encode(split.driveId)}/items/${encode(split.itemId)}`;
}
const childPath = ({ parentId, name }: NewPlace): string => `${pathOf(parentId)}:/${encode(name)}`;

function toItem(item: z.output<typeof driveItem>, driveOfParent: string): StoredItem {
  const { parentReference, file } = item;
  const driveId = parentReference?.driveId ?? driveOfParent;
  return {
    id: `${driveId}:${item.id}`,
    name: item.name ?? "",
    url: item.webUrl ?? "",
    parents: parentReference?.id == null ? [] : [`${driveId}:${parentReference.id}`],
    isFolder: file == null && (item.folder != null || item.root != null),
    contentType: file?.mimeType ?? "",
    canDownload: file != null && item["@microsoft.graph.downloadUrl"] != null,
    lastModified: readTime(item.lastModifiedDateTime),
    hash: file?.hashes?.quickXorHash ?? undefined,
  };
}
/** @param near the id of something in the same drive */
const readItem =
  (near: string) =>
  (reply: HttpCallReply, noteMissing: NoteMissing): StoredItem => {
    const item = readAs(reply, driveItem);
    noteMissing(absentKeys([item], USED_KEYS));
    return toItem(item, splitId(near)?.driveId ?? "");
  };
/** Without these an item has no name, or no address. */
const USED_KEYS = ["name", "webUrl"];

const askOf =
  ({ call, companyId, provider, withinMs }: OneDriveParts) =>
  <Result>({ path, maxBytes = MAX_JSON_BYTES, ...rest }: StorageRequest<Result>): Promise<Result> =>
    call({
      companyId,
      provider,
      withinMs,
      // The next page of a list is an absolute address.
      request: { ...rest, maxBytes, urlOn: (baseUrl) => (path.startsWith("http") ? path : baseUrl + path) },
    });

/** Further sites, and unreadable libraries, are skipped. */
const MAX_SITES = 40;
/** Sites whose libraries are requested concurrently. */
const SITES_AT_ONCE = 4;

/** The rows of all pages. Throws tooLarge for too many. */
async function listAll<Row>(
  parts: OneDriveParts,
  request: StorageRequest<{ value: Row[]; "@odata.nextLink"?: string | null | undefined }>,
): Promise<Row[]> {
  const ask = askOf(parts);
  const found: Row[] = [];
  let next: string | null | undefined = request.path;
  for (let page = 1; next; page += 1) {
    if (page > MAX_PAGES) throw new ProviderFailure("tooLarge");
    const read: Awaited<ReturnType<typeof request.read>> = await ask({ ...request, path: next });
    found.push(...read.value);
    next = read["@odata.nextLink"];
  }
  return found;
}

async function drivesAt(parts: OneDriveParts, path: string): Promise<StorageDrive[]> {
  const found = await listAll(parts, { name: "drives", path, read: (reply) => readAs(reply, driveList) });
  return found.map(({ id, name, driveType, webUrl }) => ({
    id,
    name: name ?? "",
    driveType: driveType ?? "",
    webUrl: webUrl ?? "",
  }));
}

/** The document libraries of the organization's sites; empty for a personal account. */
async function listLibraries(parts: OneDriveParts): Promise<StorageDrive[]> {
  const orNone = async <Result>(call: Promise<Result[]>): Promise<Result[]> => {
    try {
      return await call;
    } catch (error) {
      if (error instanceof ProviderFailure) return [];
      throw error;
    }
  };
  const path = `/sites?${new URLSearchParams({ search: "*", $top: String(MAX_SITES) }).toString()}`;
  const sites = await orNone(askOf(parts)({ name: "sites", path, read: (reply) => readAs(reply, siteList).value }));
  const found: StorageDrive[] = [];
  for (let from = 0; from < Math.min(sites.length, MAX_SITES); from += SITES_AT_ONCE) {
    const libraries = await Promise.all(
      sites.slice(from, from + SITES_AT_ONCE).map(async ({ id, displayName, name }) => {
        const ofSite = displayName ?? name ?? "";
        // Every site's first library is called "Documents".
        const drives = await orNone(drivesAt(parts, `/sites/${encode(id)}/drives`));
        return drives.map((each) => ({ ...each, name: `${ofSite}: ${each.name}` }));
      }),
    );
    found.push(...libraries.flat());
  }
  return found;
}

/** The drives of the connected account, and the libraries of its organization's sites. Throws ProviderFailure. */
export async function listDrives(parts: OneDriveParts): Promise<StorageDrive[]> {
  const own = await drivesAt(parts, "/me/drives");
  const known = new Set(own.map(({ id }) => id));
  return [...own, ...(await listLibraries(parts)).filter(({ id }) => !known.has(id))];
}

/** The site of a library, whose address is a prefix. */
const siteUrlOf = ({ origin, pathname }: URL): string =>
  origin + (/^\/(?:sites|teams)\/[^/]+/.exec(pathname)?.[0] ?? "");

/**
 * The picker's host for a drive: the chosen one, or the account's own; with the library, if it is a site's. Throws ProviderFailure,
 * notFound for a deleted drive.
 */
export async function readPickerPlace({
  chosen,
  ...parts
}: OneDriveParts & { chosen?: string | undefined }): Promise<PickerPlace> {
  const path = chosen === undefined ? "/me/drive" : `/drives/${encode(chosen)}`;
  const { webUrl, driveType } = await askOf(parts)({
    name: "drive",
    path,
    read: (reply: HttpCallReply) => readAs(reply, drive),
  });
  if (webUrl == null || !URL.canParse(webUrl)) throw new ProviderFailure("unreadable");
  const url = new URL(webUrl);
  const { origin, protocol } = url;
  // A stand-in serves its drive next to its calls, unencrypted.
  const { site, rehearsal } = parts.provider;
  const isStandIn = [site, rehearsal].some((at) => at && new URL(at.apiUrl({})).origin === origin);
  if (protocol !== "https:" && !isStandIn) throw new ProviderFailure("unreadable");
  const isLibrary = chosen !== undefined && driveType === "documentLibrary";
  return { host: origin, ...(isLibrary && { library: { siteUrl: siteUrlOf(url), url: webUrl } }) };
}

interface PickerPlace {
  /** An origin. */
  readonly host: string;
  readonly library?: NonNullable<MicrosoftPickerInfo["library"]>;
}

/** Uploads in chunks, to an address without a token. */
function uploadsOf(parts: OneDriveParts): Pick<FileStorage, "beginUpload" | "sendChunk" | "readProgress"> {
  const { call, companyId, provider, withinMs } = parts;
  const readUpload = ({ status, ...reply }: HttpCallReply): UploadState | "ahead" => {
    if (status === 401 || status === 404 || status === 410) return "gone";
    if (status === 416) return "ahead";
    const read = readAs({ status, ...reply }, z.union([progress, driveItem]));
    if ("nextExpectedRanges" in read) {
      const [first = ""] = (read as z.output<typeof progress>).nextExpectedRanges;
      const [, next] = /^(\d+)-/.exec(first) ?? [];
      if (next === undefined) throw new ProviderFailure("unreadable");
      return { next: Number(next) };
    }
    return { item: toItem(read, "") };
  };
  const send = (
    address: string,
    more: Pick<ProviderRequest<unknown>, "method" | "headers" | "body" | "isRepeatable">,
  ) =>
    call({
      companyId,
      provider,
      withinMs,
      request: {
        name: "upload",
        isOpenAddress: true,
        urlOn: () => address,
        maxBytes: MAX_JSON_BYTES,
        read: readUpload,
        expects: [401, 404, 410, 416],
        ...more,
      },
    });
  const readProgress: FileStorage["readProgress"] = async (address) => {
    const state = await send(address, { method: "GET" });
    if (state === "ahead") throw new ProviderFailure("unreadable");
    return state;
  };
  return {
    readProgress,
    beginUpload({ parentId, name, former }) {
      // Keep the name and place that people may have changed.
      const place = { parentId: former?.parents[0] ?? parentId, name: former?.name ?? name };
      return askOf(parts)({
        name: "begin upload",
        method: "POST",
        path: `${childPath(place)}:/createUploadSession`,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ item: { "@microsoft.graph.conflictBehavior": "replace", name: place.name } }),
        read: (reply) => readAs(reply, session).uploadUrl,
      });
    },
    async sendChunk(address, { from, bytes, total }) {
      const range = `bytes ${String(from)}-${String(from + bytes.length - 1)}/${String(total)}`;
      const state = await send(address, {
        method: "PUT",
        isRepeatable: false,
        body: Buffer.from(bytes),
        headers: { "content-range": range },
      });
      // An earlier try arrived.
      return state === "ahead" ? readProgress(address, total) : state;
    },
  };
}

export function createOneDrive(parts: OneDriveParts): FileStorage {
  const { call, companyId, provider, withinMs, sleep = wait } = parts;
  const ask = askOf(parts);
  const open = <Result>(address: string, request: Pick<ProviderRequest<Result>, "name" | "maxBytes" | "read">) =>
    call({ companyId, provider, withinMs, request: { ...request, isOpenAddress: true, urlOn: () => address } });

  async function waitForCopy(address: string): Promise<void> {
    for (let looks = 1; looks <= COPY_LOOKS; looks += 1) {
      const { status } = await open(address, {
        name: "copy progress",
        maxBytes: MAX_JSON_BYTES,
        read: (reply: HttpCallReply) => readAs(reply, monitor),
      });
      if (status === "completed") return;
      if (status === "failed") throw new ProviderFailure("refused");
      await sleep(COPY_PAUSE_MS);
    }
    throw new ProviderFailure("timedOut");
  }

  return {
    provider: "microsoft",
    ...uploadsOf(parts),

    async find(idOrLink) {
      const isLink = idOrLink.startsWith("https://");
      if (!isLink && !splitId(idOrLink)) return undefined;
      const path = isLink ? `/shares/u!${Buffer.from(idOrLink).toString("base64url")}/driveItem` : pathOf(idOrLink);
      return orUndefined(ask({ name: "file", path, read: readItem(idOrLink) }));
    },

    child: (place) => orUndefined(ask({ name: "child", path: childPath(place), read: readItem(place.parentId) })),

    async children(parentId) {
      const found = await listAll(parts, {
        name: "list",
        path: `${pathOf(parentId)}/children?$top=200`,
        read(reply, noteMissing) {
          const items = readAs(reply, itemList);
          noteMissing(absentKeys(items.value, USED_KEYS));
          return items;
        },
      });
      return found.map((item) => toItem(item, splitId(parentId)?.driveId ?? ""));
    },

    // A name is unique in a folder, so no id is needed.
    newId: () => Promise.resolve(undefined),

    addFolder: ({ parentId, name }) =>
      ask({
        name: "make folder",
        method: "POST",
        path: `${pathOf(parentId)}/children`,
        isRepeatable: false,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name, folder: {}, "@microsoft.graph.conflictBehavior": "fail" }),
        expects: [CONFLICT],
        read: () => undefined,
      }),

    async copyFile({ id }, { parentId, name }) {
      const target = splitId(parentId);
      if (!target) throw new ProviderFailure("notFound");
      const address = await ask({
        name: "copy",
        method: "POST",
        path: `${pathOf(id)}/copy`,
        isRepeatable: false,
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ parentReference: { driveId: target.driveId, id: target.itemId }, name }),
        expects: [CONFLICT],
        read: (reply: HttpCallReply) => (reply.status === CONFLICT ? undefined : readLocation(reply)),
      });
      if (address !== undefined) await waitForCopy(address);
    },

    hashOf: quickXorHash,

    async download({ id }, maxBytes) {
      const address = await ask({
        name: "download",
        path: `${pathOf(id)}/content`,
        expects: [302],
        read: readLocation,
      });
      return open(address, { name: "download", maxBytes, read: ({ body }) => body });
    },
  };
}
