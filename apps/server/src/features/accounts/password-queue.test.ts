import { expect, test } from "vitest";
import { createPasswordQueue, MAX_IN_LINE } from "./password-queue.ts";

test("at most two passwords are hashed at once, and a freed place in line is given again", async () => {
  const held: ((hash: string) => void)[] = [];
  const queue = createPasswordQueue({
    hash: () => new Promise((resolve) => held.push(resolve)),
    isRight: () => Promise.resolve(true),
  });
  const start = () => queue.inLine(({ hash }) => hash("Gable-1-Ridge"));
  const first = Array.from({ length: MAX_IN_LINE }, start);
  expect(held).toHaveLength(2);
  await expect(start()).rejects.toMatchObject({ code: "tooBusy", status: 429, afterSeconds: 2 });

  held[0]?.("done");
  expect(await first[0]).toBe("done");
  expect(held).toHaveLength(3);
  const last = start();
  for (let finished = 1; finished < MAX_IN_LINE + 1; finished += 1) {
    held[finished]?.("done");
    await Promise.resolve(first[finished] ?? last);
  }
  expect(await last).toBe("done");
});

test("work that fails gives its place in line back", async () => {
  const queue = createPasswordQueue({
    hash: () => Promise.reject(new Error("no memory")),
    isRight: () => Promise.resolve(false),
  });
  for (let count = 0; count <= MAX_IN_LINE; count += 1)
    await expect(queue.inLine(({ hash }) => hash("Gable-1-Ridge"))).rejects.toThrow("no memory");
});
