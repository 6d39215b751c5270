/**
 * Runs work alone. Who asks while it runs gets the run after it, one for all who asked meanwhile: what the work looks at may have
 * changed behind its back, and looking once more is enough however often it did.
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
