import { describe, expect, test } from "vitest";
import { assertModestJson } from "./read-json.ts";

const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

describe("a JSON text, before it is parsed", () => {
  test.each([
    ["3.9 million nested lists", nested(3_900_000), "The request could not be read."],
    ["65 nested objects", `${'{"a":'.repeat(65)}1${"}".repeat(65)}`, "The request could not be read."],
    ["880,000 unknown keys", `{${'"k":1,'.repeat(880_000)}"z":1}`, "The request is too large."],
    ["a million short lists", `[${"[],".repeat(1_000_000)}1]`, "The request is too large."],
  ])("[REQ-03] %s are refused", (_, text, message) => {
    expect(() => assertModestJson(text)).toThrow(message);
  });

  test.each([
    ["64 nested lists", nested(64)],
    ["400,000 values, as an estimate of 8 MB has", `[${"1.25,".repeat(399_999)}1]`],
    ["brackets, commas and quotes in a text", JSON.stringify({ text: `${"[{,".repeat(200_000)}\\"` })],
    ["a text that ends in backslashes", JSON.stringify(["\\", '\\"', "[".repeat(100), "\\\\"])],
    ["something that is no JSON", '"never closed'],
    ["nothing", ""],
  ])("[REQ-03] %s are left to the parser", (_, text) => {
    expect(() => assertModestJson(text)).not.toThrow();
  });
});
