/** After this long a shutdown cuts off and logs what waits for others, so that the rest can still end in order. */
export const CUT_OFF_AFTER_MS = 10_000;
/**
 * After this long the process exits regardless: a shutdown takes at most 20 s, with three seconds for PostgreSQL on a busy machine
 * (docs/operating.md).
 */
const STOP_WITHIN_MS = 17_000;
/** Longer than PostgreSQL's clean shutdown may take (postmaster.ts). */
const STOP_DATABASE_WITHIN_MS = 35_000;

interface Stoppable {
  /** Shuts everything down in order, the database last. */
  readonly stop: () => Promise<void>;
  /** Stops the database that this process started, even with work running. */
  readonly stopDatabase: () => Promise<void>;
}

/**
 * Creates the handler of stop signals. `exit` gets 0 after a clean shutdown, and 1 if something was cut off or failed: at the limit the
 * database is stopped first, as nothing else would.
 */
export function createStopOnSignal(
  { stop, stopDatabase }: Stoppable,
  { exit, reportFailure }: { exit: (code: number) => void; reportFailure: (error: unknown) => void },
): () => void {
  let isStopping = false;
  const fail = (error: unknown): void => {
    reportFailure(error);
    exit(1);
  };
  const cutOff = (): void => {
    setTimeout(() => {
      exit(1);
    }, STOP_DATABASE_WITHIN_MS).unref();
    stopDatabase().then(() => {
      exit(1);
    }, fail);
  };
  return () => {
    // A second Ctrl+C exits immediately: everything committed is safe, PostgreSQL recovers the rest.
    if (isStopping) {
      exit(1);
      return;
    }
    isStopping = true;
    setTimeout(cutOff, STOP_WITHIN_MS).unref();
    stop().then(() => {
      exit(0);
    }, fail);
  };
}

/** The start was interrupted by a stop. */
export class StoppedWhileStarting extends Error {
  override readonly name = "StoppedWhileStarting";
}
