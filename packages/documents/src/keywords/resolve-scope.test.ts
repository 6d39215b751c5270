import { fieldById, type FieldId } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import type { DocumentLine } from "#lines/document-line.ts";
import { documentLines } from "#lines/document-lines.ts";
import { sampleBook as book, sampleEstimate, type SampleHouse } from "#testing/sample-source.ts";
import { resolveScopeText } from "./resolve-scope.ts";

/** The lines of the first copy of a sample house. */
function linesOf(house: SampleHouse): readonly DocumentLine[] {
  const estimate = sampleEstimate([house]);
  const [workflowId = 0] = estimate.workflowIds;
  return documentLines({ estimate, book }, [{ workflowId, workflowEstimateId: 1 }]);
}

// 80 ft of eaves, 66 ft of rakes, 2 rows of ice barrier, 15 pieces of drip edge, no gutter apron (1.74): houses/roofing-colonial.json.
const roof = linesOf("roofing-colonial");
// 4 double-hung windows in the main bedroom, 2 sliders in the kitchen, a patio door: houses/windows-ranch.json.
const windows = linesOf("windows-ranch");

const task = (text: string, checked = true): string =>
  `<ul data-type="taskList"><li data-type="taskItem" data-checked="${String(checked)}"><p>${text}</p></li></ul>`;
const tasks = (...items: readonly (readonly [text: string, checked: boolean])[]): string =>
  `<ul data-type="taskList">${items
    .map(([text, checked]) => `<li data-type="taskItem" data-checked="${String(checked)}"><p>${text}</p></li>`)
    .join("")}</ul>`;

const onRoof = (html: string): string => resolveScopeText(html, { lines: roof, book });
const onWindows = (html: string): string => resolveScopeText(html, { lines: windows, book });

describe("if", () => {
  test.each([
    {
      rule: "KEY-02",
      given: "a field with a quantity",
      html: task("Eaves {{if 1.58}}", false),
      printed: task("Eaves", true),
    },
    {
      rule: "KEY-02",
      given: "a field without one",
      html: task("Gutter apron {{if 1.74}}"),
      printed: task("Gutter apron", false),
    },
    { rule: "OP-08", given: "the first of two", html: task("{{if 1.58+1.74}} Edges"), printed: task("Edges", true) },
    { rule: "OP-08", given: "the second of two", html: task("{{if 1.74+1.58}} Edges"), printed: task("Edges", true) },
    { rule: "OP-08", given: "neither of two", html: task("{{if 1.74+1.94}} Edges"), printed: task("Edges", false) },
    {
      rule: "KEY-02",
      given: "two keywords, one of nothing",
      html: task("{{if 1.58}}{{if 1.74}}Edges"),
      printed: task("Edges", false),
    },
    { rule: "KEY-02", given: "no keyword", html: task("As agreed", false), printed: task("As agreed", false) },
    {
      rule: "KEY-02",
      given: "a field that does not exist",
      html: task("Odd {{if 1.9999}}", true),
      printed: task("Odd", true),
    },
    {
      rule: "KEY-02",
      given: "a line without a box",
      html: "<p>Eaves {{if 1.74}} too</p>",
      printed: "<p>Eaves too</p>",
    },
  ])("[$rule] $given", ({ html, printed }) => {
    expect(onRoof(html)).toBe(printed);
  });

  test("[KEY-02] the choice of no ice barrier rows is none, although it is stored with quantity 1", () => {
    const rows = roof.find(({ field }) => field.id === "1.36");
    expect(rows?.choice).toBe("2 rows");
    const none = rows && [{ ...rows, choice: "No ice barrier", choices: ["No ice barrier"], quantity: 1 }];
    expect(resolveScopeText(task("Ice barrier {{if 1.36}}"), { lines: none ?? [], book })).toBe(
      task("Ice barrier", false),
    );
  });
});

