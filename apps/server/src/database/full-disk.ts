/** PostgreSQL's code for a full disk. */
const DISK_FULL = "53100";
const REMEMBERED_MS = 60_000;

/**
 * Remembers for a minute that a write failed because the disk was full. The readiness check cannot detect it: the log may have room when
 * tables have none, and the server's roles cannot create a table to find out.
 */
export interface FullDisk {
  /** `code` is PostgreSQL's for a failed transaction. */
  note(code: string | undefined): void;
  /** Throws if a write failed within the last minute. */
  assertRoom(): void;
}

/** `clock` counts milliseconds. */
export function createFullDisk(clock: () => number = () => performance.now()): FullDisk {
  let refusedAt = Number.NEGATIVE_INFINITY;
  return {
    note(code) {
      if (code === DISK_FULL) refusedAt = clock();
    },
    assertRoom() {
      if (clock() - refusedAt < REMEMBERED_MS) throw new Error("The disk of the database is full.");
    },
  };
}
