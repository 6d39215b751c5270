import { MAX_LISTED_PROBLEMS, readDollars, readPercent, type SpreadsheetProblem } from "@ridgebook/contract";
import { suggestNames } from "#features/price-book/suggest-names.ts";
import { NO, YES } from "./price-book-sheets.ts";
import { cellName, type Column, type ReadCell, type SheetRead } from "./workbook.ts";

/* A sheet's rows for the price book: cells by column key, and problems by cell name. */

/** Rows per sheet; a price book of 20,000 rows has most of them in Options and Variants. */
export const MAX_SHEET_ROWS = 50_000;

interface Place {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

interface Noted extends Place {
  lastRow: number;
  readonly message: string;
  /** Other rows unreadable for the same reason. */
  followers: number;
}

/**
 * Collects messages about cells; lists the first MAX_LISTED_PROBLEMS and counts the rest. Equal messages in consecutive rows are merged,
 * and so are a fault and its follow-ups.
 */
class CellNotes {
  readonly #noted: Noted[] = [];
  readonly #lastByColumn = new Map<string, Noted>();
  readonly #byCause = new Map<string, Noted>();
  readonly #sheets: SpreadsheetProblem[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get listed(): SpreadsheetProblem[] {
    const cells = this.#noted.map(({ sheet, row, lastRow, column, message, followers }) => ({
      sheet,
      cell:
        row === lastRow
          ? cellName({ row, column })
          : `${cellName({ row, column })}:${cellName({ row: lastRow, column })}`,
      message:
        followers === 0
          ? message
          : `${message} ${followers === 1 ? "Another row names" : `${followers} more rows name`} it.`,
    }));
    return [...this.#sheets, ...cells].slice(0, MAX_LISTED_PROBLEMS);
  }

  /** About a whole sheet or its header. */
  addSheet(problem: SpreadsheetProblem): void {
    this.#count += 1;
    this.#sheets.push(problem);
  }

  /** @param cause identifies a fault that many rows can share */
  add({ message, cause, ...place }: Place & { message: string; cause?: string | undefined }): void {
    const former = cause === undefined ? undefined : this.#byCause.get(cause);
    if (former) {
      former.followers += 1;
      return;
    }
    const column = `${place.sheet} ${String(place.column)} ${message}`;
    const above = this.#lastByColumn.get(column);
    if (above && (above.lastRow === place.row - 1 || above.lastRow === place.row)) {
      above.lastRow = place.row;
      return;
    }
    const noted: Noted = { ...place, lastRow: place.row, message, followers: 0 };
    this.#count += 1;
    this.#lastByColumn.set(column, noted);
    if (cause !== undefined) this.#byCause.set(cause, noted);
    if (this.#noted.length < MAX_LISTED_PROBLEMS) this.#noted.push(noted);
  }
}

interface WorkbookNotes {
  readonly problems: CellNotes;
  /** Cells whose calculated value is used. */
  readonly formulas: CellNotes;
  readonly unreadable: Set<string>;
}

export const newWorkbookNotes = (): WorkbookNotes => ({
  problems: new CellNotes(),
  formulas: new CellNotes(),
  unreadable: new Set(),
});

/** Rounds away the noise of multiplying by 100. */
const PERCENT_DIGITS = 12;

export class Row<Key extends string> {
  readonly #cells: readonly ReadCell[];
  /** By column key; not typed by it, so that functions for some columns accept the row. */
  readonly #places: ReadonlyMap<string, number>;
  readonly #notes: WorkbookNotes;
  readonly sheet: string;
  readonly index: number;

  constructor(parts: {
    sheet: string;
    index: number;
    cells: readonly ReadCell[];
    places: ReadonlyMap<string, number>;
    notes: WorkbookNotes;
  }) {
    this.sheet = parts.sheet;
    this.index = parts.index;
    this.#cells = parts.cells;
    this.#places = parts.places;
    this.#notes = parts.notes;
  }

  /** @param cause identifies a fault that many rows can share */
  refuse(key: Key, message: string, cause?: string): void {
    this.#notes.problems.add({ ...this.#placeOf(key), message, cause });
  }

  /** "F12" */
  cell(key: Key): string {
    return cellName(this.#placeOf(key));
  }

  #placeOf(key: Key): Place {
    return { sheet: this.sheet, row: this.index, column: this.#places.get(key) ?? 0 };
  }

  /** A cell's plain or calculated value; undefined, with a problem, if it has neither. */
  #plain(key: Key): string | number | boolean | { readonly percent: number } | null | undefined {
    const held = this.#cells[this.#places.get(key) ?? -1] ?? null;
    const isFormula = typeof held === "object" && held !== null && "formula" in held;
    const cell = isFormula ? held.result : held;
    if (isFormula && cell === null) {
      this.refuse(key, "This cell holds a formula without its value. Paste the value instead.");
      return undefined;
    }
    if (isFormula)
      this.#notes.formulas.add({ ...this.#placeOf(key), message: "This is a formula. Its calculated value is taken." });
    if (typeof cell !== "object" || cell === null || "percent" in cell) return cell;
    this.refuse(key, unreadableText(cell));
    return undefined;
  }

