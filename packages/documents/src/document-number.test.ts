import { expect, test } from "vitest";
import { makeDocumentNumber, systemRandomBytes } from "./document-number.ts";

test("[DOC-31][SIGN-45] a number is its day and six characters, each equally likely: bytes from 248 on are drawn again", () => {
  // Of 31 characters: 0 is 2; 31 is 2 again; 247 = 7 × 31 + 30 is the last, Z; 15 is H; 9 is B. 248 and 255 are rejected.
  const drawn = [
    [0, 248, 31, 255, 247, 15],
    [9, 30, 1, 1, 1, 1],
  ];
  const randomBytes = (bytes: Uint8Array): void => bytes.set(drawn.shift() ?? []);
  expect(makeDocumentNumber({ day: "2026-05-14", randomBytes })).toBe("2026-0514-22ZHBZ");
  expect(drawn).toEqual([]);
});

test("[SIGN-45] the device's source gives six characters that are not mistaken for others", () => {
  const numbers = Array.from({ length: 200 }, () =>
    makeDocumentNumber({ day: "2026-12-01", randomBytes: systemRandomBytes }),
  );
  for (const number of numbers) expect(number).toMatch(/^2026-1201-[2-9A-HJKMNP-Z]{6}$/);
  // 31^6 is 887 million: 200 of them share one with a chance of 1 in 44,000.
  expect(new Set(numbers).size).toBe(200);
});
