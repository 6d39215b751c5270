/** A page that is not shown draws no frames. */
const NO_FRAME_MS = 50;

/** Runs something once the next frame is on the screen, or soon where none comes. */
export function afterFrame(task: () => void): void {
  let isDone = false;
  const run = (): void => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    task();
  };
  const timer = setTimeout(run, NO_FRAME_MS);
  // The callback runs before the frame is drawn; a task behind it, after.
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      run();
    };
    port2.postMessage(null);
  });
}
