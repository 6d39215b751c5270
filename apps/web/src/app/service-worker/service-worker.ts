import "#app/without-eval.ts";
import { clientsClaim } from "workbox-core";
import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { serveAppFiles } from "#app/service-worker/app-files.ts";
import { askPageToSync } from "#app/service-worker/ask-page-to-sync.ts";
import { SEND_OUTBOX, SKIP_WAITING, SYNC_DOWNLOAD, TIDY_FILES } from "#app/service-worker/messages.ts";
import { syncWithoutPage } from "#app/service-worker/sync-without-page.ts";
import type { WorkerScope } from "#app/service-worker/worker-scope.ts";
import { IMAGE_CACHE } from "#files/kept-file.ts";

declare const self: WorkerScope;

/** Answered by the server, never by the app's own page. Each is matched against the path with its query. */
const SERVER_PATHS = [
  /^\/(?:api|pdf)(?:[/?]|$)/,
  /^\/(?:healthz|readyz|metrics|config\/file-settings\/picker)(?:\?|$)/,
];

const FILE_DOWNLOADS = /^\/api\/files\/download\//i;

const appFiles = serveAppFiles({ scope: self, manifest: self.__WB_MANIFEST, serverPaths: SERVER_PATHS });

// Pictures of options and of the company. The bytes at a file's address never change, so a cached file is never fetched again.
registerRoute(
  ({ url, request, sameOrigin }) => sameOrigin && request.destination === "image" && FILE_DOWNLOADS.test(url.pathname),
  new CacheFirst({ cacheName: IMAGE_CACHE }),
);

// The page that installed the first worker is offline-capable at once. A later version takes over only on request.
clientsClaim();

self.addEventListener("message", (event) => {
  if (event.data === SKIP_WAITING) event.waitUntil(self.skipWaiting());
  if (event.data === TIDY_FILES) event.waitUntil(appFiles.tidy(event));
});

/** An open page has the session and the databases open already; without one the worker does the work. */
async function sync(): Promise<void> {
  const isTaken = await askPageToSync(await self.clients.matchAll({ type: "window" }));
  if (!isTaken) await syncWithoutPage();
}

const SYNC_TAGS: ReadonlySet<string> = new Set([SYNC_DOWNLOAD, SEND_OUTBOX]);
for (const type of ["sync", "periodicsync"] as const)
  self.addEventListener(type, (event) => {
    if (SYNC_TAGS.has(event.tag)) event.waitUntil(sync());
  });
