interface GatheredCall<Call, Answer> {
  readonly call: Call;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches concurrent calls by key. While one batch of a key runs, later calls of that key wait and become the next batch, so a key uses
 * one database connection at a time. `work` returns how each call is answered; if it throws, every call of the batch rejects.
 */
export function gatherCalls<Key, Call, Answer>(
  work: (key: Key, calls: readonly Call[]) => Promise<(call: Call) => Answer>,
): (key: Key, call: Call) => Promise<Answer> {
  /** The next batch of each key with a running one. */
  const nextByKey = new Map<Key, GatheredCall<Call, Answer>[]>();

  async function runBatches(key: Key, first: GatheredCall<Call, Answer>[]): Promise<void> {
    for (let batch = first; batch.length > 0; batch = nextByKey.get(key) ?? []) {
      nextByKey.set(key, []);
      try {
        const answerOf = await work(
          key,
          batch.map(({ call }) => call),
        );
        for (const { call, resolve } of batch) resolve(answerOf(call));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    nextByKey.delete(key);
  }

  return (key, call) =>
    new Promise((resolve, reject) => {
      const next = nextByKey.get(key);
      if (next) next.push({ call, resolve, reject });
      else void runBatches(key, [{ call, resolve, reject }]);
    });
}
