import { cacheNames } from "workbox-core";
import { PrecacheController, PrecacheRoute, type PrecacheEntry } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { hasPageOfOtherVersion } from "#app/service-worker/pages-of-other-versions.ts";
import type { LongEvent, WorkerScope } from "#app/service-worker/worker-scope.ts";

/** Files with a hash in their names: a name has the same contents in every version. */
const HASHED_FILES = /^\/assets\//;

/** One version stores its files while another may be cleaning up: one at a time. */
const FILES_LOCK = "ridgebook-files";

/** Workbox fetches one file after the other, which is slow far from the server. All at once would take the connections that the first page needs. */
const FETCHED_AT_ONCE = 4;

/**
 * The files of this version of the app, inserted by the build. All of them are fetched when the version is installed, so that every page opens offline,
 * also one that was never visited. Files of other versions stay as long as a page of one is open: it loads its chunks from here, since the server has
 * only the newest (decision 0028).
 */
export function serveAppFiles({
  scope,
  manifest,
  serverPaths,
}: {
  scope: WorkerScope;
  manifest: readonly (PrecacheEntry | string)[];
  /** Answered by the server, never by the app's own page. */
  serverPaths: RegExp[];
}): { tidy: (event: LongEvent) => Promise<void> } {
  const files = new PrecacheController();
  files.addToCacheList([...manifest]);

  const install = async (event: LongEvent): Promise<void> => {
    const shares = Array.from({ length: FETCHED_AT_ONCE }, (_, share) =>
      manifest.filter((_file, index) => index % FETCHED_AT_ONCE === share),
    );
    await Promise.all(
      shares.map((share) => {
        const sharing = new PrecacheController();
        sharing.addToCacheList(share);
        return sharing.install(event);
      }),
    );
  };

  const tidy = (event: LongEvent): Promise<void> =>
    navigator.locks.request(FILES_LOCK, async () => {
      const { installing, waiting } = scope.registration;
      // Do not delete what a next version has stored already.
      if (installing ?? waiting) return;
      const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
      const { held = [] } = await navigator.locks.query();
      const heldLocks = held.flatMap(({ name }) => name ?? []);
      const ownFiles = new Set(files.getCachedURLs());
      if (hasPageOfOtherVersion({ pageCount: pages.length, heldLocks, ownFiles })) return;
      await files.activate(event);
    });

  scope.addEventListener("install", (event) => {
    event.waitUntil(navigator.locks.request(FILES_LOCK, () => install(event)));
  });
  scope.addEventListener("activate", (event) => {
    event.waitUntil(tidy(event));
  });

  registerRoute(new PrecacheRoute(files));
  // Every page of the app is the same file; the router reads the address.
  registerRoute(new NavigationRoute(files.createHandlerBoundToURL("/index.html"), { denylist: serverPaths }));
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && HASHED_FILES.test(url.pathname),
    async ({ request }) => {
      const cache = await caches.open(cacheNames.precache);
      return (await cache.match(request, { ignoreVary: true })) ?? fetch(request);
    },
  );
  return { tidy };
}
