import { copiesOf, summaryKey } from "@ridgebook/contract";
import { fieldByKey, FIELDS } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import { SAMPLE_HOUSES, sampleBook, sampleEstimate } from "#testing/sample-source.ts";
import { boughtParts } from "./bought-lines.ts";
import type { DocumentLine } from "./document-line.ts";
import { documentLines, flattenLines } from "./document-lines.ts";
import { kindOfLine } from "./line-kinds.ts";
import { partsOf, sumOfParts } from "./line-parts.ts";

const linesOfHouse = (house: (typeof SAMPLE_HOUSES)[number]): readonly DocumentLine[] => {
  const estimate = sampleEstimate([house]);
  return documentLines({ estimate, book: sampleBook }, copiesOf(estimate));
};
const lineOf = (lines: readonly DocumentLine[], property: string): DocumentLine => {
  const found = lines.find(({ field }) => field.property === property);
  if (!found) throw new Error(`There is no ${property}.`);
  return found;
};

describe("lines of a document", () => {
  test.each(SAMPLE_HOUSES)("[DOC-29] every item of %s is one line, with its quantity and amounts", (house) => {
    const estimate = sampleEstimate([house]);
    const lines = flattenLines(documentLines({ estimate, book: sampleBook }, copiesOf(estimate)));
    const byId = new Map(lines.map((line) => [line.itemId, line]));
    expect(byId.size).toBe(lines.length);
    expect(lines).toHaveLength(estimate.items.length);
    for (const { id, parentItemId, fieldId, quantity, materialCost, laborPrice } of estimate.items)
      expect(byId.get(id)).toMatchObject({
        parentItemId,
        quantity,
        field: { id: fieldId },
        amounts: { materialCost, laborPrice },
      });
  });

  test.each(SAMPLE_HOUSES)("the lines of %s are in the order of the catalogue", (house) => {
    const places = linesOfHouse(house).map(({ field }) => FIELDS.indexOf(field));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  test.each(SAMPLE_HOUSES)("the totals of %s are the engine's to the cent", (house) => {
    const estimate = sampleEstimate([house]);
    for (const copy of copiesOf(estimate)) {
      const lines = documentLines({ estimate, book: sampleBook }, [copy]);
      const sum = (member: "cost" | "price"): number =>
        lines.reduce((total, { totals }) => total + Math.round(totals[member] * 100), 0);
      const summary = estimate.workflowSummaries[summaryKey(copy)];
      expect(sum("cost")).toBe(Math.round((summary?.totalCost ?? 0) * 100));
      const { discountableItemTotal = 0, nonDiscountableItemTotal = 0 } = summary ?? {};
      expect(sum("price")).toBe(Math.round((discountableItemTotal + nonDiscountableItemTotal) * 100));
    }
  });

  test("a line has its choices, its own and those below it, without repeats", () => {
    const lines = linesOfHouse("roofing-colonial");
    expect(lineOf(lines, "underlayment")).toMatchObject({
      choice: "Synthetic, 10 SQ roll",
      choices: ["Synthetic, 10 SQ roll"],
      quantity: 3,
      unit: "RL",
    });
    expect(lineOf(lines, "dripEdge")).toMatchObject({ choice: "", choices: ["Aluminum, 10 ft", "White"] });
  });

  test("what is not counted has no unit, a tick no words, and a tick below a line its name", () => {
    expect(lineOf(linesOfHouse("roofing-colonial"), "permit")).toMatchObject({ unit: "", choice: "", quantity: 1 });
    const door = linesOfHouse("windows-ranch").filter(({ field }) => field.property === "window")[2];
    expect(door?.choices).toContain("Foot lock");
  });

  test("an add-on service is called what the person called it", () => {
    expect(lineOf(linesOfHouse("windows-ranch"), "custom")).toMatchObject({
      label: "Take the old windows away",
      choice: "",
      totals: { cost: 100, price: 166.7 },
    });
  });

  test("lines of each copy separately, in the requested order", () => {
    const estimate = sampleEstimate(["gutters-cape", "gutters-colonial"]);
    const copies = copiesOf(estimate).toReversed();
    const lines = documentLines({ estimate, book: sampleBook }, copies);
    expect([...new Set(lines.map(({ copyKey }) => copyKey))]).toEqual(["4.2", "4"]);
    expect(lines.filter(({ copyKey, field }) => copyKey === "4.2" && field.property === "gutter")).toHaveLength(2);
  });

  test("an option that the price book no longer has is called what was stored", () => {
    const estimate = sampleEstimate(["roofing-colonial"]);
    const field = fieldByKey(1, "shingleColor");
    const items = estimate.items.map((item) =>
      item.fieldId === field?.id ? { ...item, fieldOptionId: "1.251.9999" as const, value: "Autumn blend" } : item,
    );
    const lines = documentLines({ estimate: { items }, book: sampleBook }, copiesOf(estimate));
    expect(lineOf(lines, "shingleColor").choice).toBe("Autumn blend");
  });
});

describe("parts of a line", () => {
  test.each(SAMPLE_HOUSES)("of %s add up to the line, for material and for labor", (house) => {
    for (const line of linesOfHouse(house))
      for (const amount of ["materialCost", "laborCost"] as const)
        expect(sumOfParts(partsOf(line, amount)), line.label).toBe(line.totals[amount]);
  });

  test("an amount that no child counts is a separate part", () => {
    // houses/siding-colonial.json: the street costs a permit of 60, the 30 yard dumpster 640.
    const dumpster = lineOf(linesOfHouse("siding-colonial"), "dumpster");
    expect(partsOf(dumpster, "materialCost").map(({ quantity, unit, amount }) => ({ quantity, unit, amount }))).toEqual(
      [{ quantity: 1, unit: "EA", amount: 700 }],
    );
  });
});

describe("a line on paper", () => {
  const roof = linesOfHouse("roofing-colonial");
  test.each([
    ["ageOfRoof", "question"],
    ["previousRoofingProviders", "question"],
    ["eaveLength", "measurement"],
    ["iceBarrierRows", "measurement"],
    ["roofingAreaOfWork", "measurement"],
    ["permit", "logistics"],
    ["measurementReport", "logistics"],
    ["shingleColor", "choice"],
    ["tearOff", "work"],
    ["package", "work"],
  ])("%s is a %s", (property, kind) => {
    expect(kindOfLine(lineOf(roof, property))).toBe(kind);
  });

  test.each(SAMPLE_HOUSES)("everything of %s that costs material is bought or arranged", (house) => {
    const lines = linesOfHouse(house);
    const bought = new Set(boughtParts(lines).map(({ line }) => line.itemId));
    for (const line of lines)
      if (line.totals.materialCost > 0)
        expect(bought.has(line.itemId) || kindOfLine(line) === "logistics", line.label).toBe(true);
  });
});
