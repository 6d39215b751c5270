/*
 * The answer to a key comes first: the typed number and the totals are drawn in the next frame, and only behind it what else follows
 * on a form of hundreds of fields, and the writing of the draft. The total stood on the screen after two and a half times as long
 * while all 337 fields of the longest form were asked in the same frame (decision 0023).
 *
 * React's transitions and deferred values cannot do that. What takes the time is not drawing but asking each field whether anything
 * of it changed, which `useSyncExternalStore` does the moment it is told; a transition around that is no transition; and React's own
 * tasks may come before the frame is drawn.
 */

/** A page that is not shown draws no frames. */
const NO_FRAME_MS = 50;

let waiting: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let channel: MessageChannel | undefined;

/** Runs something once the next frame is on the screen, or soon where none comes; what was asked for first, first. */
export function afterFrame(task: () => void): void {
  waiting.push(task);
  if (waiting.length > 1) return;
  timer = setTimeout(runWaiting, NO_FRAME_MS);
  // The callback runs before the frame is drawn; a task behind it, after.
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
      // One that fails takes none of the others with it.
      reportError(error);
    }
}

/** Who is told of each other state of a form, and when. */
export interface Listeners {
  /** Is told of every change at once. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Is told of a change that was typed as soon as the answer to the key is on the screen, and of any other at once. */
  readonly subscribeBehind: (listener: () => void) => () => void;
  /** Makes an edit for a key that was typed. Keys that are faster than the screen are told behind it together. */
  readonly type: (edit: () => void) => void;
  /** Something changed. Who listens behind is told with it of what still waits. */
  readonly tell: () => void;
}

/** @param runAfterFrame runs something once the next frame is on the screen */
export function createListeners(runAfterFrame: (task: () => void) => void = afterFrame): Listeners {
  const atOnce = new Set<() => void>();
  const behind = new Set<() => void>();
  let isTyping = false;
  let isWaiting = false;

  const subscribeTo = (listeners: Set<() => void>) => (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const tellAll = (listeners: ReadonlySet<() => void>): void => {
    for (const listener of [...listeners]) listener();
  };
  const tellBehind = (): void => {
    isWaiting = false;
    tellAll(behind);
  };
  return {
    subscribe: subscribeTo(atOnce),
    subscribeBehind: subscribeTo(behind),
    type: (edit) => {
      isTyping = true;
      try {
        edit();
      } finally {
        isTyping = false;
      }
    },
    tell: () => {
      tellAll(atOnce);
      if (!isTyping) tellBehind();
      else if (!isWaiting) {
        isWaiting = true;
        runAfterFrame(() => isWaiting && tellBehind());
      }
    },
  };
}
