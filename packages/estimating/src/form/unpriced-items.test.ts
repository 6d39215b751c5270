import { describe, expect, test } from "vitest";
import { fieldAt } from "#testing/build-price-book.ts";
import type { EstimateItem } from "./estimate-item.ts";
import { NO_AMOUNTS } from "./form-values.ts";
import { unpricedIn, withoutUnpriced, withUnpriced } from "./unpriced-items.ts";

const TYPE = fieldAt(3, "window.windowStyle").id;

describe("lines without a price beside the items", () => {
  const item = (id: number, parentItemId: number | null, fieldId: EstimateItem["fieldId"]): EstimateItem => ({
    id,
    parentItemId,
    fieldId,
    fieldOptionId: null,
    value: "",
    quantity: 1,
    workflowEstimateId: 1,
    ...NO_AMOUNTS,
  });
  const type = { id: 5, parentItemId: 1, fieldId: TYPE, fieldOptionId: null, value: "Bay", quantity: 1 };

  test("[ITEM-34] an item in the same place stands for what an older app has saved there since", () => {
    const items = [item(1, null, "3.1"), item(9, 1, TYPE)];
    expect(withUnpriced(items, [type], 1)).toEqual(items);
  });

  test("[ITEM-34] one whose parent is gone is left out, and what is below it", () => {
    const below = { ...type, id: 6, parentItemId: 5 };
    expect(withUnpriced([], [type, below], 1)).toEqual([]);
    expect(withUnpriced([item(1, null, "3.1")], [type, below], 1).map(({ id }) => id)).toEqual([1, 5, 6]);
  });

  test("[ITEM-34] the two are taken apart as they were put together", () => {
    const items = [item(1, null, "3.1"), item(2, 1, "3.5"), item(3, 1, "3.12"), item(4, null, "3.102")];
    const joined = withUnpriced(items, [type], 1);
    // Among the window's own, as a form lists them: height, type, screen.
    expect(joined.map(({ id }) => id)).toEqual([1, 2, 5, 3, 4]);
    expect(withoutUnpriced(joined)).toEqual(items);
    expect(unpricedIn(joined)).toEqual([type]);
  });
});
