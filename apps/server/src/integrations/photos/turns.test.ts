import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("[CONN-48] two works run at a time, the others wait in their order, and one that fails gives its turn on", async () => {
  const inTurn = createTurns(2);
  const begun: string[] = [];
  const endings = new Map<string, (error?: Error) => void>();
  const start = (name: string): Promise<string> =>
    inTurn(() => {
      begun.push(name);
      return new Promise((resolve, reject) => endings.set(name, (error) => (error ? reject(error) : resolve(name))));
    });
  const works = ["a", "b", "c", "d"].map(start);
  const failed = expect(works[1]).rejects.toThrow("broken off");
  expect(begun).toEqual(["a", "b"]);
  endings.get("b")?.(new Error("broken off"));
  await failed;
  await expect.poll(() => begun).toEqual(["a", "b", "c"]);
  endings.get("a")?.();
  await expect.poll(() => begun).toEqual(["a", "b", "c", "d"]);
  endings.get("c")?.();
  endings.get("d")?.();
  expect(await Promise.all([works[0], works[2], works[3]])).toEqual(["a", "c", "d"]);
  // Nobody waits any more: both turns are free.
  const last = ["e", "f", "g"].map(start);
  expect(begun.slice(4)).toEqual(["e", "f"]);
  for (const name of ["e", "f"]) endings.get(name)?.();
  await expect.poll(() => begun.at(-1)).toBe("g");
  endings.get("g")?.();
  await Promise.all(last);
});
