import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { MeasurementSet } from "./measurement-set.ts";
import { HOVER_IDENTITY_PATHS, HOVER_LIST_PATHS, MEASUREMENTS } from "./measurements.ts";
import { readHoverMeasurements, useOfHoverPath } from "./read-hover.ts";
import { hoverDocument } from "./testing/hover-documents.ts";

function read(document: unknown): MeasurementSet {
  const { set, refusal } = readHoverMeasurements(document);
  if (!set) throw new Error(refusal);
  return set;
}

/** "a.{b,c}.d" as the paths that it stands for; the part behind a path's name in braces is its shape, not a path. */
function expand(text: string): string[] {
  const start = text.indexOf("{");
  if (start < 0) return [text];
  let depth = 0;
  let end = start;
  for (; end < text.length; end += 1) {
    if (text[end] === "{") depth += 1;
    if (text[end] === "}") depth -= 1;
    if (depth === 0) break;
  }
  const parts: string[] = [];
  let part = "";
  depth = 0;
  for (const letter of text.slice(start + 1, end)) {
    if (letter === "{") depth += 1;
    if (letter === "}") depth -= 1;
    if (letter === "," && depth === 0) {
      parts.push(part);
      part = "";
    } else part += letter;
  }
  return [...parts, part].flatMap((each) => expand(`${text.slice(0, start)}${each.trim()}${text.slice(end + 1)}`));
}

