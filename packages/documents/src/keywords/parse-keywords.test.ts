import { findField } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import { explainKeyword, parseKeywords } from "./parse-keywords.ts";

const parsed = (text: string) => parseKeywords(text).map(({ kind, fieldIds }) => [kind, ...fieldIds].join(" "));
const problems = (text: string) => parseKeywords(text).map(({ problem }) => problem);

describe("spelling", () => {
  test.each([
    { rule: "KEY-02", text: "{{if 1.58}}", means: ["if 1.58"] },
    { rule: "KEY-02", text: "{{if 1.58+1.60}}", means: ["if 1.58 1.60"] },
    { rule: "KEY-03", text: "{{value 1.36}}", means: ["value 1.36"] },
    { rule: "KEY-04", text: "{{quantity 1.58}}", means: ["quantity 1.58"] },
    { rule: "KEY-05", text: "{{each 3.1}}", means: ["each 3.1"] },
    { rule: "OP-07", text: "{{IF 1.58}} {{Value 1.36}}", means: ["if 1.58", "value 1.36"] },
    { rule: "OP-07", text: "{{  if   1.58 +  1.60  }}", means: ["if 1.58 1.60"] },
    { rule: "OP-07", text: "{{if1.58}}", means: ["if 1.58"] },
    { rule: "KEY-01", text: "no keyword, { 1.58 }, }}", means: [] },
  ])("[$rule] $text", ({ text, means }) => {
    expect(parsed(text)).toEqual(means);
    expect(problems(text).every((problem) => problem === undefined)).toBe(true);
  });

  test("[KEY-06] a keyword has its position", () => {
    const text = "Eaves: {{quantity 1.58}} ft of {{value 1.36}}";
    expect(parseKeywords(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      "{{quantity 1.58}}",
      "{{value 1.36}}",
    ]);
  });
});

describe("the problems of a keyword", () => {
  test.each([
    { rule: "KEY-01", text: "{{quantity 1.x}}", problem: "“1.x” is not the id of a field. Ids look like 1.58." },
    { rule: "KEY-01", text: "{{quantity 1.58.2}}", problem: "“1.58.2” is not the id of a field. Ids look like 1.58." },
    { rule: "KEY-06", text: "{{quantity 1.9999}}", problem: "There is no field 1.9999." },
    { rule: "KEY-06", text: "{{if 1.58+1.9999}}", problem: "There is no field 1.9999." },
    {
      rule: "KEY-06",
      text: "{{color 1.58}}",
      problem: "“color” is not a keyword. There are if, value, quantity and each.",
    },
    {
      rule: "KEY-06",
      text: "{{1.58}}",
      problem: "Between the braces stands if, value, quantity or each, and the id of a field.",
    },
    {
      rule: "KEY-06",
      text: "{{}}",
      problem: "Between the braces stands if, value, quantity or each, and the id of a field.",
    },
    { rule: "KEY-06", text: "{{if}}", problem: "Name the field of an if-keyword by its id, such as 1.58." },
    { rule: "KEY-06", text: "{{if 1.58+}}", problem: "Between two plus signs stands the id of a field." },
    {
      rule: "KEY-06",
      text: "{{value 1.36+1.58}}",
      problem: "Only an if-keyword can name several fields; use one field for a value-keyword.",
    },
    { rule: "KEY-06", text: "{{value 1.36", problem: "This keyword has no end. Close it with }}." },
    { rule: "KEY-06", text: "{{value 1.36}", problem: "This keyword has no end. Close it with }}." },
  ])("[$rule] $text", ({ text, problem }) => {
    expect(problems(text)).toEqual([problem]);
  });

  test("[KEY-06] an unclosed one ends behind its ids, and the next one counts", () => {
    expect(parseKeywords("{{value 1.36 rows, {{quantity 1.58}} ft").map(({ text }) => text)).toEqual([
      "{{value 1.36",
      "{{quantity 1.58}}",
    ]);
  });
});

test.each([
  ["{{if 1.58}}", "The line is checked if Eave length (1.58) has a quantity. It is unchecked if that is 0."],
  [
    "{{if 1.58+1.60}}",
    "The line is checked if any of these has a quantity: Eave length (1.58), Rake edge length (1.60). It is unchecked if all are 0.",
  ],
  ["{{value 1.36}}", "Is replaced with what is chosen or entered for Ice barrier rows (1.36)."],
  ["{{quantity 1.58}}", "Is replaced with the quantity of Eave length (1.58), as a number without its unit."],
  [
    "{{each 3.1}}",
    "The line is repeated for each Window (3.1). Value and quantity in the line then speak of that one.",
  ],
  ["{{value 1.9999}}", "There is no field 1.9999. It prints as nothing."],
])("[KEY-06] %s is explained", (text, explanation) => {
  const [keyword] = parseKeywords(text);
  const fieldLabel = (id: string): string => findField(id)?.label ?? "";
  expect(keyword && explainKeyword(keyword, { fieldLabel })).toBe(explanation);
});
