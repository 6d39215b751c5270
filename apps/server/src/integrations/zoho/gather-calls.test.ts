import { expect, test } from "vitest";
import { gatherCalls } from "./gather-calls.ts";

/** Work that ends when the test says so, and what it was given. */
function startGathering() {
  const batches: { key: string; calls: readonly number[]; end: (error?: Error) => void }[] = [];
  const call = gatherCalls<string, number, number>(
    (key, calls) =>
      new Promise((resolve, reject) => {
        batches.push({ key, calls, end: (error) => (error ? reject(error) : resolve((each) => each * 10)) });
      }),
  );
  return { batches, call, given: () => batches.map(({ key, calls }) => `${key}: ${calls.join(" ")}`) };
}

test("[ZOHO-21] calls that arrive during a batch of their key become the next one; other keys do not wait", async () => {
  const { batches, call, given } = startGathering();
  const answers = [call("a", 1), call("a", 2), call("a", 3), call("b", 4)];
  expect(given()).toEqual(["a: 1", "b: 4"]);
  batches[0]?.end();
  expect(await answers[0]).toBe(10);
  await Promise.resolve();
  expect(given()).toEqual(["a: 1", "b: 4", "a: 2 3"]);
  batches[1]?.end();
  batches[2]?.end();
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40]);
  // Nothing waits any more.
  const last = call("a", 5);
  expect(given().at(-1)).toBe("a: 5");
  batches[3]?.end();
  expect(await last).toBe(50);
});

test("[ZOHO-21] a batch that fails rejects each of its calls, and the next one runs", async () => {
  const { batches, call } = startGathering();
  const first = call("a", 1);
  const second = [call("a", 2), call("a", 3)];
  batches[0]?.end(new Error("The database is gone."));
  await expect(first).rejects.toThrow("The database is gone.");
  await expect.poll(() => batches.length).toBe(2);
  batches[1]?.end();
  expect(await Promise.all(second)).toEqual([20, 30]);
});
