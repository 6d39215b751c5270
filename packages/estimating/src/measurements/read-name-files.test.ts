import { describe, expect, test } from "vitest";
import { decimalMarkOf, readMeasuredNumber } from "./measured-number.ts";
import { readNameObject, readNameTable, type ReadNames } from "./read-name-files.ts";
import { readNameXml, type XmlElement } from "./read-name-xml.ts";
import { nameKey, readNamedNumbers, type ChosenNames } from "./read-names.ts";

const table = (...rows: readonly (readonly string[])[]): ReadNames =>
  readNameTable(
    "roof.csv",
    rows.map((cells, index) => ({ number: index + 1, cells })),
  );

function measured(read: ReadNames, chosen: ChosenNames = {}) {
  if (!read.names) throw new Error(read.refusal);
  const { set, asked } = readNamedNumbers(read.names, chosen);
  return { set, asked, values: Object.fromEntries([...set.values].map(([name, { value }]) => [name, value])) };
}

describe("a number of a file", () => {
  test.each([
    ["1,250", ".", 1_250],
    ["1,250.5", ".", 1_250.5],
    ["128.67 ft", ".", 128.67],
    ["1 250", ".", 1_250],
    [`128' 8"`, ".", 128.666666666667],
    ["128,67", ",", 128.67],
    ["128,67", ".", 128.67],
    ["1.250,5", ",", 1_250.5],
    [".5", ".", 0.5],
  ] as const)("[MEASURE-14] %s with decimal %s is %d", (text, mark, value) => {
    expect(readMeasuredNumber(text, mark).value).toBeCloseTo(value, 9);
  });

  test.each(["abc", "24 x 36", "-5", "12..5", "1,25,0", "9".repeat(400)])("[MEASURE-14] %s is no number", (text) => {
    expect(readMeasuredNumber(text, ".").problem).not.toBeNull();
    expect(readMeasuredNumber(text, ".").value).toBeUndefined();
  });

  test("[MEASURE-14] where a file writes decimals with a comma, 1,250 has two readings and is refused", () => {
    expect(decimalMarkOf(["1,250", "12"])).toBe(".");
    expect(decimalMarkOf(["1,250", "128,67"])).toBe(",");
    expect(readMeasuredNumber("1,250", ",").problem).toContain("two readings");
  });
});

describe("a table of names and numbers", () => {
  test("[MEASURE-13] known names fill the measurements, with the file's row as their path", () => {
    const { set, asked, values } = measured(
      table(
        ["Name", "Value"],
        ["Total Roof Area (sq ft)", "2,004"],
        ["EAVES", "128.67"],
        ["Ridge Length", "58.33"],
        ["Step flashing", "n/a"],
      ),
    );
    expect(values).toEqual({ roofArea: 2_004, eaves: 128.67, ridges: 58.33 });
    expect(set.values.get("eaves")?.path).toBe("row 3, EAVES");
    expect(set.source).toMatchObject({ kind: "file", label: "roof.csv" });
    expect(asked).toEqual([]);
    expect(set.problems).toEqual([]);
  });

  test("[MEASURE-13] the header is optional, and a third column names the unit, before or after the number", () => {
    expect(measured(table(["Eaves", "10", "m"], ["Roof area", "20", "SQ"])).values).toEqual({
      eaves: 32.808,
      roofArea: 2_000,
    });
    expect(measured(table(["What", "Unit", "Number"], ["Eaves", "in", "120"], ["Rakes", "ft", "9"])).values).toEqual({
      eaves: 10,
      rakes: 9,
    });
  });

  test("[MEASURE-13] areas by pitch are squares by pitch", () => {
    const { set } = measured(table(["Area at 8/12", "576"], ["Pitch 4:12", "96"], ["8/12, garage", "24"]));
    expect(set.pitches).toEqual([
      { rise: 4, area: 96 },
      { rise: 8, area: 600 },
    ]);
  });

  test("[MEASURE-14] a mistake names its row and what it is; the others are taken", () => {
    const { set, values } = measured(
      table(
        ["Name", "Number", "Unit"],
        ["Eaves", "abc1", ""],
        ["", "12", ""],
        ["Rakes", "9", "furlong"],
        ["Hips", "9", "sq ft"],
        ["Valleys", "24", "ft"],
        ["valley", "25", "ft"],
      ),
    );
    expect(values).toEqual({ valleys: 24 });
    expect(set.problems).toEqual([
      "row 2, Eaves: “abc1” is no number.",
      "row 3: there is a number without a name.",
      "row 4, Rakes: “furlong” is no unit that is known here.",
      "row 5, Hips: Hips is a length, and the file gives an area.",
      "row 6, Valleys says 24, row 7, valley says 25; the first is taken.",
    ]);
  });

  test.each([
    ["nothing", [], "roof.csv is empty."],
    ["200 columns", [Array.from({ length: 200 }, (_, index) => String(index))], "roof.csv has 200 columns."],
    ["one column", [["Eaves 12"]], "roof.csv has one column."],
    [
      "no number",
      [
        ["Eaves", "many"],
        ["Rakes", "few"],
      ],
      "roof.csv holds no name with a number. For instance: row 1, Eaves: “many” is no number.",
    ],
  ])("[MEASURE-14] %s is refused with a message", (_what, rows, words) => {
    expect(table(...rows).refusal).toContain(words);
  });
});

