import { PAGE_LOCK } from "#app/service-worker/messages.ts";

/**
 * Whether an open page may still need files that this version does not have. Each page holds a lock with the address of its program. A page without a
 * lock is unknown: it is loading, or older than these locks.
 *
 * @param heldLocks names of all held locks
 * @param ownFiles addresses of this version's files
 */
export function hasPageOfOtherVersion({
  pageCount,
  heldLocks,
  ownFiles,
}: {
  pageCount: number;
  heldLocks: readonly string[];
  ownFiles: ReadonlySet<string>;
}): boolean {
  const programs = heldLocks.filter((name) => name.startsWith(PAGE_LOCK)).map((name) => name.slice(PAGE_LOCK.length));
  return programs.length < pageCount || programs.some((address) => !ownFiles.has(address));
}

/** Marks, while the page lives, which version's files it may fetch. `program` is the address of the page's program. */
export function holdPageLock({ locks, program }: { locks: LockManager | undefined; program: string }): void {
  // Pages that are not served securely have neither locks nor a worker.
  void locks?.request(`${PAGE_LOCK}${program}`, { mode: "shared" }, () => new Promise(() => undefined));
}
