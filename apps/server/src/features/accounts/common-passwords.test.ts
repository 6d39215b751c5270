import { isStrongPassword } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

test.each([
  ["Password1!", "a common word with a digit and a symbol"],
  ["P@ssw0rd", "leet inside"],
  ["Pa$$w0rd99", "leet inside and digits behind"],
  ["Summer2026!", "a season and a year"],
  ["L3tm31n!", "a 1 for an i"],
  ["He11o123!", "a 1 for an l"],
  ["Hell0#77", "leet where the digits begin"],
  ["!Dragon7", "a symbol in front"],
  ["1qaz!QAZ", "keys in a row, one of the million"],
  ["1QAZ!qaz", "the same in other cases"],
])("[AUTH-36] %s is refused: %s", (password) => {
  expect(isStrongPassword(password)).toBe(true);
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  ["Aa1!aa", "no common word of 5 letters"],
  ["Ridgebook-1", "a word that is not common"],
  ["correct-Horse-battery-9", "several words"],
  ["Summerhouse-Kiln-4", "a common word that is only the beginning"],
  [`${"1".repeat(98)}aA`, "digits in front, 100 characters"],
])("[AUTH-36] %s is taken: %s", (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
