/**
 * Runs a listener soon, in a separate task.
 *
 * Listeners are often called at the end of a transaction, where Dexie still treats new work as part of it: a listener that reads
 * or writes synchronously would use a finished transaction.
 */
export function inOwnTask(listener: () => void): void {
  setTimeout(listener, 0);
}
