/** How long a notice is shown before it begins to close, 1.§9. */
export const NOTICE_CLOSES_AFTER_MS = 5000;
/** From the start of closing until it is removed, 1.§9. */
const NOTICE_REMOVED_AFTER_MS = 1000;

type NoticeType = "success" | "info" | "warning" | "error";

/** A message on top of every page. `closing` is true in the last second, while it fades. 1.§3. */
export interface Notice {
  id: number;
  message: string;
  type: NoticeType;
  autoClose: boolean;
  closing: boolean;
  action?: NoticeAction;
}

/** The only action of a notice, such as Undo. Pressing it closes the notice. */
interface NoticeAction {
  label: string;
  run: () => void;
}

export interface NewNotice {
  message: string;
  /** `success` by default. */
  type?: NoticeType;
  /** True by default, except for errors, which stay until closed. */
  autoClose?: boolean;
  action?: NoticeAction;
}

/** Starts a timer and returns a function that cancels it. Injected, so that tests and workers can bring their own. */
type StartTimer = (run: () => void, afterMs: number) => () => void;

const startBrowserTimer: StartTimer = (run, afterMs) => {
  const timer = setTimeout(run, afterMs);
  return () => clearTimeout(timer);
};

/**
 * The stack of notices, oldest first, usable inside and outside React.
 *
 *     notices.add({ message: "Saved" });                      // begins to close after 5 s, gone after 6 s
 *     notices.add({ message: "Not sent", type: "error" });    // stays until closed
 */
export class NoticeStore {
  readonly #startTimer: StartTimer;
  readonly #listeners = new Set<() => void>();
  readonly #cancelTimer = new Map<number, () => void>();
  #notices: readonly Notice[] = [];
  #lastId = 0;

  constructor({ startTimer = startBrowserTimer }: { startTimer?: StartTimer } = {}) {
    this.#startTimer = startTimer;
  }

  /** Shows a notice and returns its id, which can close it early. */
  add({ message, type = "success", autoClose = type !== "error", action }: NewNotice): number {
    this.#lastId += 1;
    const id = this.#lastId;
    const notice: Notice = { id, message, type, autoClose, closing: false, ...(action && { action }) };
    this.#replace([...this.#notices, notice]);
    if (autoClose) this.#closeAfter({ id, afterMs: NOTICE_CLOSES_AFTER_MS });
    return id;
  }

  /** Begins closing; the notice is removed a second later. Closing an unknown or closing notice does nothing. */
  close(id: number): void {
    const notice = this.#notices.find((candidate) => candidate.id === id);
    if (!notice || notice.closing) return;
    this.#cancelTimer.get(id)?.();
    this.#replace(this.#notices.map((other) => (other.id === id ? { ...other, closing: true } : other)));
    this.#cancelTimer.set(
      id,
      this.#startTimer(() => this.#remove(id), NOTICE_REMOVED_AFTER_MS),
    );
  }

  /** Pauses the timer while the user points at or focuses a notice, so that it can be read and its action reached. */
  hold(id: number): void {
    const notice = this.#notices.find((candidate) => candidate.id === id);
    if (notice && !notice.closing) this.#cancelTimer.get(id)?.();
  }

  /** Restarts the five seconds after `hold`. */
  release(id: number): void {
    const notice = this.#notices.find((candidate) => candidate.id === id);
    if (!notice?.autoClose || notice.closing) return;
    this.#cancelTimer.get(id)?.();
    this.#closeAfter({ id, afterMs: NOTICE_CLOSES_AFTER_MS });
  }

  /** For `useSyncExternalStore`: the same array until something changes. */
  readonly getSnapshot = (): readonly Notice[] => this.#notices;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #closeAfter({ id, afterMs }: { id: number; afterMs: number }): void {
    this.#cancelTimer.set(
      id,
      this.#startTimer(() => this.close(id), afterMs),
    );
  }

  #remove(id: number): void {
    this.#cancelTimer.delete(id);
    this.#replace(this.#notices.filter((notice) => notice.id !== id));
  }

  #replace(notices: readonly Notice[]): void {
    this.#notices = notices;
    for (const listener of this.#listeners) listener();
  }
}
