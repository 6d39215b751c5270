import { expect, test } from "vitest";
import { attributeText } from "#features/estimate/packages/attribute-text.ts";
import { signedMoney } from "#features/estimate/packages/signed-money.ts";

const cell = { choice: null, quantity: null, offered: null };

test.each([
  { given: { ...cell, choice: "Synthetic", quantity: 3 }, unit: "RL", text: "Synthetic · 3 RL" },
  { given: { ...cell, choice: "Charcoal", offered: 6 }, unit: "EA", text: "Charcoal" },
  { given: { ...cell, quantity: 22.333 }, unit: "SQ", text: "22.333 SQ" },
  { given: { ...cell, quantity: 66 }, unit: "EA", text: "66" },
  { given: { ...cell, offered: 6 }, unit: "EA", text: "6 to choose from" },
  { given: cell, unit: "EA", text: "–" },
] as const)("[PKG-13] a row reads $text", ({ given, unit, text }) => {
  expect(attributeText(given, { unit })).toBe(text);
});

test.each([
  { dollars: 6_345, text: "+$6,345.00" },
  { dollars: -1_260.09, text: "−$1,260.09" },
  { dollars: 0, text: "same price" },
])("[PKG-12] formats a difference of $dollars as $text", ({ dollars, text }) => {
  expect(signedMoney(dollars)).toBe(text);
});
