/**
 * Work that is asked for more often than it can be done: one at a time, and of those that wait only the last, so that what is shown
 * is never older than one round. `work` never rejects.
 */
export function createLatestOnly<Input>(work: (input: Input) => Promise<void>): (input: Input) => void {
  let isWorking = false;
  let next: { readonly input: Input } | undefined;
  return (input) => {
    next = { input };
    if (isWorking) return;
    isWorking = true;
    void (async () => {
      while (next) {
        const { input: current } = next;
        next = undefined;
        await work(current);
      }
      isWorking = false;
    })();
  };
}
