import { createHash } from "node:crypto";
import { z } from "zod";
import type { HttpCallReply } from "#egress/http-call.ts";
import { ProviderFailure } from "#integrations/connection/provider.ts";
import { absentKeys, readTime, type NoteMissing } from "#integrations/connection/read-reply.ts";
import { MAX_JSON_BYTES, orUndefined, readAs, readLocation } from "#integrations/storage/read-item.ts";
import type {
  FileStorage,
  StorageAccess,
  StorageRequest,
  StoredItem,
  UploadState,
} from "#integrations/storage/stored-item.ts";

/* Drive v3 (reference 3.2, 3.3). */

const FOLDER = "application/vnd.google-apps.folder";
const SHEET = "application/vnd.google-apps.spreadsheet";
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const FIELDS = "id,name,mimeType,parents,webViewLink,modifiedTime,size,md5Checksum,trashed,capabilities(canDownload)";
const PAGE_SIZE = 1000;
const MAX_PAGES = 20;
/** Ids per request; unused ones cost nothing. */
const IDS_AT_ONCE = 20;
/** In these links the id follows the named word. */
const LINK = /^https:\/\/(?:drive|docs)\.google\.com\/.*(?:\/folders\/|\/d\/|[?&]id=)([\w-]{10,})/;
const ID = /^[\w-]{1,200}$/;

const driveFile = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  mimeType: z.string(),
  parents: z.array(z.string()).nullish(),
  webViewLink: z.string().nullish(),
  modifiedTime: z.string().nullish(),
  md5Checksum: z.string().nullish(),
  trashed: z.boolean().nullish(),
  capabilities: z.looseObject({ canDownload: z.boolean().nullish() }).nullish(),
});
const idList = z.looseObject({ ids: z.array(z.string().regex(ID)).min(1) });
const driveList = z.looseObject({ files: z.array(driveFile), nextPageToken: z.string().nullish() });

function toItem({ id, name, mimeType, ...file }: z.output<typeof driveFile>): StoredItem {
  return {
    id,
    name,
    contentType: mimeType,
    isFolder: mimeType === FOLDER,
    parents: file.parents ?? [],
    url: file.webViewLink ?? "",
    canDownload: file.capabilities?.canDownload ?? false,
    lastModified: readTime(file.modifiedTime),
    hash: file.md5Checksum ?? undefined,
  };
}

