/** The cache of pictures and other files of the company; the app fills it ahead of time, the service worker reads it first. */
export const IMAGE_CACHE = "images";

/** A file's bytes with what is known of it. */
export interface KeptFile {
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** As it was uploaded, "warranty.pdf"; left out where the server did not say. */
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

/** The cache that the device keeps files in; undefined on pages that are not served securely. */
const openCache = async (): Promise<Pick<Cache, "match" | "put"> | undefined> =>
  "caches" in globalThis ? await globalThis.caches.open(IMAGE_CACHE) : undefined;

/** Puts a file where `readKeptFile` and the pages' pictures find it, before the server has it. */
export async function keepFile(
  url: string,
  { contentType, bytes }: Pick<KeptFile, "contentType" | "bytes">,
  { cache = openCache() }: { cache?: Promise<Pick<Cache, "match" | "put"> | undefined> } = {},
): Promise<void> {
  const kept = await cache.catch(() => undefined);
  await kept?.put(url, new Response(bytes.slice().buffer, { headers: { "content-type": contentType } }));
}

/**
 * A file from this device, else from the network, where it is kept from then on: its address names its bytes for ever. Undefined
 * where neither has it.
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
  // A full disk is no reason to do without what has just arrived.
  if (!here) await kept?.put(url, response.clone()).catch(() => undefined);
  const name = nameOf(response.headers.get("content-disposition"));
  return {
    contentType: response.headers.get("content-type") ?? "",
    bytes: new Uint8Array(await response.arrayBuffer()),
    ...(name !== undefined && { name }),
  };
}
