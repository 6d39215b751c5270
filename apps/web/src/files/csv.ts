import { csvText } from "@ridgebook/contract";

/** Writes rows as a CSV file for Excel; the first row is the header. */
export function csvFile(name: string, rows: readonly (readonly (string | number)[])[]): File {
  return new File([csvText(rows)], name, { type: "text/csv;charset=utf-8" });
}
