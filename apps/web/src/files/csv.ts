import { csvText } from "@ridgebook/contract";

/** Rows as a CSV file of Excel's kind, the first of them its head. */
export function csvFile(name: string, rows: readonly (readonly (string | number)[])[]): File {
  return new File([csvText(rows)], name, { type: "text/csv;charset=utf-8" });
}