  /** Trimmed; "" for an empty cell. */
  text(key: Key): string {
    const cell = this.#plain(key) ?? "";
    return String(typeof cell === "object" ? cell.percent : cell).trim();
  }

  /** Null for an empty cell; undefined, with a problem, if it is not a number. */
  number(key: Key, { isPercent = false, isDollars = false } = {}): number | null | undefined {
    const cell = this.#plain(key);
    if (cell === null || cell === undefined || typeof cell === "number") return cell;
    // Shown as 15 %, stored as 0.15.
    if (typeof cell === "object") {
      const shown = Number((cell.percent * 100).toPrecision(PERCENT_DIGITS));
      if (!isDollars) return isPercent ? shown : cell.percent;
      this.refuse(key, `This cell shows ${String(shown)} %. Enter dollars.`);
      return undefined;
    }
    const written = String(cell).trim();
    // As people write them: $1,250.00
    const typed = isPercent ? readPercent(written) : readDollars(written);
    if (typed.kind === "number") return typed.value;
    if (typed.kind !== "unreadable") return null;
    this.refuse(key, `"${written}" is not a number.`);
    return undefined;
  }

  /** Undefined for an empty cell, and, with a problem, for other text. */
  yesOrNo(key: Key): boolean | undefined {
    const cell = this.#plain(key);
    if (typeof cell === "boolean" || cell === undefined) return cell;
    const written = String(typeof cell === "object" ? (cell?.percent ?? "") : cell)
      .trim()
      .toLowerCase();
    if (written === "") return undefined;
    if (written === YES || written === NO) return written === YES;
    this.refuse(key, `This must be ${YES} or ${NO}.`);
    return undefined;
  }

  /** The index of the choice; undefined for an empty cell, and, with a problem, for other text. */
  choice(key: Key, choices: readonly string[]): number | undefined {
    const written = this.text(key);
    if (written === "") return undefined;
    const index = choices.findIndex((choice) => choice.toLowerCase() === written.toLowerCase());
    if (index >= 0) return index;
    this.refuse(key, `"${written}" is not in the list.${suggestNames(written, choices)}`);
    return undefined;
  }
}

function unreadableText(
  cell: { date: Date } | { error: string } | { mergedInto: string } | { formula: string },
): string {
  if ("date" in cell) return "This cell holds a date.";
  if ("mergedInto" in cell) return `This cell is merged with ${cell.mergedInto}. Split the cells and fill in each.`;
  return "error" in cell ? `This cell shows the error ${cell.error}.` : "This cell holds a formula.";
}

/** Whether a cell is empty: formats, blanks and the covered part of a merged cell. */
const isBlank = (cell: ReadCell): boolean =>
  cell === null ||
  (typeof cell === "string" && cell.trim() === "") ||
  (typeof cell === "object" && "mergedInto" in cell);

/** The non-empty rows below the header. A missing sheet or column is a problem and makes the sheet unreadable. */
export function rowsOf<Key extends string>(
  sheet: SheetRead | undefined,
  { name, columns, notes }: { name: string; columns: Readonly<Record<Key, Column>>; notes: WorkbookNotes },
): Row<Key>[] {
  const refuse = (cell: string, message: string): void => {
    notes.unreadable.add(name);
    notes.problems.addSheet({ sheet: name, cell, message });
  };
  if (!sheet) {
    refuse("", "This sheet is missing.");
    return [];
  }
  const titles = (sheet.rows[0] ?? []).map((cell) => (typeof cell === "string" ? cell.trim().toLowerCase() : ""));
  const places = new Map<string, number>();
  for (const [key, { title, isOptional }] of Object.entries<Column>(columns) as [Key, Column][]) {
    const place = titles.indexOf(title.toLowerCase());
    if (place >= 0) places.set(key, place);
    else if (!isOptional) refuse("A1", `The column "${title}" is missing.`);
  }
  const filled = sheet.rows.flatMap((cells, index) => (index === 0 || cells.every(isBlank) ? [] : [{ cells, index }]));
  if (filled.length >= MAX_SHEET_ROWS || sheet.isCut) refuse("", `A sheet has at most ${MAX_SHEET_ROWS} rows.`);
  if (notes.unreadable.has(name)) return [];
  return filled.map(({ cells, index }) => new Row({ sheet: name, index, cells, places, notes }));
}
