/** What the app and its service worker say to each other. */
export const SKIP_WAITING = "skip-waiting";
/**
 * Also the name of the periodic background sync (1.§4 Install and update). A page that does it answers twice on the port it came
 * with: at once that it does, and in the end how that went.
 */
export const SYNC_DOWNLOAD = "sync-download";
export const SYNC_TAKEN = "taken";
export const SYNC_DONE = "done";
/** Something waits that another try may send. */
export const SYNC_STILL_WAITING = "still-waiting";
/** Name of the background sync that sends what waits, once there is a network. */
export const SEND_OUTBOX = "send-outbox";
/** A page of the worker's own version runs: files that no page needs any more may go. */
export const TIDY_FILES = "tidy-files";

/** The lock that each page holds while it lives begins with this and ends with the address of the page's program. */
export const PAGE_LOCK = "ridgebook-page ";
