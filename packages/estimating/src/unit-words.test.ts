import { expect, test } from "vitest";
import { unitMark } from "#unit-words.ts";

test.each([
  { unit: "TON", quantity: 3, mark: "tons" },
  { unit: "TON", quantity: 1, mark: "ton" },
  { unit: "TON", quantity: 0.5, mark: "tons" },
  { unit: "SQ", quantity: 3, mark: "SQ" },
  { unit: "", quantity: 3, mark: "" },
])("[EST-38] behind $quantity of $unit stands '$mark'", ({ unit, quantity, mark }) => {
  expect(unitMark(unit, quantity)).toBe(mark);
});
