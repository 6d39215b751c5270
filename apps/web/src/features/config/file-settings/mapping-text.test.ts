import { describe, expect, test } from "vitest";
import { namedLists, readMapping, TEXTS, writeMapping } from "./mapping-text.ts";

describe("a mapping as lines", () => {
  test("[SET-08] is written and read back", () => {
    const mapping = { Roofing: "Roof jobs", "Siding, Trim": "A = B" };
    const text = writeMapping(mapping, TEXTS);
    expect(text).toBe("Roofing = Roof jobs\nSiding, Trim = A = B");
    expect(readMapping(`\n ${text} \n`, TEXTS)).toEqual({ mapping });
  });

  test("[SET-08] of workflows has their names, in any case, and lists", () => {
    const kind = namedLists([{ id: 4, name: "Gutters" }]);
    expect(readMapping("gutters = Roofing, Gutters,", kind)).toEqual({ mapping: { "4": ["Roofing", "Gutters"] } });
    expect(writeMapping({ "4": ["Roofing", "Gutters"], "99": "Old" }, kind)).toBe(
      "Gutters = Roofing, Gutters\n99 = Old",
    );
  });

  test.each([
    ["Roofing", "Line 1 needs a name, “=” and what it stands for."],
    ["Roofing = Roof\n= Nothing", "Line 2 needs a name, “=” and what it stands for."],
    ["Roofing =", "Line 1 needs a name, “=” and what it stands for."],
  ])("[SET-08] names the invalid line %j", (text, error) => {
    expect(readMapping(text, TEXTS).error).toBe(error);
  });

  test("[SET-08] names what is not known", () => {
    expect(readMapping("Carpets = Roofing", namedLists([{ id: 4, name: "Gutters" }])).error).toBe(
      "Line 1: “Carpets” is not known here.",
    );
  });
});
