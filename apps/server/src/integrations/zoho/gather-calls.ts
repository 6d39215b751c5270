interface GatheredCall<Call, Answer> {
  readonly call: Call;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches concurrent calls by key, such as a company's id. While one batch of a key runs, later calls of that key wait and become the next
 * batch. So `work` runs once at a time for a key, and takes one database connection.
 *
 * @param work resolves to the function that answers each call; if it rejects, every call of the batch does
 */
export function gatherCalls<Key, Call, Answer>(
  work: (key: Key, calls: readonly Call[]) => Promise<(call: Call) => Answer>,
): (key: Key, call: Call) => Promise<Answer> {
  /**
   * The calls that wait behind the running batch, by key. A key is in it only while a batch runs, so no await may come between reading an
   * entry and setting it: two batches would run.
   */
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
