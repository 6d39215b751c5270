/** PostgreSQL's code for a disk that is full. */
const DISK_FULL = "53100";
const REMEMBERED_MS = 60_000;

/**
 * Remembers for a minute that the database refused a write because its disk was full. Readiness cannot find that out by itself: the log has
 * room in its present segment when tables have none, and the server's roles may make no table to try it with.
 */
export interface FullDisk {
  /** `code` is PostgreSQL's for what a transaction failed with. */
  note(code: string | undefined): void;
  /** Throws when a write was refused within the last minute. */
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
