import { LOCALE, type PriceBookSummary, type PriceBookVersion } from "@ridgebook/contract";
import { fieldById, findField, WORKFLOWS, type FieldDefinition } from "@ridgebook/estimating";
import { countedText } from "#ui/counted-text.ts";

/* Texts of the price book on the pages of config. */

const NOTHING = "–";
const TRUE_MINUS = "−";

const amounts = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percents = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });

/** "1,240.50"; dollars without the sign, as in every table. */
export const amountText = (amount: number): string => amounts.format(amount).replace("-", TRUE_MINUS);

/** "$1,240.50" */
export const dollarsText = (amount: number): string =>
  `${amount < 0 ? TRUE_MINUS : ""}$${amounts.format(Math.abs(amount))}`;

/** "+$1,240.50", "−$12.00": the difference of an amount. */
export const differenceText = (amount: number): string => `${amount > 0 ? "+" : ""}${dollarsText(amount)}`;

/** The lowest and highest of several amounts. */
export interface AmountRange {
  readonly lowest: number;
  readonly highest: number;
}

/** "12.00", or "12.00 – 44.00"; an en dash if nothing has a price. */
export function rangeText(range: AmountRange | null): string {
  if (!range || range.highest === 0) return NOTHING;
  const { lowest, highest } = range;
  return lowest === highest ? amountText(highest) : `${amountText(lowest)} – ${amountText(highest)}`;
}

/** "+3.2 %", "−1 %": a relative difference. The space does not break. */
export function percentText(percent: number | null): string {
  if (percent === null) return NOTHING;
  const size = percents.format(Math.abs(percent));
  const sign = size === "0" ? "" : percent > 0 ? "+" : TRUE_MINUS;
  return `${sign}${size}\u00a0%`;
}

/** "Gutter, Type": the field with the group it is in. */
export const fieldName = ({ ancestors, label }: Pick<FieldDefinition, "ancestors" | "label">): string =>
  [...ancestors.map((id) => fieldById(id).label), label].join(", ");

/** "Gutters: Gutter, Type"; the id for an unknown field. */
export function fieldTitle(id: string): string {
  const field = findField(id);
  if (!field) return id;
  return `${WORKFLOWS.find((workflow) => workflow.id === field.workflowId)?.name ?? ""}: ${fieldName(field)}`;
}

/** What a version changed, on a line: "12 fields, 40 prices (+3.2 % on average, −1 % to +8 %)". */
export function summaryText({ fields, prices }: PriceBookSummary): string {
  const fieldCount = fields.added + fields.changed + fields.removed;
  if (fieldCount === 0) return "No differences";
  const { changed, averagePercent, lowestPercent, highestPercent } = prices;
  if (changed === 0) return countedText(fieldCount, "field");
  const average = averagePercent === null ? "" : `${percentText(averagePercent)} on average`;
  const isOne = lowestPercent === highestPercent;
  const span = isOne
    ? percentText(averagePercent)
    : `${average}, ${percentText(lowestPercent)} to ${percentText(highestPercent)}`;
  return `${countedText(fieldCount, "field")}, ${countedText(changed, "price")}${averagePercent === null ? "" : ` (${span})`}`;
}

export const hasDifferences = ({ fields }: PriceBookSummary): boolean =>
  fields.added + fields.changed + fields.removed > 0;

/** Whether a company began with this version; a later starter version brought fields of a newer release. */
export const isFirstVersion = ({ version }: Pick<PriceBookVersion, "version">): boolean => version === 1;

/** The origin of a version. */
export function sourceText(entry: Pick<PriceBookVersion, "source" | "restoredVersion" | "version">): string {
  const { source, restoredVersion } = entry;
  switch (source) {
    case "starter":
      return isFirstVersion(entry) ? "Starter price book" : "Added by update";
    case "option":
      return "Option edited";
    case "import":
      return "Spreadsheet imported";
    case "restore":
      return `Version ${String(restoredVersion)} restored`;
  }
}
