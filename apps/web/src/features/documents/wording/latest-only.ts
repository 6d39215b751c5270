/** Runs one task at a time and keeps only the latest waiting input, so that the result is at most one run old. `work` never rejects. */
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
