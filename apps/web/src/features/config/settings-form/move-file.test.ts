import { expect, test } from "vitest";
import { moveFile } from "./move-file.ts";

test.each([
  { given: "the second one up", index: 1, by: -1 as const, becomes: ["b", "a", "c"] },
  { given: "the second one down", index: 1, by: 1 as const, becomes: ["a", "c", "b"] },
  { given: "the first one up", index: 0, by: -1 as const, becomes: ["a", "b", "c"] },
  { given: "the last one down", index: 2, by: 1 as const, becomes: ["a", "b", "c"] },
])("[SET-09] $given", ({ index, by, becomes }) => {
  expect(moveFile(["a", "b", "c"], index, by)).toEqual(becomes);
});
