/** Messages between the app and its service worker. */
export const SKIP_WAITING = "skip-waiting";
/**
 * Also the name of the periodic background sync (1.§4 Install and update). A page answers twice on the message's port: at once that it accepts, and at
 * the end with the result.
 */
export const SYNC_DOWNLOAD = "sync-download";
export const SYNC_TAKEN = "taken";
export const SYNC_DONE = "done";
/** Whether unsent changes are left that another try may send. */
export const SYNC_STILL_WAITING = "still-waiting";
/** Name of the background sync that sends unsent changes once the device is online. */
export const SEND_OUTBOX = "send-outbox";
/** A page of the worker's own version runs: files that no page needs any more may be deleted. */
export const TIDY_FILES = "tidy-files";

/** The name of the lock that each page holds while it lives: this prefix and the address of the page's program. */
export const PAGE_LOCK = "ridgebook-page ";