describe("value and quantity", () => {
  test.each([
    { rule: "KEY-03", text: "{{value 1.36}}", printed: "2 rows", of: "an option" },
    { rule: "KEY-03", text: "{{value 1.58}}", printed: "80 ft", of: "a number, with its unit" },
    { rule: "KEY-03", text: "{{value 1.24}}", printed: "22 squares", of: "squares" },
    { rule: "KEY-03", text: "{{value 1.70}}", printed: "Aluminum, 10 ft, White", of: "a row with choices" },
    { rule: "KEY-03", text: "{{value 1.7}}", printed: "yes", of: "a ticked box" },
    { rule: "KEY-03", text: "{{value 1.4}}", printed: "Summit Exteriors, None since 2004", of: "texts" },
    { rule: "KEY-03", text: "x{{value 1.74}}y", printed: "xy", of: "nothing" },
    { rule: "KEY-04", text: "{{quantity 1.58}} ft", printed: "80 ft", of: "a number" },
    { rule: "KEY-04", text: "{{quantity 1.36}}", printed: "2", of: "an option that stands for rows" },
    // 12 + 10 squares in two pitches.
    { rule: "KEY-04", text: "{{quantity 1.43}}", printed: "22", of: "several lines, added up" },
    { rule: "KEY-04", text: "{{quantity 1.21}} sq ft", printed: "2,000 sq ft", of: "thousands" },
    { rule: "KEY-04", text: "{{quantity 1.74}} pieces", printed: "0 pieces", of: "nothing" },
    {
      rule: "KEY-01",
      text: "{{quantity 1.9999}}a{{quantity b}}b{{color 1.58}}c",
      printed: "abc",
      of: "what is no field",
    },
    { rule: "OP-07", text: "{{ QUANTITY  1.58 }} ft", printed: "80 ft", of: "capital letters and spaces" },
  ])("[$rule] $text of $of", ({ text, printed }) => {
    expect(onRoof(`<p>${text}</p>`)).toBe(`<p>${printed}</p>`);
  });

  test("[KEY-03] a keyword's text looks like the keyword, also where that is cut by formatting", () => {
    expect(onRoof("<p>Rows: <strong>{{value 1.36}}</strong>, {{quan<em>tity 1.58}}</em> ft</p>")).toBe(
      "<p>Rows: <strong>2 rows</strong>, 80 ft</p>",
    );
  });

  test("[KEY-03] text from the estimate is text, even if it looks like a keyword", () => {
    const [line] = roof.filter(({ field }) => field.id === "1.4");
    const hostile = line && [{ ...line, choice: "<script>alert(1)</script> {{value 1.36}}" }];
    expect(resolveScopeText("<p>{{value 1.4}}</p>", { lines: hostile ?? [], book })).toBe(
      "<p>&lt;script&gt;alert(1)&lt;/script&gt; {{value 1.36}}</p>",
    );
  });
});

describe("parts between commas that have nothing to say", () => {
  test.each([
    {
      given: "an unchecked line",
      html: task("Gutter apron, {{value 1.75}}, {{quantity 1.74}} pieces {{if 1.74}}"),
      printed: task("Gutter apron", false),
    },
    {
      given: "a missing color of a checked line",
      html: task("Eaves, {{value 1.76}}, {{quantity 1.58}} ft {{if 1.58}}"),
      printed: task("Eaves, 80 ft", true),
    },
    {
      given: "the first part, which always stays",
      html: task("{{quantity 1.74}} gutter aprons, new {{if 1.74}}"),
      printed: task("0 gutter aprons, new", false),
    },
  ])("[KEY-02] $given", ({ html, printed }) => {
    expect(onRoof(html)).toBe(printed);
  });
});

describe("each", () => {
  test("[KEY-05] a line is repeated for each item, and speaks of it and what is chosen for it", () => {
    expect(
      onWindows(
        task("{{each 3.1}}{{quantity 3.1}} × {{value 3.7}}, {{value 3.2}}, {{quantity 3.4}} × {{quantity 3.5}} in"),
      ),
    ).toBe(
      tasks(
        ["4 × Double hung, Main bedroom, 36 × 60 in", true],
        ["2 × Slider, 2-lite, Kitchen, 48 × 36 in", true],
        ["1 × Patio door, Family room, 72 × 80 in", true],
      ),
    );
  });

  test("[KEY-05] its if-keyword asks the item; other fields are those of the whole copy", () => {
    expect(onWindows(task("{{each 3.1}}{{value 3.2}}: foot lock {{if 3.20}}"))).toBe(
      tasks(["Main bedroom: foot lock", false], ["Kitchen: foot lock", false], ["Family room: foot lock", true]),
    );
    expect(onWindows("<p>{{each 3.1}}{{value 3.2}}, {{value 3.140}}</p>")).toBe(
      "<p>Main bedroom, Better: premium vinyl</p><p>Kitchen, Better: premium vinyl</p><p>Family room, Better: premium vinyl</p>",
    );
  });

  test("[KEY-05] without an item there is no line, and no empty list", () => {
    expect(onRoof(`${task("{{each 1.74}}Gutter apron")}<p>Rest</p>`)).toBe("<p>Rest</p>");
    expect(onRoof("<ul><li><p>{{each 1.43}}{{value 1.43}}</p></li></ul>")).toBe(
      "<ul><li><p>Up to 6/12</p></li><li><p>7/12 to 9/12</p></li></ul>",
    );
  });
});

test("[DOC-29] keywords of a second roof speak of the second roof", () => {
  const estimate = sampleEstimate(["roofing-colonial", "roofing-tudor"]);
  const eaves = [1, 2].map((workflowEstimateId) => {
    const copy = { workflowId: 1, workflowEstimateId };
    return resolveScopeText("<p>{{quantity 1.58}}</p>", { lines: documentLines({ estimate, book }, [copy]), book });
  });
  const stored = [1, 2].map(
    (copy) => estimate.items.find((item) => item.fieldId === "1.58" && item.workflowEstimateId === copy)?.quantity ?? 0,
  );
  expect(stored[0]).not.toBe(stored[1]);
  expect(eaves).toEqual(stored.map((quantity) => `<p>${String(quantity)}</p>`));
});

test("the fields that these tests speak of are those", () => {
  const labels = (["1.58", "1.74", "1.94", "3.20", "3.140"] as FieldId[]).map((id) => fieldById(id).label);
  expect(labels).toEqual(["Eave length", "Gutter apron", "Counter flashing", "Foot lock", "Window package"]);
});
