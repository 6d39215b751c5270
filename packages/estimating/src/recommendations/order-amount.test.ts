import { describe, expect, test } from "vitest";
import { describe as describeChain, replay } from "#expressions/explain.ts";
import { openForm } from "#form/states/apply-edit.ts";
import { lowestId, temporaryIds } from "#form/temporary-ids.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { buildValues } from "#testing/formula-situation.ts";
import { orderAmount, packageOrder } from "./order-amount.ts";

const ROOFING = 1;
const book = indexPriceBook(starterPriceBook);
/** Options of the starter price book. */
const [THREE_TAB, DESIGNER, STEEL] = ["1.250.1", "1.250.3", "1.250.6"];

const roof = (totalRoofArea: number, packageId: string | undefined, materialType = "1.20.1") => {
  const given = buildValues({
    totalRoofArea,
    wasteFactorForMaterial: 10,
    materialType,
    ...(packageId !== undefined && { package: packageId }),
  });
  return openForm({ workflowId: ROOFING, values: given, book, nextId: temporaryIds({ below: lowestId(given) }) });
};
const orderOf = (values: ReturnType<typeof roof>, key: string) =>
  orderAmount({ workflowId: ROOFING, values, book }, key);

describe("the order amount", () => {
  test.each([
    // 2,400 x 1.1 / 100 = 26.4; x 3 = 79.2.
    { given: "26.4 squares in thirds", area: 2_400, of: THREE_TAB, quantity: 80, unit: "BND" },
    // 26.4 x 4 = 105.6
    { given: "26.4 squares in quarters", area: 2_400, of: DESIGNER, quantity: 106, unit: "BND" },
    // 2,000 x 1.1 / 100 = 22 without binary noise, x 3 = 66.
    { given: "22 squares in thirds", area: 2_000, of: THREE_TAB, quantity: 66, unit: "BND" },
  ])("[WF-ROOF-35] $given are $quantity whole bundles, rounded up", ({ area, of, quantity, unit }) => {
    for (const key of ["totalSquaresForMaterial", "package"]) {
      const order = orderOf(roof(area, of), key);
      expect(order).toMatchObject({ quantity, unit });
      expect(order && replay(order.explain())).toBe(quantity);
    }
  });

  test("[WF-ROOF-35] it tells how it comes about", () => {
    const order = orderOf(roof(2_400, THREE_TAB), "package");
    expect(order && describeChain(order.explain())).toMatch(
      /2,400 SQ FT Total roof area.*3 Bundles or pieces of one square, rounded up = 80/,
    );
  });

  test("[WF-ROOF-35] material packed by the square is ordered in whole squares: 26.4 are 27", () => {
    expect(orderOf(roof(2_400, STEEL, "1.20.3"), "package")).toMatchObject({ quantity: 27, unit: "SQ" });
  });

  test("[WF-ROOF-40] squares that do not come from the area are ordered unchanged: 30 are 90 bundles", () => {
    const values = roof(2_400, THREE_TAB);
    const sent = { ...values, package: (values["package"] ?? []).map((line) => ({ ...line, quantity: 30 })) };
    const order = packageOrder({ workflowId: ROOFING, values: sent, book });
    expect(order).toMatchObject({ quantity: 90, unit: "BND" });
    expect(order && replay(order.explain())).toBe(90);
  });

  test("[WF-ROOF-35] it says nothing without a package, without an area, or beside other fields", () => {
    expect(orderOf(roof(2_400, undefined), "package")).toBeNull();
    expect(orderOf(roof(0, THREE_TAB), "package")).toBeNull();
    expect(orderOf(roof(2_400, THREE_TAB), "totalSquaresForLabor")).toBeNull();
  });
});
