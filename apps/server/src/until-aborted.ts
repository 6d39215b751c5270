/** Waits for the work, or throws the signal's reason once it is aborted; the work's later result is ignored. */
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
