import { expect, test } from "vitest";
import { buildLine } from "#testing/build-price-book.ts";
import { linesOf } from "./form-values.ts";
import { temporaryIds } from "./temporary-ids.ts";
import { copyWindow, windowsOf } from "./windows.ts";

const grid = buildLine({ id: 3, quantity: 1, children: { gridColor: [buildLine({ id: 4, value: "3.25.1" })] } });
const values = {
  window: [
    buildLine({ id: 1, quantity: 2, children: { width: [buildLine({ id: 2, quantity: 36 })], grid: [grid] } }),
    buildLine({ id: 5, quantity: 1 }),
  ],
};

test("[OP-40] a window is copied with everything chosen for it, under new ids", () => {
  const copy = windowsOf(copyWindow({ values, sourceId: 1, nextId: temporaryIds() }))[2];
  expect(copy).toMatchObject({ quantity: 2, children: { width: [{ quantity: 36 }], grid: [{ quantity: 1 }] } });
  expect(copy?.id).toBeLessThan(0);
  expect(linesOf(copy?.children, "grid")[0]?.children?.["gridColor"]?.[0]).toMatchObject({ value: "3.25.1" });
  expect(linesOf(copy?.children, "grid")[0]?.id).toBeLessThan(0);
});

test("[OP-40] without a source nothing is copied", () => {
  expect(copyWindow({ values, sourceId: 0, nextId: temporaryIds() })).toBe(values);
});
