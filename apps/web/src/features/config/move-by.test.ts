import { expect, test } from "vitest";
import { moveBy } from "#features/config/move-by.ts";

test("[PRI-07] an item goes one place up or down, and stays at the ends of the list", () => {
  expect(moveBy(["a", "b", "c"], 1, -1)).toEqual(["b", "a", "c"]);
  expect(moveBy(["a", "b", "c"], 1, 1)).toEqual(["a", "c", "b"]);
  expect(moveBy(["a", "b", "c"], 0, -1)).toEqual(["a", "b", "c"]);
  expect(moveBy(["a", "b", "c"], 2, 1)).toEqual(["a", "b", "c"]);
});
