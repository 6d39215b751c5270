import { expect, test } from "vitest";
import { makeDocumentNumber } from "#features/documents/document-number.ts";

test("[DOC-31] a document's number is its day and four characters that nobody mistakes", () => {
  const parts = [0, 0.5, 0.99, 0.3];
  // Of 31 characters, floor(0.5 × 31) = 15 is the 16th: H; floor(0.99 × 31) = 30 the last: Z; floor(0.3 × 31) = 9 the 10th: B.
  expect(makeDocumentNumber({ day: "2026-05-14", random: () => parts.shift() ?? 0 })).toBe("2026-0514-2HZB");
  expect(makeDocumentNumber({ day: "2026-12-01", random: Math.random })).toMatch(/^2026-1201-[2-9A-HJKMNP-Z]{4}$/);
});
