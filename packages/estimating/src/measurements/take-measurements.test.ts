import { describe, expect, test } from "vitest";
import { describe as asLine } from "#expressions/explain.ts";
import { linesOf, type FormLine, type WorkflowValues } from "#form/form-values.ts";
import { topLine } from "#form/places.ts";
import { openForm } from "#form/states/apply-edit.ts";
import { temporaryIds } from "#form/temporary-ids.ts";
import { setQuantity } from "#form/rows.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { defaultLines } from "#form/defaults.ts";
import { topLevelFields } from "#catalogue/catalogue.ts";
import { explainTaken, isTakeable, measuredRows, type MeasuredRow } from "./measured-rows.ts";
import type { MeasurementSet } from "./measurement-set.ts";
import { readHoverMeasurements } from "./read-hover.ts";
import { takeMeasurements } from "./take-measurements.ts";
import { hoverDocument, type HoverDocumentName } from "./testing/hover-documents.ts";

const book = indexPriceBook(starterPriceBook);
const [ROOFING, SIDING, WINDOWS] = [1, 2, 3];

function measured(name: HoverDocumentName): MeasurementSet {
  const { set, refusal } = readHoverMeasurements(hoverDocument(name));
  if (!set) throw new Error(refusal);
  return set;
}

/** The form of a workflow without any entry. */
function emptyForm(workflowId: number) {
  const nextId = temporaryIds();
  const values = openForm({
    workflowId,
    book,
    nextId,
    values: defaultLines({ fields: topLevelFields(workflowId), book, nextId }),
  });
  return { workflowId, values, book, nextId };
}

const rowsById = (rows: readonly MeasuredRow[]) =>
  Object.fromEntries(rows.map((row) => [row.kind === "field" ? row.label : row.id, row]));

const quantityOf = (values: WorkflowValues, property: string) => topLine(values, property)?.quantity;

