/*
 * What a spreadsheet is to this feature, whatever library reads and writes it.
 */

/** A cell as it is written. Texts stay texts, whatever they begin with. */
export type CellContent = string | number | boolean | null;

/** A cell as it was read. A formula is never computed; a date is told apart, since it looks like a number. */
export type ReadCell = CellContent | { readonly formula: string } | { readonly date: Date };

export interface Column {
  readonly title: string;
  /** In characters. */
  readonly width: number;
  /** What the note on the head of the column says. */
  readonly note?: string;
  /** How numbers are shown. */
  readonly format?: "money" | "number";
  /** What the cells may hold; the spreadsheet program offers it. */
  readonly choices?: readonly string[];
  /** Workbooks from before it was there do without it. */
  readonly isOptional?: true;
}

export interface SheetToWrite {
  readonly name: string;
  /** Without columns, the rows are a text to read. */
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly CellContent[])[];
  /** Columns that stay in sight, from the left. */
  readonly frozenColumns?: number;
}

export interface SheetRead {
  readonly name: string;
  readonly rows: readonly (readonly ReadCell[])[];
}

/** The file is no workbook, or more than may be read; the message is for whoever brought it. */
export class UnreadableWorkbook extends Error {}

/** "F" for the sixth column, counted from 0. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
}

/** "F12" for the sixth column of the twelfth row, both counted from 0. */
export const cellName = ({ row, column }: { row: number; column: number }): string =>
  `${columnLetter(column)}${row + 1}`;
