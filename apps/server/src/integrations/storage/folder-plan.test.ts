import { describe, expect, test } from "vitest";
import { quickXorHash } from "#integrations/one-drive/quick-xor-hash.ts";
import { leadFolderName, paperFileName, projectTypeFolder, workflowFolder, type LeadToFile } from "./folder-plan.ts";
import { safeName } from "./safe-name.ts";

const LEAD: LeadToFile = {
  id: 7,
  firstName: "Dana",
  lastName: "Whitlock",
  company: "",
  projectType: "Roofing",
  projectTypes: [],
  userId: null,
  projectFolderId: "",
  contractFolderId: "",
};
const NONE = {
  leadProjectTypesToFolderNameMapping: {},
  projectProjectTypeToFolderNameMapping: {},
  workflowToLeadProjectTypesMapping: {},
};

describe("names that every storage takes", () => {
  test.each([
    ['Smith / Lee: "roof"? *new*', "Smith - Lee- -roof-- -new-"],
    ["  ..two  spaces.. ", "two spaces"],
    ["CON", "_CON"],
    ["com1.pdf", "_com1.pdf"],
    ["???", "---"],
    [" . ", "Untitled"],
    ["a\u0000b\nc", "a-b-c"],
    ["Łukasz Ünder ☂", "Łukasz Ünder ☂"],
  ])("[STORE-19] %j becomes %j", (text, name) => {
    expect(safeName(text)).toBe(name);
  });

  test("[STORE-19] is cut at 150 characters, not in the middle of one", () => {
    expect(safeName("x".repeat(400))).toHaveLength(150);
    expect(safeName(`${"x".repeat(149)}🏠`)).toBe("x".repeat(149));
  });

  test.each([
    [{}, "Whitlock, Dana (7)"],
    [{ firstName: "", lastName: "", company: "Ridge / Co" }, "Ridge - Co (7)"],
    [{ firstName: "", lastName: "" }, "Lead (7)"],
  ])("[STORE-11] a lead's folder: %j is %s", (lead, name) => {
    expect(leadFolderName({ ...LEAD, ...lead })).toBe(name);
  });

  test.each([
    [{ name: "Contract", number: "2026-0514-K7QD" }, "Contract 2026-0514-K7QD (31).pdf"],
    [{ name: "Contract 2026-1", number: "2026-1" }, "Contract 2026-1 (31).pdf"],
    [{ name: "Work: order?", number: "" }, "Work- order- (31).pdf"],
  ])("[STORE-11] a paper's file: %j is %s", (paper, name) => {
    expect(paperFileName({ id: 31, ...paper })).toBe(name);
  });
});

describe("the folder of a paper", () => {
  test.each([
    { given: "no mapping", types: ["Roofing"], mapping: {}, name: undefined, isMapped: true },
    {
      given: "all types together",
      types: ["Siding", "Roofing"],
      mapping: { "Roofing, Siding": "Both", Roofing: "R" },
      name: "Both",
      isMapped: true,
    },
    {
      given: "the first type that is mapped",
      types: ["Trim", "Roofing"],
      mapping: { Roofing: "R" },
      name: "R",
      isMapped: true,
    },
    { given: "a type without a folder", types: ["Trim"], mapping: { Roofing: "R" }, name: undefined, isMapped: false },
    {
      given: "a lead without types",
      types: [],
      mapping: { Gutters: "G" },
      name: undefined,
      isMapped: true,
      projectType: "",
    },
    {
      given: "a name of the prototype",
      types: ["constructor"],
      mapping: { Roofing: "R" },
      name: undefined,
      isMapped: false,
    },
  ])("[STORE-12] a lead by $given", ({ types, mapping, name, isMapped, projectType = "Roofing" }) => {
    const mappings = { ...NONE, leadProjectTypesToFolderNameMapping: mapping };
    expect(projectTypeFolder({ projectType, projectTypes: types }, mappings)).toMatchObject({ name, isMapped });
  });

  test("[STORE-12] a paper by its workflow's project types", () => {
    const mappings = {
      ...NONE,
      workflowToLeadProjectTypesMapping: { "1": ["Slate", "Roofing"], "4": "Gutters" },
      projectProjectTypeToFolderNameMapping: { Roofing: "Roof", Gutters: "Gutter/s" },
    };
    expect(workflowFolder(["1.2"], mappings)).toEqual({ name: "Roof", isMapped: true, types: ["Slate", "Roofing"] });
    expect(workflowFolder(["4"], mappings).name).toBe("Gutter-s");
    expect(workflowFolder(["7"], mappings)).toMatchObject({ name: undefined, isMapped: false });
    expect(workflowFolder([], mappings).isMapped).toBe(true);
    expect(workflowFolder(["1"], NONE).isMapped).toBe(true);
  });
});

test.each([
  ["", "AAAAAAAAAAAAAAAAAAAAAAAAAAA="],
  ["J", "SgAAAAAAAAAAAAAAAQAAAAAAAAA="],
])(
  "[STORE-02] Microsoft's hash of %j, by hand: the bytes 11 bits apart, and the length over the last eight",
  (text, hash) => {
    expect(quickXorHash(Buffer.from(text))).toBe(hash);
  },
);
