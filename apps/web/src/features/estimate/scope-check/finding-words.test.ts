import { expect, test } from "vitest";
import { thingsToLookAt } from "#features/estimate/scope-check/finding-words.ts";

test.each([
  { count: 1, text: "1 thing to look at" },
  { count: 5, text: "5 things to look at" },
])("[SCOPE-09] counts $count as $text", ({ count, text }) => {
  expect(thingsToLookAt(count)).toBe(text);
});
