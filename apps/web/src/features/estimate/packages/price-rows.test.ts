import { fieldByKey, type PricedLine } from "@ridgebook/estimating";
import { expect, test } from "vitest";
import { PRICE_ROW_LABELS, priceRowsOf } from "#features/estimate/packages/price-rows.ts";

const lineOf = (workflowId: number, key: string): PricedLine =>
  ({ definition: fieldByKey(workflowId, key) }) as PricedLine;
const keysOf = (lines: readonly PricedLine[]): readonly string[] => lines.map(({ definition }) => definition.key);

test("[WF-SIDE-30] finds roofing's price rows by their labels", () => {
  const lines = ["underlayment", "starters", "package", "roofingInstallation"].map((key) => lineOf(1, key));
  expect(keysOf(priceRowsOf(lines, PRICE_ROW_LABELS))).toEqual(["package", "roofingInstallation", "underlayment"]);
});

test("[WF-SIDE-30] finds siding's price rows by their labels", () => {
  const lines = ["sidingReveal", "sidingColor", "sidingPackageInstallation"].map((key) => lineOf(2, key));
  expect(keysOf(priceRowsOf(lines, PRICE_ROW_LABELS))).toEqual(["sidingPackageInstallation", "sidingColor"]);
});

test("[WF-SIDE-30] shows nothing for a label without a row", () => {
  expect(priceRowsOf([lineOf(1, "package")], ["SHINGLES", "Shingle type"])).toEqual([]);
});
