import { Dexie } from "dexie";
import { Problem } from "@ridgebook/contract";

const NO_SPACE_TITLE =
  "This device has no space left. Nothing was lost: what was saved before is still here, and your input is still on the page. Free some space and save again. What is not sent yet can be saved as a rescue file from the list of unsent changes.";
const NOT_STORED_TITLE =
  "This device could not store the change. Nothing was lost: what was saved before is still here, and your input is still on the page. Please save again.";
const BLOCKED_TITLE =
  "Ridgebook can't keep data on this device: the browser does not open its storage. Allow cookies and site data for this address in the browser's settings, then load this page again. A private window works too, until it is closed.";

/** "Insufficient storage": made on the device, like the 503 without a network. Its text is for the person. */
const STORAGE_STATUS = 507;

/** The device could not read or store; the server has no part in it. */
export class StorageProblem extends Problem {
  /** There is no space left. */
  readonly isFull: boolean;

  constructor(title: string, { isFull }: { isFull: boolean }) {
    super("unexpected", { status: STORAGE_STATUS, title });
    this.name = "StorageProblem";
    this.isFull = isFull;
  }
}

const hasName = (error: unknown): error is { name: string; inner?: unknown } =>
  typeof error === "object" && error !== null && "name" in error && typeof error.name === "string";

/** What Dexie throws says itself why only for one record; of several, each failure does. */
const isQuotaError = (error: unknown): boolean =>
  (error instanceof Dexie.BulkError && error.failures.some(isQuotaError)) ||
  (hasName(error) && (error.name === "QuotaExceededError" || isQuotaError(error.inner)));

/** Names under which browsers report that a connection to IndexedDB, or the process behind it, is gone. Other causes share them. */
const LOST_NAMES = new Set([
  "AbortError",
  "UnknownError",
  "InvalidStateError",
  "DatabaseClosedError",
  "TransactionInactiveError",
]);

/** Whether an error may come from a lost connection: after such a one it is worth to open the database again. */
export const isConnectionLost = (error: unknown): boolean =>
  !isQuotaError(error) && hasName(error) && (LOST_NAMES.has(error.name) || isConnectionLost(error.inner));

const isStorageError = (error: unknown): boolean =>
  error instanceof Dexie.DexieError || (typeof DOMException !== "undefined" && error instanceof DOMException);

/**
 * Work on the local databases that may be repeated: once, where the connection was lost. Throws a `StorageProblem` where the device
 * cannot read or store.
 */
export async function onDevice<Result>(work: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isConnectionLost(error)) throw toStorageProblem(error);
  }
  try {
    return await work();
  } catch (error) {
    throw toStorageProblem(error);
  }
}

/** Why the databases could not be opened by a page that has not opened them before. */
export const toOpeningProblem = (error: unknown): unknown =>
  isStorageError(error) && !isQuotaError(error)
    ? new StorageProblem(BLOCKED_TITLE, { isFull: false })
    : toStorageProblem(error);

/** A failed read or write of the local databases as a problem that a person can read; anything else stays as it is. */
export function toStorageProblem(error: unknown): unknown {
  if (isQuotaError(error)) return new StorageProblem(NO_SPACE_TITLE, { isFull: true });
  if (isStorageError(error)) return new StorageProblem(NOT_STORED_TITLE, { isFull: false });
  return error;
}
