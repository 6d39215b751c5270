/** A page that is not shown draws no frames. */
const NO_FRAME_MS = 50;

let waiting: (() => void)[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let channel: MessageChannel | undefined;

function runWaiting(): void {
  clearTimeout(timer);
  const tasks = waiting;
  waiting = [];
  for (const task of tasks) runAlone(task);
}

/** One that fails takes none of the others with it. */
function runAlone(task: () => void): void {
  try {
    task();
  } catch (error) {
    reportError(error);
  }
}

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
