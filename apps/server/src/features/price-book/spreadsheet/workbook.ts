/*
 * What a spreadsheet is to this feature, whatever library reads and writes it.
 */

/** A cell as it is written. Texts stay texts, whatever they begin with. */
export type CellContent = string | number | boolean | null;

/** What a cell shows that is no plain content. A date and a percentage are told apart, since they look like numbers. */
type ShownCell =
  | { readonly date: Date }
  /** 0.15 is shown as 15 %. */
  | { readonly percent: number }
  /** "#DIV/0!" */
  | { readonly error: string };

/** A cell as it was read. A formula is never computed: its result is what the spreadsheet program last kept, null where it kept none. */
export type ReadCell =
  | CellContent
  | ShownCell
  | { readonly formula: string; readonly result: CellContent | ShownCell }
  /** Covered by a cell that was merged over it. */
  | { readonly mergedInto: string };

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
  /** There are more rows than were read. */
  readonly isCut?: boolean;
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
