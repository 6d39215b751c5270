import { expect, test } from "vitest";
import { followKeys, type FollowedRow } from "./follow-keys.ts";

const keysOf = (rows: readonly FollowedRow[]) => rows.map(({ key }) => key);

function counter() {
  let key = 0;
  return () => (key += 1);
}

test("keeps row keys when the server's ids replace local ones", () => {
  const nextKey = counter();
  const first = followKeys([], [-1, -3], nextKey);
  expect(keysOf(followKeys(first, [101, 102], nextKey))).toEqual(keysOf(first));
  expect(keysOf(followKeys(first, [-1, 102], nextKey))).toEqual(keysOf(first));
});

test("gives added rows new keys", () => {
  const nextKey = counter();
  const first = followKeys([], [1, 2, 3], nextKey);
  expect(keysOf(followKeys(first, [1, 9, 2, 3], nextKey))).toEqual([1, 4, 2, 3]);
  expect(keysOf(followKeys(first, [1, 3], nextKey))).toEqual([1, 3]);
});

test("moves keys along with their rows", () => {
  const nextKey = counter();
  expect(keysOf(followKeys(followKeys([], [1, 2, 3], nextKey), [3, 1, 2], nextKey))).toEqual([3, 1, 2]);
});
