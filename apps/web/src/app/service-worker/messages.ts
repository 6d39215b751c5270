/** What the app and its service worker say to each other. */
export const SKIP_WAITING = "skip-waiting";
/** The cache of pictures; the app fills it ahead of time, the worker reads it first. */
export const IMAGE_CACHE = "images";
/** Also the name of the periodic background sync (1.§4 Install and update). */
export const SYNC_DOWNLOAD = "sync-download";
