import { expect, test } from "vitest";
import { followKeys, type FollowedRow } from "./follow-keys.ts";

const keysOf = (rows: readonly FollowedRow[]) => rows.map(({ key }) => key);

function counter() {
  let key = 0;
  return () => (key += 1);
}

test("rows keep their keys while the server's ids replace local ones", () => {
  const nextKey = counter();
  const first = followKeys([], [-1, -3], nextKey);
  expect(keysOf(followKeys(first, [101, 102], nextKey))).toEqual(keysOf(first));
  expect(keysOf(followKeys(first, [-1, 102], nextKey))).toEqual(keysOf(first));
});

test("a row that is added or removed is its own", () => {
  const nextKey = counter();
  const first = followKeys([], [1, 2, 3], nextKey);
  expect(keysOf(followKeys(first, [1, 9, 2, 3], nextKey))).toEqual([1, 4, 2, 3]);
  expect(keysOf(followKeys(first, [1, 3], nextKey))).toEqual([1, 3]);
});

test("rows that change places take their keys along", () => {
  const nextKey = counter();
  expect(keysOf(followKeys(followKeys([], [1, 2, 3], nextKey), [3, 1, 2], nextKey))).toEqual([3, 1, 2]);
});