describe("names that are not known", () => {
  const read = table(["Drip edge", "130"], ["Eaves", "128"], ["Fascia front", "40"]);

  test("[MEASURE-15] raise a question with their number and row, and fill nothing meanwhile", () => {
    const { asked, values, set } = measured(read);
    expect(values).toEqual({ eaves: 128 });
    expect(asked).toEqual([
      { key: "drip edge", name: "Drip edge", value: 130, place: "row 1", chosen: undefined },
      { key: "fascia front", name: "Fascia front", value: 40, place: "row 3", chosen: undefined },
    ]);
    expect(set.unknown.map(({ path }) => path)).toEqual(["row 1, Drip edge", "row 3, Fascia front"]);
  });

  test("[MEASURE-15] that were chosen are taken, those left out are not, and a choice of another release counts as none", () => {
    const { asked, values } = measured(read, { "drip edge": "rakes", "fascia front": "" });
    expect(values).toEqual({ eaves: 128, rakes: 130 });
    expect(asked.map(({ chosen }) => chosen)).toEqual(["rakes", ""]);
    expect(measured(read, { "drip edge": "moonlight" }).asked[0]?.chosen).toBeUndefined();
  });

  test("[MEASURE-15] are the same however they are written, and no key of an object's own", () => {
    expect(["Drip Edge", "drip_edge", "dripEdge:"].map(nameKey)).toEqual(["drip edge", "drip edge", "drip edge"]);
    expect(measured(table(["constructor", "3"], ["__proto__", "4"])).asked.map(({ chosen }) => chosen)).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe("JSON and XML of names and numbers", () => {
  test("[MEASURE-13] nested names are paths, entries with a name and a value go by it, and texts are left out", () => {
    const read = readNameObject("report.json", {
      address: "1840 Larkspur Bend",
      reportDate: "2026-04-02",
      roof: { totalArea: 2_004, eaves: { length: 128.67 }, note: null },
      structures: [{ facets: 7, walls: { north: 312 } }],
      measurements: [
        { name: "Valleys", value: "24.17 ft" },
        { name: "Hips", length: 12.5, unit: "FT" },
      ],
    });
    const { values, asked, set } = measured(read);
    expect(values).toEqual({ roofArea: 2_004, eaves: 128.67, valleys: 24.17, hips: 12.5 });
    expect(asked.map(({ name }) => name)).toEqual(["structures[0].facets", "structures[0].walls.north"]);
    expect(set.source.address).toBe("1840 Larkspur Bend");
  });

  test.each([[null], [[]], ["text"], [{ a: "b" }], [{ a: { b: null } }]])(
    "[MEASURE-14] %j holds no number",
    (document) => {
      expect(readNameObject("x.json", document).refusal).toContain("x.json holds no name with a number.");
    },
  );

  test("[MEASURE-14] a JSON of too many numbers is refused, one of a thousand levels read", () => {
    const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, index) => [`n${String(index)}`, index]));
    expect(readNameObject("x.json", many).refusal).toContain("more than 5,000 numbers");
    let deep: unknown = 1;
    for (let level = 0; level < 1_000; level += 1) deep = { deep };
    expect(readNameObject("x.json", { eaves: 3, deep }).names?.numbers).toHaveLength(1);
  });

  const element = (tagName: string, attributes: Record<string, string>, ...children: XmlElement[]): XmlElement => ({
    tagName,
    children,
    textContent: null,
    attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
    getAttribute: (name) => attributes[name] ?? null,
  });
  const face = (designator: string, type: string, size: string, pitch: string): XmlElement =>
    element("FACE", { designator, type }, element("POLYGON", { unroundedsize: size, pitch }));

  test("[MEASURE-13] EagleView's export gives areas of its faces, and lengths of its lines from their points", () => {
    const root = element(
      "EAGLEVIEW_EXPORT",
      {},
      element("LOCATION", { address: "12 Elm St", city: "Portage", state: "MI" }),
      element(
        "ROOF",
        { id: "R1" },
        element(
          "FACES",
          {},
          face("A", "ROOF", "600.25", "8"),
          face("B", "ROOF", "600.25", "8"),
          face("C", "WALL", "90", "0"),
        ),
        element(
          "LINES",
          {},
          element("LINE", { id: "L1", type: "EAVE", path: "P1,P2" }),
          element("LINE", { id: "L2", type: "RAKE", path: "P1,P3" }),
          element("LINE", { id: "L3", type: "RIDGE", path: "P1,P9" }),
        ),
        element(
          "POINTS",
          {},
          element("POINT", { id: "P1", data: "0,0,0" }),
          element("POINT", { id: "P2", data: "40,0,0" }),
          element("POINT", { id: "P3", data: "0,12,8" }),
        ),
      ),
    );
    const { set, values } = measured(readNameXml("house.xml", root));
    // √(12² + 8²) = 14.42 ft of rake.
    expect(values).toEqual({ roofArea: 1_200.5, eaves: 40, rakes: 14.42 });
    expect(set.pitches).toEqual([{ rise: 8, area: 1_200.5 }]);
    expect(set.values.get("roofArea")?.path).toBe("2 faces, Roof area");
    expect(set.source.address).toBe("12 Elm St, Portage, MI");
    expect(set.problems).toEqual(["LINE L3: RIDGE has no two points."]);
  });

  test("[MEASURE-13] other XML gives its elements and attributes by path", () => {
    const root = element(
      "report",
      { version: "two" },
      element("eaves", { length: "128.67" }),
      element("wall", { area: "9" }),
      element("wall", { area: "8" }),
    );
    const { values, asked } = measured(readNameXml("other.xml", root));
    expect(values).toEqual({ eaves: 128.67 });
    expect(asked.map(({ name }) => name)).toEqual(["report.wall[0].area", "report.wall[1].area"]);
  });
});
