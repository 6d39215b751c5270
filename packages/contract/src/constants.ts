/** Constants shared by web and server (1.§9). */

export const APP_VERSION = "1.7.76";
export const PRODUCT_NAME = "Ridgebook";
export const DEFAULT_THEME_COLOR = "#2ab0da";

export const ENVIRONMENTS = ["development", "testing", "staging", "production"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export const CURRENCY = "USD";
export const LOCALE = "en-US";
export const PHONE_COUNTRY_CODE = "+1";

/** Data older than this is refreshed before the next navigation. */
export const REFRESH_AFTER_MS = 10_800_000;
export const NOTICE_CLOSES_AFTER_MS = 5_000;
export const NOTICE_REMOVED_AFTER_CLOSING_MS = 1_000;
export const SPLASH_REMOVED_AFTER_MS = 500;
export const PERIODIC_SYNC_MIN_INTERVAL_MS = 3_600_000;
export const CHUNK_LOADING_TIMEOUT_MS = 120_000;

export const LEAD_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 100;
export const PAGE_LINK_COUNT = 4;
export const MAX_PRICE = 1_000_000_000;
export const PRICE_STEP = 0.01;
export const MAX_FILE_BYTES = 10_000_000;

/** The sort year of leads without a meeting. */
export const UNDATED_MEETING_YEAR = 9999;

export const MAX_BATCH_CALLS = 100;
export const MAX_CHANGES_PAGE = 1_000;
/** Records per store in the first download, newest first; older ones are fetched when opened. */
export const FIRST_DOWNLOAD_RECORDS = 5_000;
/** Estimates in the first download, newest first: a large one takes half a megabyte. */
export const FIRST_DOWNLOAD_ESTIMATES = 300;
/** Documents in the first download, newest first, with their content. */
export const FIRST_DOWNLOAD_DOCUMENTS = 200;
export const MAX_CHANGES_PAGE_DOCUMENTS = 25;
/** Estimates per page of changes, and their total lines, so that a page stays a few megabytes. */
export const MAX_CHANGES_PAGE_ESTIMATES = 50;
export const MAX_CHANGES_PAGE_LINES = 12_000;
/** The largest JSON body: an estimate of thousands of lines with its former values, a batch of changes. */
export const MAX_REQUEST_BYTES = 8_000_000;
/** The header of an attempt's idempotency key, generated on the device. */
export const IDEMPOTENCY_KEY_HEADER = "idempotency-key";
export const IDEMPOTENCY_KEPT_DAYS = 90;
/** The validity of a link to one document's paper. */
export const SIGNED_LINK_MINUTES = 10;
/** How long the last known user may start the app offline. */
export const OFFLINE_START_DAYS = 30;

/** Reported instead of "sent" if neither the installation nor the company has a mail server. */
export const NO_MAIL_SERVER = "No mail server is set, so the mail was not sent. It lies in the server's outbox folder.";
/** Likewise for invitations, which a company's own mail server does not carry. */
export const NO_INSTALLATION_SERVER =
  "This installation has no mail server. What was to be sent lies in the server's outbox folder.";
