import { Dexie } from "dexie";
import { Problem } from "@ridgebook/contract";

const NO_SPACE_TITLE =
  "This device has no space left. Nothing was lost: what was saved before is still here, and your input is still on the page. Free some space and save again. What is not sent yet can be saved as a rescue file from the list of unsent changes.";
const NOT_STORED_TITLE =
  "This device could not store the change. Nothing was lost: what was saved before is still here, and your input is still on the page. Please reload the page and save again.";

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

const isStorageError = (error: unknown): boolean =>
  error instanceof Dexie.DexieError || (typeof DOMException !== "undefined" && error instanceof DOMException);

/** Work on the local databases; throws a `StorageProblem` where the device cannot read or store. */
export async function onDevice<Result>(work: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toStorageProblem(error);
  }
}

/** A failed read or write of the local databases as a problem that a person can read; anything else stays as it is. */
export function toStorageProblem(error: unknown): unknown {
  if (isQuotaError(error)) return new StorageProblem(NO_SPACE_TITLE, { isFull: true });
  if (isStorageError(error)) return new StorageProblem(NOT_STORED_TITLE, { isFull: false });
  return error;
}
