import { describe, expect, test } from "vitest";
import { scopeKeywords } from "./scope-keywords.ts";

const ROOFING = 1;

describe("keywords of scope texts", () => {
  test("[KEY-06] a text of a workflow offers the fields of that workflow, a change order those of all, by name", () => {
    const roofing = scopeKeywords(ROOFING).fields;
    expect(roofing.length).toBeGreaterThan(50);
    expect(roofing.every(({ id }) => id.startsWith("1."))).toBe(true);
    expect(roofing).toContainEqual({ id: "1.58", name: expect.stringMatching(/\w/) as string });
    const workflows = new Set(scopeKeywords(null).fields.map(({ id }) => id.split(".")[0]));
    expect([...workflows].toSorted()).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
  });

  test("[KEY-06] a field of another workflow is marked and explained; the same keyword is right in its own text", () => {
    const [foreign] = scopeKeywords(ROOFING).parse("{{value 4.13}}");
    expect(foreign?.problem).toMatch(/\(4\.13\) is a field of Gutters, and this text speaks of Roofing only\./);
    expect(scopeKeywords(4).parse("{{value 4.13}}")[0]?.problem).toBeUndefined();
    expect(scopeKeywords(null).parse("{{value 4.13}}")[0]?.problem).toBeUndefined();
  });

  test.each([
    { text: "{{quantity 1.58}}", name: "Eave length, quantity" },
    { text: "{{value 1.36}}", name: "Ice barrier rows, value" },
    { text: "{{if 1.58+1.37}}", name: "Eave length or Valley length, checks the line" },
    { text: "{{each 1.36}}", name: "Ice barrier rows, repeats the line" },
  ])("[PBS-09] $text is called $name in the text", ({ text, name }) => {
    const keywords = scopeKeywords(ROOFING);
    expect(keywords.parse(text).map(keywords.name)).toEqual([name]);
  });

  test("[KEY-06] the picker writes working keywords", () => {
    const { kinds, write, parse, explain } = scopeKeywords(ROOFING);
    for (const { kind } of kinds) {
      const [keyword] = parse(write(kind, ["1.58"]));
      expect([keyword?.kind, keyword?.problem]).toEqual([kind, undefined]);
      expect(keyword && explain(keyword)).toContain("(1.58)");
    }
    expect(parse(write("if", ["1.58", "1.60"]))[0]?.fieldIds).toEqual(["1.58", "1.60"]);
  });
});
