/*
 * Draws the typed number and the new totals in the next frame, and defers everything else: the other fields of a form of hundreds, and
 * saving the draft. Updating all 337 fields of the longest form in the same frame made the total 2.5 times slower (decision 0023).
 *
 * React's transitions and deferred values do not help. The cost is not rendering but running every field's selector, which
 * `useSyncExternalStore` does synchronously on each notification, even inside a transition; and React's own tasks may run before the frame
 * is painted.
 */

/** A hidden page paints no frames. */
const NO_FRAME_MS = 50;

let waiting: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let channel: MessageChannel | undefined;

/** Runs a task after the next frame is painted, or after a short timeout if none is. Tasks run in the order they were added. */
export function afterFrame(task: () => void): void {
  waiting.push(task);
  if (waiting.length > 1) return;
  timer = setTimeout(runWaiting, NO_FRAME_MS);
  // The callback runs before the frame is painted; the message it posts arrives after.
  requestAnimationFrame(() => {
    channel ??= openChannel();
    channel.port2.postMessage(null);
  });
}

function openChannel(): MessageChannel {
  const opened = new MessageChannel();
  opened.port1.onmessage = runWaiting;
  return opened;
}

function runWaiting(): void {
  clearTimeout(timer);
  const tasks = waiting;
  waiting = [];
  for (const task of tasks)
    try {
      task();
    } catch (error) {
      // A failing task must not stop the others.
      reportError(error);
    }
}

/** The subscribers of a form. */
export interface Listeners {
  /** Called synchronously on every change. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Called after the next frame for a typed change, and synchronously for any other. */
  readonly subscribeDeferred: (listener: () => void) => () => void;
  /** Runs an edit caused by a keystroke. Several keystrokes within one frame cause one deferred notification. */
  readonly type: (edit: () => void) => void;
  /** Notifies of a change. A change that was not typed also flushes the deferred notification. */
  readonly notify: () => void;
}

export function createListeners(runAfterFrame: (task: () => void) => void = afterFrame): Listeners {
  const immediate = new Set<() => void>();
  const deferred = new Set<() => void>();
  let isTyping = false;
  let isWaiting = false;

  const subscribeTo = (listeners: Set<() => void>) => (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const notifyAll = (listeners: ReadonlySet<() => void>): void => {
    for (const listener of [...listeners]) listener();
  };
  const notifyDeferred = (): void => {
    isWaiting = false;
    notifyAll(deferred);
  };
  return {
    subscribe: subscribeTo(immediate),
    subscribeDeferred: subscribeTo(deferred),
    type: (edit) => {
      isTyping = true;
      try {
        edit();
      } finally {
        isTyping = false;
      }
    },
    notify: () => {
      notifyAll(immediate);
      if (!isTyping) notifyDeferred();
      else if (!isWaiting) {
        isWaiting = true;
        runAfterFrame(() => isWaiting && notifyDeferred());
      }
    },
  };
}
