import { describe, expect, test } from "vitest";
import { writeBehind } from "#ui/write-behind.ts";

/** Writes that end when the test ends them. */
function slowWrites() {
  const begun: { value: string; end: () => void; fail: (error: Error) => void }[] = [];
  const failures: unknown[] = [];
  const write = (value: string): Promise<void> =>
    new Promise((resolve, reject) => begun.push({ value, end: resolve, fail: reject }));
  return { begun, failures, take: writeBehind({ write, onFailure: (error) => failures.push(error) }) };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("values of which the newest counts", () => {
  test("[SYNC-75] the first is written without a pause, however fast others follow", () => {
    const { begun, take } = slowWrites();
    void take("a");
    void take("ab");
    expect(begun.map(({ value }) => value)).toEqual(["a"]);
  });

  test("[SYNC-75] values that arrive during a write are written after it, all at once, and never before it", async () => {
    const { begun, take } = slowWrites();
    const done = take("a");
    void take("ab");
    void take("abc");
    begun[0]?.end();
    await turn();
    expect(begun.map(({ value }) => value)).toEqual(["a", "abc"]);
    begun[1]?.end();
    await done;
  });

  test("a failed write is reported, and the next one runs", async () => {
    const { begun, failures, take } = slowWrites();
    const done = take("a");
    begun[0]?.fail(new Error("The device is full."));
    await done;
    expect(failures).toEqual([new Error("The device is full.")]);
    const next = take("b");
    begun[1]?.end();
    await next;
    expect(begun.map(({ value }) => value)).toEqual(["a", "b"]);
  });
});
