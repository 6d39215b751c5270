import { expect, test } from "vitest";
import { copyNotice } from "#features/estimate/summary/copy-notice.ts";

test("[EST-23] states each difference from the source in a sentence", () => {
  expect(copyNotice("Roof, copy", [])).toBeUndefined();
  expect(copyNotice("Roof, copy", [{ kind: "payment" }])).toBe(
    "Roof, copy: The way to pay is no longer offered: please choose one.",
  );
  expect(
    copyNotice("Roof, copy", [
      { kind: "lines", lines: ["Field vent, black", "Ridge vent"] },
      { kind: "prices", from: 160, to: 175 },
      { kind: "promotion", from: 200, to: 175 },
    ]),
  ).toBe(
    "Roof, copy: The price book has no price for Field vent, black; Ridge vent: left out. Lines have the prices of the " +
      "estimate's price book again: the total is $175.00 instead of $160.00. The promotion of $200.00 is more than the " +
      "total: it is now $175.00.",
  );
});
