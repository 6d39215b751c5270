/**
 * Runs work one at a time. Calls during a run share one more run after it, because the data may have changed after the current run
 * read it.
 */
export function oneAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  let following: Promise<Result> | undefined;
  const ask = (): Promise<Result> => {
    if (!running) {
      running = work().finally(() => {
        running = undefined;
      });
      return running;
    }
    const next = (): Promise<Result> => {
      following = undefined;
      return ask();
    };
    following ??= running.then(next, next);
    return following;
  };
  return ask;
}