/** Without these a file counts as not downloadable, or has no address. */
const USED_KEYS = ["capabilities", "webViewLink"];
function readFile(reply: HttpCallReply, noteMissing: NoteMissing): z.output<typeof driveFile> {
  const file = readAs(reply, driveFile);
  noteMissing(absentKeys([file], USED_KEYS));
  return file;
}
const JSON_TYPE = { "content-type": "application/json" };
/** The status for an existing id. */
const CONFLICT = 409;
const quoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;
const withQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams({ supportsAllDrives: "true", ...query }).toString()}`;

interface MakeOrder {
  /** For the log. */
  readonly name: string;
  readonly path: string;
  readonly newId: string | undefined;
  readonly body: object;
}

export function createGoogleDrive({ call, companyId, provider, withinMs }: StorageAccess): FileStorage {
  const ask = <Result>({ path, maxBytes = MAX_JSON_BYTES, ...rest }: StorageRequest<Result>): Promise<Result> =>
    call({ companyId, provider, withinMs, request: { ...rest, maxBytes, urlOn: (baseUrl) => baseUrl + path } });
  /** Creates something under a given id. A lookup of that id tells whether this or an earlier try succeeded. */
  const make = ({ name, path, newId, body }: MakeOrder): Promise<void> =>
    ask({
      name,
      path,
      method: "POST",
      isRepeatable: newId !== undefined,
      expects: [CONFLICT],
      read: () => undefined,
      headers: JSON_TYPE,
      body: JSON.stringify({ ...body, ...(newId !== undefined && { id: newId }) }),
    });
  let ids: readonly string[] = [];

  async function list(query: string): Promise<StoredItem[]> {
    const found: StoredItem[] = [];
    let pageToken: string | null | undefined;
    for (let page = 1; page === 1 || pageToken; page += 1) {
      if (page > MAX_PAGES) throw new ProviderFailure("tooLarge");
      const path = withQuery("/drive/v3/files", {
        q: query,
        pageSize: String(PAGE_SIZE),
        fields: `nextPageToken,files(${FIELDS})`,
        includeItemsFromAllDrives: "true",
        ...(pageToken && { pageToken }),
      });
      const read = await ask({
        name: "list",
        path,
        read(reply, noteMissing) {
          const page = readAs(reply, driveList);
          noteMissing(absentKeys(page.files, USED_KEYS));
          return page;
        },
      });
      found.push(...read.files.filter(({ trashed }) => trashed !== true).map(toItem));
      pageToken = read.nextPageToken;
    }
    return found;
  }

  /** The response to a chunk or to a progress query. */
  function readUpload({ status, headers, body }: HttpCallReply): UploadState {
    if (status === 404 || status === 410) return "gone";
    if (status === CONFLICT) return "taken";
    if (status !== 308) return { item: toItem(readAs({ status, headers, body }, driveFile)) };
    const [, last] = /^bytes=0-(\d+)$/.exec(headers["range"] ?? "") ?? [];
    return { next: last === undefined ? 0 : Number(last) + 1 };
  }
  const putTo = (address: string, { range, body }: { range: string; body?: Buffer }): Promise<UploadState> =>
    call({
      companyId,
      provider,
      withinMs,
      request: {
        name: "upload",
        method: "PUT",
        isRepeatable: body === undefined,
        body: body ?? Buffer.alloc(0),
        expects: [308, 404, CONFLICT, 410],
        maxBytes: MAX_JSON_BYTES,
        read: readUpload,
        urlOn: () => address,
        headers: { "content-range": range },
      },
    });

  return {
    provider: "google",

    async find(idOrLink) {
      const id = LINK.exec(idOrLink)?.[1] ?? idOrLink;
      // A malformed id would change the call's path.
      if (!ID.test(id)) return undefined;
      const path = withQuery(`/drive/v3/files/${id}`, { fields: FIELDS });
      const found = await orUndefined(ask({ name: "file", path, read: readFile }));
      return found && found.trashed !== true ? toItem(found) : undefined;
    },

    async child({ parentId, name }) {
      const found = await list(`${quoted(parentId)} in parents and trashed=false and name=${quoted(name)}`);
      return found.find((item) => item.name === name);
    },

    children: (parentId) => list(`${quoted(parentId)} in parents and trashed=false`),

    async newId() {
      if (ids.length === 0) {
        const query = new URLSearchParams({ count: String(IDS_AT_ONCE), space: "drive", type: "files" });
        const path = `/drive/v3/files/generateIds?${query.toString()}`;
        ({ ids } = await ask({ name: "ids", path, read: (reply) => readAs(reply, idList) }));
      }
      const [id, ...left] = ids;
      ids = left;
      return id;
    },

    addFolder: ({ parentId, name }, newId) =>
      make({
        name: "make folder",
        path: withQuery("/drive/v3/files", { fields: FIELDS }),
        newId,
        body: { name, mimeType: FOLDER, parents: [parentId] },
      }),

    copyFile: ({ id }, { parentId, name }, newId) =>
      make({
        name: "copy",
        path: withQuery(`/drive/v3/files/${id}/copy`, { fields: FIELDS }),
        newId,
        body: { name, parents: [parentId] },
      }),

    hashOf: (bytes) => createHash("md5").update(bytes).digest("hex"),

    beginUpload({ parentId, name, contentType, size, former, newId }) {
      const path = `/upload/drive/v3/files${former ? `/${former.id}` : ""}`;
      return ask({
        name: "begin upload",
        method: former ? "PATCH" : "POST",
        path: withQuery(path, { uploadType: "resumable", fields: FIELDS }),
        headers: {
          "content-type": "application/json",
          "x-upload-content-type": contentType,
          "x-upload-content-length": String(size),
        },
        // Keep the name and place that people may have changed.
        body: JSON.stringify(
          former ? {} : { name, mimeType: contentType, parents: [parentId], ...(newId !== undefined && { id: newId }) },
        ),
        expects: [CONFLICT],
        read: (reply) => (reply.status === CONFLICT ? undefined : readLocation(reply)),
      });
    },

    sendChunk: (address, { from, bytes, total }) =>
      putTo(address, {
        range: `bytes ${String(from)}-${String(from + bytes.length - 1)}/${String(total)}`,
        body: Buffer.from(bytes),
      }),
    readProgress: (address, total) => putTo(address, { range: `bytes */${String(total)}` }),

    download({ id, contentType }, maxBytes) {
      const path =
        contentType === SHEET
          ? withQuery(`/drive/v3/files/${id}/export`, { mimeType: XLSX })
          : withQuery(`/drive/v3/files/${id}`, { alt: "media" });
      return ask({ name: "download", path, maxBytes, headers: { accept: "*/*" }, read: ({ body }) => body });
    },
  };
}
