/** What the app and its service worker say to each other. */
export const SKIP_WAITING = "skip-waiting";
/** Also the name of the periodic background sync (1.§4 Install and update). */
export const SYNC_DOWNLOAD = "sync-download";
