import type { DeviceClock } from "@ridgebook/documents";

/** The storage of the last comparison. `read` returns "" if nothing is stored; neither throws. */
interface StoredTexts {
  readonly read: (key: string) => string;
  readonly keep: (key: string, text: string) => void;
}

interface Comparison {
  readonly aheadMs: number;
  /** Epoch milliseconds, by the server's clock. */
  readonly comparedMs: number;
}

const KEY = "ridgebook-clock";

/** The middle of the second in a Date header. */
const HALF_A_SECOND_MS = 500;
/** A longer round trip is ignored, because the device may have slept. */
const LONGEST_ROUND_TRIP_MS = 60_000;
/** The accuracy of a comparison: a smaller difference is no jump. */
const EXACTNESS_MS = 2_000;
/** A comparison is stored again after this time, or if its result differs. */
const STORE_AGAIN_MS = 600_000;
/**
 * The monotonic clock of most browsers stops while the device sleeps, which looks like a jump forward. A page is not reopened after a
 * longer sleep than this, so anything longer is a changed clock (decision 0070).
 */
const LONGEST_SLEEP_MS = 7 * 86_400_000;

/**
 * Compares the device's clock with the server's, by the Date header of every reply, and stores the last comparison, so that it is
 * known offline too. Between replies, it detects a changed clock by the monotonic clock.
 */
export class ServerClock {
  readonly #texts: StoredTexts;
  readonly #now: () => number;
  readonly #elapsed: () => number;
  #last: Comparison | undefined;
  #stored: Comparison | undefined;
  /** Wall clock minus monotonic clock, which stays the same until one of them jumps. */
  #offset: number;

  /** `now` in epoch milliseconds; `elapsed` in milliseconds of the monotonic clock. */
  constructor({ texts, now, elapsed }: { texts: StoredTexts; now: () => number; elapsed: () => number }) {
    this.#texts = texts;
    this.#now = now;
    this.#elapsed = elapsed;
    this.#offset = now() - elapsed();
    this.#stored = readComparison(texts.read(KEY));
    const stored = this.#stored;
    // A time before the last reply means that the clock was set back while the app was closed.
    const isSetBack = stored && now() - stored.aheadMs < stored.comparedMs - EXACTNESS_MS;
    this.#last = isSetBack ? { ...stored, aheadMs: now() - stored.comparedMs } : stored;
  }

  /** Call when a request is sent; the returned function receives the Date header of the reply. */
  readonly start = (): ((date: string | null) => void) => {
    const sent = this.#now();
    const sentElapsed = this.#elapsed();
    return (date) => {
      const received = this.#now();
      const serverMs = Date.parse(date ?? "");
      const roundTrips = [received - sent, this.#elapsed() - sentElapsed];
      // A clock that was changed during the call shows as a negative or very long round trip.
      if (Number.isNaN(serverMs) || roundTrips.some((ms) => ms < 0 || ms > LONGEST_ROUND_TRIP_MS)) return;
      const comparedMs = serverMs + HALF_A_SECOND_MS;
      this.#offset = received - this.#elapsed();
      this.#last = { aheadMs: (sent + received) / 2 - comparedMs, comparedMs };
      this.#store();
    };
  };

  read(): DeviceClock {
    this.#noticeJump();
    if (!this.#last) return { aheadSeconds: null, comparedTime: null };
    const { aheadMs, comparedMs } = this.#last;
    // Adding 0 makes the negative zero a zero.
    return { aheadSeconds: Math.round(aheadMs / 1000) + 0, comparedTime: new Date(comparedMs).toISOString() };
  }

  #noticeJump(): void {
    const offset = this.#now() - this.#elapsed();
    const jump = offset - this.#offset;
    if (Math.abs(jump) < EXACTNESS_MS) return;
    this.#offset = offset;
    if (!this.#last || (jump > 0 && jump <= LONGEST_SLEEP_MS)) return;
    this.#last = { ...this.#last, aheadMs: this.#last.aheadMs + jump };
    this.#store();
  }

  #store(): void {
    const [last, stored] = [this.#last, this.#stored];
    if (!last) return;
    const isSame =
      stored !== undefined &&
      Math.abs(last.aheadMs - stored.aheadMs) < EXACTNESS_MS &&
      Math.abs(last.comparedMs - stored.comparedMs) < STORE_AGAIN_MS;
    if (isSame) return;
    this.#stored = last;
    this.#texts.keep(KEY, `${String(Math.round(last.aheadMs))} ${String(last.comparedMs)}`);
  }
}

function readComparison(text: string): Comparison | undefined {
  const [aheadMs = Number.NaN, comparedMs = Number.NaN] = text.split(" ").map(Number);
  return Number.isFinite(aheadMs) && Number.isFinite(comparedMs) ? { aheadMs, comparedMs } : undefined;
}
