import { describe, expect, test } from "vitest";
import { findFields } from "./find-fields.ts";

const FIELDS = [
  { id: "1.58", name: "Eave length" },
  { id: "1.60", name: "Gutter apron, Length" },
  { id: "1.61", name: "Gutter apron, Color" },
  { id: "1.36", name: "Ice barrier rows" },
];
const found = (sought: string): string[] => findFields(FIELDS, sought).map(({ id }) => id);

describe("fields by name", () => {
  test("[KEY-06] every word has to occur, in any order and as a prefix", () => {
    expect(found("apron gut")).toEqual(["1.60", "1.61"]);
    expect(found("color apron")).toEqual(["1.61"]);
    expect(found("barrier window")).toEqual([]);
  });

  test("[KEY-06] the shorter name that fits comes first, and the beginning of a word before its middle", () => {
    // "Eave length" has two words, "Gutter apron, Length" three.
    expect(found("length")).toEqual(["1.58", "1.60"]);
    expect(findFields([{ id: "1.1", name: "Recolor" }, ...FIELDS], "color").map(({ id }) => id)).toEqual([
      "1.61",
      "1.1",
    ]);
  });

  test("[KEY-06] an id is found as well, and no word leaves the list unchanged", () => {
    expect(found("1.36")).toEqual(["1.36"]);
    expect(found("  ")).toEqual(["1.58", "1.60", "1.61", "1.36"]);
  });
});
