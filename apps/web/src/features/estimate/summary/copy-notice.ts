import { formatMoney } from "#features/estimate/format.ts";
import type { CopyAdjustment } from "#local-data/estimates/estimate-store.ts";

const sentenceOf = (adjustment: CopyAdjustment): string => {
  switch (adjustment.kind) {
    case "payment":
      return "The way to pay is no longer offered: please choose one.";
    case "promotion":
      return `The promotion of ${formatMoney(adjustment.from)} is more than the total: it is now ${formatMoney(adjustment.to)}.`;
    case "prices":
      return adjustment.from === adjustment.to
        ? "Lines have the prices of the estimate's price book again; the total is the same."
        : `Lines have the prices of the estimate's price book again: the total is ${formatMoney(adjustment.to)} instead of ${formatMoney(adjustment.from)}.`;
    case "lines":
      return `The price book has no price for ${adjustment.lines.join("; ")}: left out.`;
  }
};

/** The notice if a copy differs from its source; undefined if it does not. */
export const copyNotice = (name: string, adjustments: readonly CopyAdjustment[]): string | undefined =>
  adjustments.length === 0 ? undefined : `${name}: ${adjustments.map(sentenceOf).join(" ")}`;
