import { readFileSync } from "node:fs";
import { join } from "node:path";
import { indexPriceBook, priceFile, type Explanation } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { describe, expect, test } from "vitest";
import { ifTheWasteWere, wasteFieldOf } from "#features/estimate/why/if-the-waste-were.ts";

const HOUSES = join(import.meta.dirname, "../../../../../../packages/estimating/houses");
const { priced } = priceFile(
  JSON.parse(readFileSync(join(HOUSES, "roofing-colonial.json"), "utf8")),
  indexPriceBook(starterPriceBook),
);
const explanationOf = (path: string): Explanation => {
  const found = priced?.workflows[0]?.recommendations.find((each) => each.path === path);
  if (!found) throw new RangeError(`The house has no recommendation for ${path}.`);
  return found.explanation;
};
const always = (): boolean => true;

describe("if the waste were", () => {
  test("[EXPL-03] 2,000 sq ft are 21, 22, 23 and 24 squares with 5, 10, 15 and 20 % of waste", () => {
    const squares = explanationOf("totalSquaresForMaterial");
    expect(wasteFieldOf(squares)).toBe("1.22");
    expect(ifTheWasteWere(squares, always)).toEqual([
      { percent: 5, answer: "21 SQ", isEntered: false },
      { percent: 10, answer: "22 SQ", isEntered: true },
      { percent: 15, answer: "23 SQ", isEntered: false },
      { percent: 20, answer: "24 SQ", isEntered: false },
    ]);
  });

  test("[EXPL-03] offers only percentages that can be entered, always including the entered one", () => {
    const percents = ifTheWasteWere(explanationOf("totalSquaresForMaterial"), (percent) => percent > 15);
    expect(percents.map(({ percent }) => percent)).toEqual([10, 20]);
  });

  test("[EXPL-03] is not offered for a number without waste", () => {
    expect(wasteFieldOf(explanationOf("dripEdge[0]"))).toBeNull();
    expect(ifTheWasteWere(explanationOf("dripEdge[0]"), always)).toEqual([]);
  });

  test("[EXPL-03] is not offered if rows have different waste", () => {
    const waste = (value: number): Explanation => ({
      operation: "given",
      label: "Waste factor for material",
      value,
      source: { kind: "entered", fieldId: "1.22" },
    });
    expect(wasteFieldOf({ operation: "sum", value: 25, operands: [waste(10), waste(15)] })).toBeNull();
  });
});
