import { Problem } from "@ridgebook/contract";
import type { LocalData } from "#local-data/local-data.ts";
import type { StoreName } from "#local-data/database/stored-record.ts";

/** The part of the browser's `Cache` in use. */
export type ImageCache = Pick<Cache, "match" | "put" | "keys" | "delete">;

/** Stores whose records name pictures. */
const NAMING_STORES: readonly StoreName[] = ["estimate-fields", "settings", "lead-photos"];

/**
 * Keeps the pictures of options and settings, and photos of leads, on the device, so that they are shown without a network, the
 * first time that a step is opened (1.§7). What is not in the cache is fetched once, one at a time and at the lowest priority. Pictures
 * that no record names any more are deleted; all of them once no user is signed in. A logout deletes them itself, before the tab can be closed.
 */
export function preloadImages({
  localData,
  openCache,
  fetch,
  whenIdle,
  reportDefect,
}: {
  localData: Pick<LocalData, "subscribe" | "imageUrls"> & { photos: Pick<LocalData["photos"], "waitingPictures"> };
  openCache: () => Promise<ImageCache>;
  fetch: typeof globalThis.fetch;
  /** Runs work when the page is idle. */
  whenIdle: (work: () => void) => void;
  reportDefect: (error: unknown) => void;
}): void {
  let isPlanned = false;
  let running = Promise.resolve();

  const run = async (): Promise<void> => {
    isPlanned = false;
    const cache = await openCache();
    // Listed before the records are read: a photo's picture is kept before its record.
    const kept = await cache.keys();
    // No images once no user is signed in.
    const urls = await signedInOr([], () => localData.imageUrls());
    const wanted = new Set(urls.map((url) => new URL(url, globalThis.location.origin).href));
    for (const request of kept) if (!wanted.has(request.url)) await cache.delete(request);
    for (const { url, contentType, bytes } of await signedInOr([], () => localData.photos.waitingPictures())) {
      if (await cache.match(url)) continue;
      const picture = new Response(bytes.slice().buffer, { headers: { "content-type": contentType } });
      if (!(await isKept(cache, url, picture))) return;
    }
    for (const url of urls) {
      if (await cache.match(url)) continue;
      // Offline, nothing can be fetched; the next change or start tries again.
      const response = await fetch(url, { priority: "low", credentials: "same-origin" }).catch(() => undefined);
      if (!response) return;
      if (response.ok && !(await isKept(cache, url, response))) return;
    }
  };

  localData.subscribe((storeName) => {
    if (!NAMING_STORES.includes(storeName) || isPlanned) return;
    isPlanned = true;
    whenIdle(() => {
      running = running.then(run).catch(reportDefect);
    });
  });
}

/** Storage is full; or the connection, or the page, was lost in the middle of a picture. */
const PASSING_FAILURES = new Set(["QuotaExceededError", "NetworkError"]);

/** False if pictures cannot be stored now: they are the first to give up space, and can be fetched online. */
async function isKept(cache: ImageCache, url: string, response: Response): Promise<boolean> {
  try {
    await cache.put(url, response);
    return true;
  } catch (error) {
    if (error instanceof DOMException && PASSING_FAILURES.has(error.name)) return false;
    throw error;
  }
}

async function signedInOr<Result>(otherwise: Result, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Problem) return otherwise;
    throw error;
  }
}
