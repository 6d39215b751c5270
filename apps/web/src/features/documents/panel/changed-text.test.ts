import { expect, test } from "vitest";
import { changedText } from "#features/documents/panel/changed-text.ts";

test.each([
  [241.12, "Contract 2026-0514-K7QD was signed at another price: the estimate is $241.12 higher now."],
  [-102.48, "Contract 2026-0514-K7QD was signed at another price: the estimate is $102.48 lower now."],
  [0, "Contract 2026-0514-K7QD was signed with other lines, at the same price."],
])("[DOC-06][SIGN-55] a change of %d dollars since the signature reads %j", (change, text) => {
  expect(changedText({ number: "2026-0514-K7QD", change })).toBe(text);
});
