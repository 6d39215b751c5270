import { expect, test } from "vitest";
import { createLatestOnly } from "#features/documents/wording/latest-only.ts";

test("[PBS-03] while one layout is made, only the last of those asked for meanwhile is made next", async () => {
  const made: string[] = [];
  const open: (() => void)[] = [];
  const ask = createLatestOnly<string>(async (wording) => {
    await new Promise<void>((resolve) => open.push(resolve));
    made.push(wording);
  });
  ask("a");
  ask("ab");
  ask("abc");
  expect(open).toHaveLength(1);
  open.shift()?.();
  await expect.poll(() => open.length).toBe(1);
  open.shift()?.();
  await expect.poll(() => made).toEqual(["a", "abc"]);
  ask("abcd");
  open.shift()?.();
  await expect.poll(() => made).toEqual(["a", "abc", "abcd"]);
});
