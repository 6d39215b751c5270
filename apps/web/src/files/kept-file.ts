/** The cache of the company's pictures and other files; the app fills it in advance, and the service worker reads it first. */
export const IMAGE_CACHE = "images";

/** A file's bytes and metadata. */
export interface KeptFile {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** The name at the upload, such as "warranty.pdf"; missing if the server did not send it. */
  readonly name?: string;
}

const FILE_NAME = /filename\*=UTF-8''([^;]+)|filename="([^"]+)"/i;

function nameOf(header: string | null): string | undefined {
  const [, encoded, plain] = FILE_NAME.exec(header ?? "") ?? [];
  try {
    return encoded === undefined ? plain : decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** Opens the cache; undefined on pages that are not served over HTTPS. */
const openCache = async (): Promise<Pick<Cache, "match" | "put"> | undefined> =>
  "caches" in globalThis ? await globalThis.caches.open(IMAGE_CACHE) : undefined;

/** Caches a file for `readKeptFile` and the pages' pictures before it is on the server. */
export async function keepFile(
  url: string,
  { contentType, bytes }: Pick<KeptFile, "contentType" | "bytes">,
  { cache = openCache() }: { cache?: Promise<Pick<Cache, "match" | "put"> | undefined> } = {},
): Promise<void> {
  const kept = await cache.catch(() => undefined);
  await kept?.put(url, new Response(bytes.slice().buffer, { headers: { "content-type": contentType } }));
}

/**
 * Reads a file from the cache, else from the network, and caches it: the bytes of a URL never change. Undefined if neither
 * has it.
 */
export async function readKeptFile(
  url: string,
  {
    cache = openCache(),
    fetch = (address: string) => globalThis.fetch(address, { credentials: "same-origin" }),
  }: {
    cache?: Promise<Pick<Cache, "match" | "put"> | undefined>;
    fetch?: (url: string) => Promise<Response>;
  } = {},
): Promise<KeptFile | undefined> {
  const kept = await cache.catch(() => undefined);
  const here = await kept?.match(url);
  const response = here ?? (await fetch(url).catch(() => undefined));
  if (!response?.ok) return undefined;
  // If the disk is full, the file is still returned.
  if (!here) await kept?.put(url, response.clone()).catch(() => undefined);
  const name = nameOf(response.headers.get("content-disposition"));
  return {
    contentType: response.headers.get("content-type") ?? "",
    bytes: new Uint8Array(await response.arrayBuffer()),
    ...(name !== undefined && { name }),
  };
}
