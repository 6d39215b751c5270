/** Waits for the work, or throws the signal's reason as soon as it is aborted; the work itself then goes on unheard. */
export async function untilAborted<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  signal.throwIfAborted();
  let end: () => void = () => undefined;
  const isAborted = new Promise<never>((_resolve, reject) => {
    end = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener("abort", end);
  });
  try {
    return await Promise.race([work(), isAborted]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}
