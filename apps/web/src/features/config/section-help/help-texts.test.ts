import { workflowRecord } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import type { LocalSection, LocalWorkflow } from "#local-data/price-book/price-book.ts";
import { changedHelp, countHelp, helpWorkflows, lastChanges, tooLongHelp, writeHelp } from "./help-texts.ts";

const section = (id: number, component: string, title: string): LocalSection => ({
  id,
  component,
  title,
  name: title,
  workflowId: Math.floor(id / 100) as LocalSection["workflowId"],
  order: 1,
  enabled: true,
  optional: false,
  description: "",
});

const DETAILS = section(102, "roofing-details", "Details");
const ROOF_SOFFIT = section(109, "soffit", "Soffit");
const TRIM_SOFFIT = section(702, "soffit", "Soffit");
const PAIR = section(-1, "", "Lighting and gutters");

const WORKFLOWS: readonly LocalWorkflow[] = [
  { id: 1, ...workflowRecord.empty, title: "Roofing", sections: [DETAILS, ROOF_SOFFIT, PAIR] },
  { id: 7, enabled: true, alias: "Exterior trim", title: "Exterior trim", sections: [TRIM_SOFFIT] },
];
const HELP = helpWorkflows(WORKFLOWS);

describe("texts of sections", () => {
  test("[HELP-01] all sections with an info button are listed by workflow, with the workflows that share a text", () => {
    expect(
      HELP.map(({ title, sections }) => [title, sections.map((each) => [each.section.id, each.sharedWith])]),
    ).toEqual([
      [
        "Roofing",
        [
          [102, []],
          [109, ["Exterior trim"]],
        ],
      ],
      ["Exterior trim", [[702, ["Roofing"]]]],
    ]);
  });

  test.each([
    { texts: {}, without: 3 },
    { texts: { soffit: "Depth.", "roofing-details": " " }, without: 1 },
    { texts: { soffit: "<p></p>", "102": "Squares." }, without: 2 },
  ])("[HELP-03] of three sections, $without are without a text", ({ texts, without }) => {
    expect(countHelp(HELP, texts)).toEqual({ total: 3, without });
  });

  test.each([
    { given: "no text before", before: {}, text: "Depth.", after: { soffit: "Depth." } },
    { given: "a text by id", before: { "109": "Old." }, text: "New.", after: { "109": "New." } },
    { given: "an emptied text", before: { soffit: "Old." }, text: "", after: {} },
    // If it were dropped, the older text by id would come back.
    {
      given: "a text by id behind it",
      before: { soffit: "Old.", "109": "Older." },
      text: "",
      after: { soffit: "", "109": "Older." },
    },
  ])("[HELP-02] with $given a text is written by the key that shows it", ({ before, text, after }) => {
    expect(writeHelp(before, ROOF_SOFFIT, text)).toEqual(after);
  });

  test("[HELP-04] changed texts are named once, with the workflow where it is their only one", () => {
    const edited = { soffit: "Depth.", "roofing-details": "Squares." };
    expect(changedHelp(HELP, { stored: {}, edited })).toEqual(["Roofing: Details", "Soffit"]);
    expect(changedHelp(HELP, { stored: edited, edited: { ...edited, soffit: "Depth. " } })).toEqual([]);
  });

  test("[HELP-04] a text that is too long says by how much", () => {
    expect(tooLongHelp(`${"a".repeat(500)} `)).toBeUndefined();
    expect(tooLongHelp("a".repeat(501))).toBe("Must have at most 500 characters; 501 are written.");
  });
});

test("[HELP-06] the newest row that names a text says who changed it; rows from before, and of other settings, say nothing", () => {
  const row = (actorName: string, subject: string, keys?: string[]) => ({
    actorName,
    subject,
    time: `2026-05-1${String(actorName.length)}T09:00:00Z`,
    details: keys ? { keys } : {},
  });
  const rows = [
    row("Ann", "sectionsInfo", ["soffit"]),
    row("Bo", "sectionsInfo", ["soffit", "gutters"]),
    row("Cleo", "sectionsInfo"),
    row("Dan", "themeColor", ["eaves"]),
  ];
  expect([...lastChanges(rows)]).toEqual([
    ["soffit", { by: "Ann", time: "2026-05-13T09:00:00Z" }],
    ["gutters", { by: "Bo", time: "2026-05-12T09:00:00Z" }],
  ]);
});
