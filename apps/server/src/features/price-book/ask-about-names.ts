import type { SpreadsheetProblem } from "@ridgebook/contract";
import { comparableText, type PriceBookEntry, type PriceBookOption } from "@ridgebook/estimating";
import type { WorkbookReading } from "./spreadsheet/read-price-book.ts";

const hasOption = (entry: PriceBookEntry | undefined, { id, value }: PriceBookOption): boolean =>
  entry?.options.some((option) => option.id === id && option.value === value) ?? false;

/**
 * Asks about options that a workbook adds or renames to a name that the field already has, ignoring case: usually a slip. Duplicates in
 * both versions are not asked about again.
 */
export function askAboutNames(
  former: ReadonlyMap<string, PriceBookEntry>,
  { entries, optionCells }: Pick<WorkbookReading, "entries" | "optionCells">,
): SpreadsheetProblem[] {
  return entries.flatMap((entry) => {
    const before = former.get(entry.id);
    const others = [...entry.options, ...(before?.options ?? [])];
    return entry.options.flatMap((option) => {
      if (hasOption(before, option)) return [];
      const name = comparableText(option.value);
      const twin = others.find(({ id, value }) => id !== option.id && comparableText(value) === name);
      const cell = optionCells.get(option.id);
      if (!twin || !cell) return [];
      const message =
        twin.value === option.value
          ? `The field has another option "${twin.value}". Is this a different one?`
          : `The field has "${twin.value}" too: only upper and lower case differ. Is "${option.value}" a different option?`;
      return [{ ...cell, message }];
    });
  });
}
