import type { PricedLine } from "@ridgebook/estimating";

/** The rows of amounts that a package step shows, by these exact labels (3.§2, checklist OP-50). */
export const PRICE_ROW_LABELS = [
  "SHINGLE TYPE",
  "ROOFING INSTALLATION",
  "UNDERLAYMENT",
  "INSTALLATION LABOR",
  "SIDING COLOR",
] as const;

/** The lines of a step whose field has one of the labels, in the order of the labels; a label that no line has shows nothing. */
export const priceRowsOf = (lines: readonly PricedLine[], labels: readonly string[]): readonly PricedLine[] =>
  labels.flatMap((label) => lines.filter(({ definition }) => definition.label.toUpperCase() === label));
