import type { PricedLine } from "@ridgebook/estimating";

/** The labels of a package step's price rows (3.§2, checklist OP-50). */
export const PRICE_ROW_LABELS = [
  "SHINGLE TYPE",
  "ROOFING INSTALLATION",
  "UNDERLAYMENT",
  "INSTALLATION LABOR",
  "SIDING COLOR",
] as const;

/** The lines whose field has one of the labels, in the order of the labels. */
export const priceRowsOf = (lines: readonly PricedLine[], labels: readonly string[]): readonly PricedLine[] =>
  labels.flatMap((label) => lines.filter(({ definition }) => definition.label.toUpperCase() === label));
