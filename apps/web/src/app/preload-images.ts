import { Problem } from "@ridgebook/contract";
import type { LocalData } from "#local-data/local-data.ts";

/** The part of the browser's `Cache` in use. */
export type ImageCache = Pick<Cache, "match" | "put" | "keys" | "delete">;

/**
 * Keeps the pictures of options and settings on the device, so that a step shows them without a network the first time it is
 * opened (1.§7): whatever is not in the cache is fetched once, one after the other and behind everything else. Pictures
 * that no record names any more go; after a logout, all of them.
 */
export function preloadImages({
  localData,
  openCache,
  fetch,
  whenIdle,
  reportDefect,
}: {
  localData: Pick<LocalData, "subscribe" | "imageUrls">;
  openCache: () => Promise<ImageCache>;
  fetch: typeof globalThis.fetch;
  /** Runs work when the page has nothing better to do. */
  whenIdle: (work: () => void) => void;
  reportDefect: (error: unknown) => void;
}): void {
  let isPlanned = false;
  let running = Promise.resolve();

  const run = async (): Promise<void> => {
    isPlanned = false;
    const urls = await namedUrls(localData);
    const cache = await openCache();
    const wanted = new Set(urls.map((url) => new URL(url, globalThis.location.origin).href));
    for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
    for (const url of urls) {
      if (await cache.match(url)) continue;
      // Without a network there is nothing to fetch; the next change or start tries again.
      const response = await fetch(url, { priority: "low", credentials: "same-origin" }).catch(() => undefined);
      if (!response) return;
      if (response.ok && !(await isKept(cache, url, response))) return;
    }
  };

  localData.subscribe((storeName) => {
    if ((storeName !== "estimate-fields" && storeName !== "settings") || isPlanned) return;
    isPlanned = true;
    whenIdle(() => {
      running = running.then(run).catch(reportDefect);
    });
  });
}

/** False where there is no space left: pictures are the first to do without, and come with a signal. */
async function isKept(cache: ImageCache, url: string, response: Response): Promise<boolean> {
  try {
    await cache.put(url, response);
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === "QuotaExceededError") return false;
    throw error;
  }
}

/** None once nobody is signed in. */
async function namedUrls(localData: Pick<LocalData, "imageUrls">): Promise<string[]> {
  try {
    return await localData.imageUrls();
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}
