/**
 * Runs work alone. Who asks while it runs gets the run after it, one for all who asked meanwhile: what the work looks at may have
 * changed behind its back, and looking once more is enough however often it did.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  const ask = (): Promise<void> => {
    if (!running) {
      running = work().finally(() => {
        running = undefined;
      });
      return running;
    }
    const next = (): Promise<void> => {
      following = undefined;
      return ask();
    };
    following ??= running.then(next, next);
    return following;
  };
  return ask;
}
