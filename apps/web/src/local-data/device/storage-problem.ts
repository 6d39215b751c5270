import { Dexie } from "dexie";
import { Problem } from "@ridgebook/contract";

const NO_SPACE_TITLE =
  "This device has no space left. Nothing was lost: what was saved before is still here, and your input is still on the page. Free some space and save again. What is not sent yet can be saved as a rescue file from the list of unsent changes.";
const NOT_STORED_TITLE =
  "This device could not store the change. Nothing was lost: what was saved before is still here, and your input is still on the page. Please save again.";
const BLOCKED_TITLE =
  "Ridgebook can't keep data on this device: the browser does not open its storage. Allow cookies and site data for this address in the browser's settings, then load this page again. A private window works too, until it is closed.";

/** "Insufficient storage": created on the device, like the 503 without a network. Its title is shown to the user. */
const STORAGE_STATUS = 507;

/** A failed read or write on the device, without the server. */
export class StorageProblem extends Problem {
  /** Whether the disk is full. */
  readonly isFull: boolean;

  constructor(title: string, { isFull }: { isFull: boolean }) {
    super("unexpected", { status: STORAGE_STATUS, title });
    this.name = "StorageProblem";
    this.isFull = isFull;
  }
}

const hasName = (error: unknown): error is { name: string; inner?: unknown } =>
  typeof error === "object" && error !== null && "name" in error && typeof error.name === "string";

/** Dexie's error has the reason for a single record; for several, each of its failures has one. */
const isQuotaError = (error: unknown): boolean =>
  (error instanceof Dexie.BulkError && error.failures.some(isQuotaError)) ||
  (hasName(error) && (error.name === "QuotaExceededError" || isQuotaError(error.inner)));

/** Names of errors after a lost connection to IndexedDB or its process. Other errors have the same names. */
const LOST_NAMES = new Set([
  "AbortError",
  "UnknownError",
  "InvalidStateError",
  "DatabaseClosedError",
  "TransactionInactiveError",
]);

/** Whether an error may come from a lost connection, so that the database is worth opening again. */
export const isConnectionLost = (error: unknown): boolean =>
  !isQuotaError(error) && hasName(error) && (LOST_NAMES.has(error.name) || isConnectionLost(error.inner));

const isStorageError = (error: unknown): boolean =>
  error instanceof Dexie.DexieError || (typeof DOMException !== "undefined" && error instanceof DOMException);

/**
 * Runs idempotent work on the local databases, again after a lost connection. Throws a `StorageProblem` if the device cannot read
 * or store.
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

/** The problem of databases that the page could not open. */
export const toOpeningProblem = (error: unknown): unknown =>
  isStorageError(error) && !isQuotaError(error)
    ? new StorageProblem(BLOCKED_TITLE, { isFull: false })
    : toStorageProblem(error);

/** Turns a failed read or write into a problem with a readable title; returns other errors unchanged. */
export function toStorageProblem(error: unknown): unknown {
  if (isQuotaError(error)) return new StorageProblem(NO_SPACE_TITLE, { isFull: true });
  if (isStorageError(error)) return new StorageProblem(NOT_STORED_TITLE, { isFull: false });
  return error;
}