describe("the fields that measurements fill", () => {
  test("[MEASURE-05] roofing: each field with the number, on its step, and the chain down to Hover's path", () => {
    const form = emptyForm(ROOFING);
    const rows = measuredRows(form, measured("sample"));
    const numbers = rows.flatMap((row) =>
      row.kind === "field" && row.explanation ? [[row.label, row.quantity, asLine(row.explanation)]] : [],
    );
    // Lengths go to the foot. Squares go to the third, without waste as the step shows them: 2,004 sq ft are 20, 576 are 5.667,
    // and the pitch of most area takes the 14.333 that are left.
    expect(numbers).toEqual([
      ["Total roof area", 2004, "2,004 SQ FT Roof area = 2,004 SQ FT"],
      ["Install pitch, Up to 6/12", 14.333, expect.stringContaining("576 SQ FT Roof area at 8/12")],
      [
        "Install pitch, 7/12 to 9/12",
        5.667,
        "576 SQ FT Roof area at 8/12 ÷ 100 Square feet per square, to the nearest third = 5.667",
      ],
      ["Eave length", 129, "128.67 FT Gutters and eaves, to the nearest whole = 129"],
      ["Rake edge length", 113, "112.5 FT Rakes, to the nearest whole = 113"],
      ["Hip and ridge length", 71, "58.33 FT Ridges + 12.5 FT Hips, to the nearest whole = 71"],
      ["Valley length", 24, "24.17 FT Valleys, to the nearest whole = 24"],
      ["Roof-to-wall flashing length", 22, "21.5 FT Step flashing, to the nearest whole = 22"],
      ["Flashing length", 14, "14.25 FT Flashing, to the nearest whole = 14"],
      // 75.5 + 82.25 = 157.75 ft; 148 sq ft of soffit are 11.26 in deep, on the step of quarter inches 11.25.
      [
        "Standard soffit, length",
        158,
        "75.5 FT Level frieze board + 82.25 FT Sloped frieze board, to the nearest whole = 158",
      ],
      ["Standard soffit, depth", 11.25, expect.stringContaining("84 SQ FT Soffit area at eaves")],
      ["Aluminum fascia", 241, "128.67 FT Eaves fascia + 112.5 FT Rakes fascia, to the nearest whole = 241"],
      ["Total gutter length", 129, "128.67 FT Gutters and eaves, to the nearest whole = 129"],
    ]);
    const eaves = rowsById(rows)["Eave length"];
    expect(eaves?.givens).toEqual([{ name: "eaves", value: 128.67, path: "roof.measurements.gutters_eaves" }]);
  });

  test("[MEASURE-05] siding: walls, channels, corners, and shutters in pairs", () => {
    const rows = rowsById(measuredRows(emptyForm(SIDING), measured("sample")));
    const quantities = Object.entries(rows).map(([label, row]) => [label, row.kind === "field" ? row.quantity : null]);
    expect(quantities).toEqual([
      ["Total siding area", 1716],
      ["J channel, length", 189],
      // 34.83 ft of sills + 75.5 ft below the eaves.
      ["Utility channel, length", 110],
      ["Starters, length", 142],
      ["Outside corner post, length", 68],
      ["Inside corner post, length", 17],
      ["Standard soffit, length", 158],
      ["Standard soffit, depth", 11.25],
      ["Aluminum fascia", 241],
      ["Shutters", 2],
      ["Total gutter length", 129],
    ]);
  });

  test("[MEASURE-03] a missing measurement fills nothing and says what is missing; another place of it is taken", () => {
    const roofing = rowsById(measuredRows(emptyForm(ROOFING), measured("with-holes")));
    const siding = rowsById(measuredRows(emptyForm(SIDING), measured("with-holes")));
    expect(siding["Outside corner post, length"]).toMatchObject({ quantity: null, missing: ["outside corners"] });
    // Without the eaves' fascia: 128.67 ft of eaves and 112.5 ft of rakes.
    expect(roofing["Aluminum fascia"]).toMatchObject({ quantity: 241 });
    expect(roofing["Eave length"]?.givens).toEqual([
      { name: "eaves", value: 128.67, path: "summary.roof.gutters_eaves.length" },
    ]);
    expect(Object.keys(roofing).filter((label) => label.startsWith("Install pitch"))).toEqual([]);
  });
});

