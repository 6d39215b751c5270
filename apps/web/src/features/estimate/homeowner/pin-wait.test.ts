import { expect, test } from "vitest";
import { secondsUntil, wrongPinText } from "#features/estimate/homeowner/pin-wait.ts";

test.each([
  [0, 5],
  [1, 5],
  [1_000, 4],
  [4_999, 1],
  [5_000, 0],
  [9_000, 0],
])("[HOME-07] %i ms into a wait of 5 s there are %i seconds left", (passed, seconds) => {
  expect(secondsUntil(1_005_000, 1_000_000 + passed)).toBe(seconds);
});

test.each([
  ["wrong", 0, "This PIN is not correct."],
  ["wrong", 5, "This PIN is not correct. Try again in 5 seconds."],
  ["wait", 300, "Too many wrong PINs. Try again in 300 seconds."],
  ["wait", 1, "Too many wrong PINs. Try again in 1 second."],
  ["wait", 0, "Too many wrong PINs. Now you can try again."],
] as const)("[HOME-07] a %s PIN with %i seconds to wait shows the wait", (outcome, seconds, text) => {
  expect(wrongPinText(outcome, seconds)).toBe(text);
});