/** The paths of the reference's table (integrations.md, 1.4), which writes "roof {a, b}" and "list[] {a:1, b}". */
const referencePaths = readFileSync(new URL("testing/hover-paths.md", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => /^\| `((?:[^`])+)`/.exec(line)?.[1] ?? [])
  .map((cell) =>
    cell
      .replaceAll("{6 keys as siding_waste}", ".{zero,plus_10_percent,plus_18_percent}")
      // An example of a value, not a path; a list that it stands for keeps its marks.
      .replaceAll(/:\[\{[^}]*\}\]/g, "[].SI-1")
      .replaceAll(/:\[[^\]]*\]/g, "[]")
      .replaceAll(/:"(?:\\"|[^"])*"/g, "")
      .replaceAll(/:[\d.]+/g, "")
      .replaceAll("\\", "")
      .replaceAll(/\s*\{/g, ".{")
      .replaceAll(/\.\.\{/g, ".{")
      .replaceAll(/_\.\{/g, "_{")
      .replaceAll("{brick,stucco,…}", "brick"),
  )
  .flatMap((cell) => (cell.startsWith("summary.address,") ? HOVER_IDENTITY_PATHS : expand(cell)))
  .map((path) => path.replaceAll(/\s/g, ""));

/** Every path of a document that leads to a value. */
function leavesOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => leavesOf(each, `${path}[]`));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([key, each]) => leavesOf(each, path === "" ? key : `${path}.${key}`));
  return [path];
}

describe("paths of a Hover document", () => {
  test("[MEASURE-01] each path of the reference's table is read, or has the reason why it is not", () => {
    expect(referencePaths.length).toBeGreaterThan(150);
    const lost = referencePaths.filter((path) => {
      const { isRead, reason } = useOfHoverPath(path);
      return !isRead && reason === null;
    });
    expect(lost).toEqual([]);
  });

  test("[MEASURE-01] each value of the documents too, but for the undocumented block", () => {
    const names = ["sample", "remeasured", "twenty-windows", "with-holes"] as const;
    const lost = names.flatMap((name) =>
      leavesOf(hoverDocument(name)).filter((path) => {
        const { isRead, reason } = useOfHoverPath(path);
        return !isRead && reason === null && !["summary.corners", "roof.pitch"].includes(path);
      }),
    );
    expect([...new Set(lost)]).toEqual(["unexpected_block.note"]);
  });

  test("[MEASURE-01] each path that is read is in the sample document", () => {
    const leaves = new Set(leavesOf(hoverDocument("sample")));
    const read = [...Object.values(MEASUREMENTS).flatMap(({ hover }): readonly string[] => hover), ...HOVER_LIST_PATHS];
    expect(read.filter((path) => !leaves.has(path))).toEqual([]);
  });
});

describe("reading a Hover document", () => {
  test("[MEASURE-02] numbers with their paths, windows with sizes, area by pitch", () => {
    const set = read(hoverDocument("sample"));
    expect(set.source).toEqual({
      kind: "hover",
      label: "Hover",
      address: "1840 Larkspur Bend, Overland Park, KS 66212",
      jobId: 48210337,
    });
    expect(set.values.get("roofArea")).toEqual({ value: 2004, path: "roof.area.total" });
    expect(set.values.get("eaves")).toEqual({ value: 128.67, path: "roof.measurements.gutters_eaves" });
    expect(set.values.get("outsideCorners")?.value).toBe(68);
    expect(set.windows).toHaveLength(10);
    expect(set.windows[0]).toMatchObject({ name: "W-101", width: 36, height: 60 });
    expect(set.pitches).toEqual([
      { rise: 1, area: 12 },
      { rise: 3, area: 40 },
      { rise: 4, area: 96 },
      { rise: 6, area: 1280 },
      { rise: 8, area: 576 },
    ]);
    expect(set.problems).toEqual([]);
    expect(set.unknown).toEqual([]);
  });

  test("[MEASURE-02] all twenty windows, in the order of their names", () => {
    const { windows } = read(hoverDocument("twenty-windows"));
    expect(windows).toHaveLength(20);
    expect(windows.map(({ name }) => name)).toEqual(windows.map(({ name }) => name).toSorted());
  });

  test("[MEASURE-03] null and missing are not measured; what is unknown or unusable is named by its path", () => {
    const set = read(hoverDocument("with-holes"));
    // Null in summary.roofline.eaves_fascia, all of summary.corners.
    for (const name of ["eaveFascia", "insideCorners", "outsideCorners"] as const)
      expect(set.values.has(name)).toBe(false);
    // Null in one place, measured in the other.
    expect(set.values.get("eaves")).toEqual({ value: 128.67, path: "summary.roof.gutters_eaves.length" });
    // A measured 0 is a number.
    expect(set.values.get("valleys")?.value).toBe(0);
    expect(set.unknown).toEqual([{ path: "unexpected_block", text: "…" }]);
    expect(set.windows.map(({ name }) => name)).not.toContain("W-103");
    expect(set.problems).toEqual([
      "roof.measurements.valleys says 0, summary.roof.valleys.length says 24.17; the first is taken.",
      "roof.facets[2]: no pitch, so squares by pitch are not taken from here.",
      "openings.windows[0]: W-101 has no size.",
      'openings.windows[2].width_x_height: W-103 is "24\\" x", which is no width and height.',
    ]);
    expect(set.pitches).toEqual([]);
  });

  test.each([
    { given: "version 2", document: { version: 2, summary: {} }, says: /has version 2\. Version 1 can be read/ },
    { given: "a list", document: [], says: /not a measurement document/ },
    { given: "a text", document: "roof", says: /not a measurement document/ },
    { given: "nothing", document: null, says: /not a measurement document/ },
    { given: "other JSON", document: { name: "ridgebook", version: "0.0.0" }, says: /not a measurement document/ },
    {
      given: "Hover's summary alone",
      document: (hoverDocument("sample") as { summary: unknown }).summary,
      says: /Choose the full measurements/,
    },
  ])("[MEASURE-04] $given is refused with a message", ({ document, says }) => {
    expect(readHoverMeasurements(document).refusal).toMatch(says);
  });

  test("[MEASURE-04] texts and negative numbers in place of measurements are problems, and not measured", () => {
    const set = read({ version: 1, summary: {}, roof: { area: { total: "2004" }, measurements: { rakes: -3 } } });
    expect(set.values.size).toBe(0);
    expect(set.problems).toEqual([
      'roof.area.total: "2004" is no measurement.',
      "roof.measurements.rakes: -3 is no measurement.",
    ]);
  });

  test("[MEASURE-04] a document of a thousand levels and ten thousand new keys is read, and its news is cut short", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 1_000; level += 1) deep = { level: deep };
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${String(index)}`, index]));
    expect(read({ version: 1, summary: { deep }, ...many }).unknown).toHaveLength(50);
  });

  test("[MEASURE-19] however much a file lists, the page gets no more than it can show", () => {
    const long = "a".repeat(100_000);
    const listOf = <Entry>(entry: (index: number) => Entry) =>
      Array.from({ length: 50_000 }, (_, index) => entry(index));
    const set = read({
      version: 1,
      summary: { address: long },
      [long]: 1,
      openings: { windows: listOf(() => ({})) },
      roof: { facets: listOf((index) => ({ pitch: index / 1_000, area: 1 })) },
    });
    // 500 windows without a size and that there are more; that there are too many pitches.
    expect([set.windows.length, set.pitches.length, set.problems.length]).toEqual([0, 0, 502]);
    expect(set.problems[0]).toBe(
      "roof.facets[100]: more than 100 pitches, so squares by pitch are not taken from here.",
    );
    expect([set.source.address.length, set.unknown[0]?.path.length]).toEqual([201, 201]);
  });
});