describe("taking measurements", () => {
  test("[MEASURE-06] all rows at once, with what follows: the pitch of most area takes what is left, so that the squares add up", () => {
    const form = emptyForm(ROOFING);
    const rows = measuredRows(form, measured("sample")).filter(isTakeable);
    const values = takeMeasurements(form, rows);
    expect(quantityOf(values, "totalRoofArea")).toBe(2004);
    // 2,004 sq ft with 10 % waste are 22.04 squares, 22 on the step of thirds.
    expect(quantityOf(values, "totalSquaresForMaterial")).toBe(22);
    // Stored with waste: 66 thirds in proportion to 43 and 17 measured ones are 47 and 19.
    const pitches = linesOf(values, "installPitch").map(({ value, quantity }) => [value, quantity ?? 0]);
    expect(pitches).toEqual([
      ["1.43.1", 15.667],
      ["1.43.2", 6.333],
      ["1.43.3", 0],
      ["1.43.4", 0],
    ]);
    // The second reading finds all of it entered.
    expect(measuredRows({ ...form, values }, measured("sample")).filter(isTakeable)).toEqual([]);
  });

  test("[MEASURE-06] a row that is left out keeps what is entered", () => {
    const form = emptyForm(ROOFING);
    const rows = measuredRows(form, measured("sample")).filter(
      (row) => isTakeable(row) && row.label !== "Valley length",
    );
    const values = takeMeasurements(form, rows);
    expect(quantityOf(values, "eaveLength")).toBe(129);
    expect(quantityOf(values, "valleyLength") ?? 0).toBe(0);
  });

  test("[MEASURE-07] measured again, only what differs can be taken, and quantities from recommendations follow", () => {
    const form = emptyForm(ROOFING);
    const first = takeMeasurements(form, measuredRows(form, measured("sample")).filter(isTakeable));
    // A tear-off row with the recommended squares, and gutters' corners that a person typed.
    const tearOff = { id: form.nextId(), value: null, quantity: 20 };
    const entered = { ...first, tearOff: [tearOff] };
    const rows = measuredRows({ ...form, values: entered }, measured("remeasured")).filter(isTakeable);
    expect(rows.map(({ label }) => label)).toEqual([
      "Total roof area",
      "Install pitch, Up to 6/12",
      "Eave length",
      "Hip and ridge length",
      "Aluminum fascia",
      "Total gutter length",
    ]);
    const again = takeMeasurements({ ...form, values: entered }, rows);
    // 2,052 sq ft are 20.52 squares, 20.667 on the step of thirds.
    expect(linesOf(again, "tearOff")[0]?.quantity).toBe(20.667);
    // Of two rows that share the squares, the first takes the difference.
    const half = (): FormLine => ({ id: form.nextId(), value: null, quantity: 10 });
    const halves = takeMeasurements({ ...form, values: { ...first, tearOff: [half(), half()] } }, rows);
    expect(linesOf(halves, "tearOff").map(({ quantity }) => quantity)).toEqual([10.667, 10]);
    const typed = setQuantity({ values: entered, path: [{ property: "tearOff", id: tearOff.id }], quantity: 18 });
    const kept = takeMeasurements({ ...form, values: typed }, rows);
    expect(linesOf(kept, "tearOff")[0]?.quantity).toBe(18);
  });

  test("[MEASURE-08] windows become rows with width, height and united inches; measured again they are found by name", () => {
    const form = emptyForm(WINDOWS);
    const rows = measuredRows(form, measured("sample")).filter(isTakeable);
    expect(rows).toHaveLength(10);
    const values = takeMeasurements(form, rows);
    const [first] = linesOf(values, "window");
    const child = (property: string) => topLine(first?.children ?? {}, property);
    expect(first?.quantity).toBe(1);
    expect([child("width")?.quantity, child("height")?.quantity, child("ui")?.quantity]).toEqual([36, 60, 96]);
    expect(child("roomDetails")?.value).toBe("W-101");
    const again = measuredRows({ ...form, values }, measured("remeasured")).filter(isTakeable);
    expect(again.map(({ id }) => id)).toEqual(["W-103"]);
    const remeasured = takeMeasurements({ ...form, values }, again);
    expect(linesOf(remeasured, "window")).toHaveLength(10);
  });

  test("[MEASURE-08] twenty windows are twenty rows", () => {
    const form = emptyForm(WINDOWS);
    const values = takeMeasurements(form, measuredRows(form, measured("twenty-windows")).filter(isTakeable));
    expect(linesOf(values, "window")).toHaveLength(20);
  });

  test("[MEASURE-09] several rows of a list are left to the person", () => {
    const form = emptyForm(ROOFING);
    const row = (quantity: number) => ({ id: form.nextId(), value: null, quantity });
    const values = { ...form.values, fasciaWrap: [row(100), row(80)] };
    const fascia = rowsById(measuredRows({ ...form, values }, measured("sample")))["Aluminum fascia"];
    expect(fascia?.obstacle).toBe("There are several rows. Share the number between them yourself.");
    expect(fascia && isTakeable(fascia)).toBe(false);
  });

  test("[MEASURE-10] an applied value explains itself from the data stored with it", () => {
    const form = emptyForm(ROOFING);
    for (const row of measuredRows(form, measured("sample"))) {
      if (row.kind !== "field" || row.quantity === null) continue;
      const taken = {
        fieldId: row.field.id,
        of: row.optionId ?? "",
        quantity: row.quantity,
        source: "Hover",
        takenTime: "2026-11-24T09:20:00.000Z",
        givens: row.givens,
      };
      expect(explainTaken(form, JSON.parse(JSON.stringify(taken)) as typeof taken)).toEqual(row.explanation);
      expect(explainTaken(form, { ...taken, quantity: row.quantity + 1 })).toBeNull();
    }
  });
});
