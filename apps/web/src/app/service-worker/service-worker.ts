import { clientsClaim } from "workbox-core";
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { SKIP_WAITING, SYNC_DOWNLOAD } from "#app/service-worker/messages.ts";
import { IMAGE_CACHE } from "#files/kept-file.ts";

/** The part of a service worker's global scope in use. The DOM types of the app know only the window's. */
interface WorkerScope {
  readonly __WB_MANIFEST: (PrecacheEntry | string)[];
  readonly clients: {
    matchAll(options: { type: "window" }): Promise<readonly { postMessage(message: unknown): void }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "message", listener: (event: MessageEvent<unknown>) => void): void;
  addEventListener(type: "periodicsync", listener: (event: PeriodicSyncEvent) => void): void;
}

interface PeriodicSyncEvent {
  readonly tag: string;
  waitUntil(work: Promise<unknown>): void;
}

declare const self: WorkerScope;

/** Answered by the server, never by the app's own page. */
const SERVER_PATHS = [/^\/api(\/|$)/, /^\/pdf(\/|$)/, /^\/(healthz|readyz|metrics)$/];

const FILE_DOWNLOADS = /^\/api\/files\/download\//i;

// The app's files, put in by the build. All of them are fetched when a version is installed, so that every page opens
// without a network, also one that was never visited.
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

// Every page of the app is the same file; the router reads the address.
registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: SERVER_PATHS }));

// Pictures of options and of the company. A file's address names its bytes for ever, so what is here is never asked for again.
registerRoute(
  ({ url, request, sameOrigin }) => sameOrigin && request.destination === "image" && FILE_DOWNLOADS.test(url.pathname),
  new CacheFirst({ cacheName: IMAGE_CACHE }),
);

// The page that installed the first worker is offline-capable at once. A later version takes over only when told to.
clientsClaim();

self.addEventListener("message", ({ data }) => {
  if (data === SKIP_WAITING) void self.skipWaiting();
});

/** The pages hold the session and the databases: the worker only asks them to bring themselves up to date. */
async function askPagesToDownload(): Promise<void> {
  for (const page of await self.clients.matchAll({ type: "window" })) page.postMessage(SYNC_DOWNLOAD);
}

self.addEventListener("periodicsync", (event) => {
  if (event.tag === SYNC_DOWNLOAD) event.waitUntil(askPagesToDownload());
});
