/**
 * Runs a listener in a task of its own, soon.
 *
 * News often comes from the end of a transaction, and Dexie still takes what is begun there as part of it: a listener
 * that reads or writes at once would meet a transaction that is over.
 */
export function inOwnTask(listener: () => void): void {
  setTimeout(listener, 0);
}
