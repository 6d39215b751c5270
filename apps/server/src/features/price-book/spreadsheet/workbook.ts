/* A spreadsheet, independent of the library. */

/** A cell to write. Text stays text, whatever its first character. */
export type CellContent = string | number | boolean | null;

/** A displayed value other than plain content. Dates and percentages are distinct, since they look like numbers. */
type ShownCell =
  | { readonly date: Date }
  /** 0.15 is shown as 15 %. */
  | { readonly percent: number }
  /** "#DIV/0!" */
  | { readonly error: string };

/** A cell as read. Formulas are not computed: the result is the cached one, null if missing. */
export type ReadCell =
  | CellContent
  | ShownCell
  | { readonly formula: string; readonly result: CellContent | ShownCell }
  /** Covered by a merged cell. */
  | { readonly mergedInto: string };

export interface Column {
  readonly title: string;
  /** In characters. */
  readonly width: number;
  /** The note on the column's header. */
  readonly note?: string;
  readonly format?: "money" | "number";
  /** Allowed values, offered by the spreadsheet program. */
  readonly choices?: readonly string[];
  /** Missing in older workbooks. */
  readonly isOptional?: true;
}

export interface SheetToWrite {
  readonly name: string;
  /** Without columns, the rows are free text. */
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly CellContent[])[];
  /** Frozen columns from the left. */
  readonly frozenColumns?: number;
}

export interface SheetRead {
  readonly name: string;
  readonly rows: readonly (readonly ReadCell[])[];
  /** There are more rows than were read. */
  readonly isCut?: boolean;
}

/** The file is not a workbook, or too large. The message is for the user. */
export class UnreadableWorkbook extends Error {}

/** "F" for the sixth column, counted from 0. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
}

/** "F12" for the sixth column of the twelfth row, both counted from 0. */
export const cellName = ({ row, column }: { row: number; column: number }): string =>
  `${columnLetter(column)}${row + 1}`;
