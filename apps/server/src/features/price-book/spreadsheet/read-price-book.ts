import type { SpreadsheetProblem } from "@ridgebook/contract";
import type { OptionId, PriceBookEntry } from "@ridgebook/estimating";
import { readWorkbook } from "./hucre-workbook.ts";
import { forEachInSlices } from "./in-slices.ts";
import { PriceBookReader } from "./price-book-reader.ts";
import {
  COMPANY_LABEL,
  FIELD_COLUMNS,
  FORMAT_LABEL,
  README_SHEET,
  SHEET_NAMES,
  SHEETS,
  VERSION_LABEL,
  WORKBOOK_FORMAT,
  WORKFLOW_SHEETS,
} from "./price-book-sheets.ts";
import { MAX_SHEET_ROWS, newWorkbookNotes, rowsOf, type Row } from "./sheet-rows.ts";
import { UnreadableWorkbook, type Column, type SheetRead } from "./workbook.ts";

/*
 * Parses a workbook into a price book. A workbook with a problem is rejected as a whole; all problems are reported by sheet and cell. Rows
 * are processed in slices, so that other requests are served.
 */

/** Progress once the sheets are loaded. */
const PROGRESS_WHEN_READ = 50;

export interface WorkbookReading {
  /** The exported version; undefined if the workbook does not name it. */
  readonly exportedFrom: number | undefined;
  /** The exporting company. */
  readonly companyId: number | undefined;
  /** All entries in the catalogue's order; meaningless if there are problems. */
  readonly entries: readonly PriceBookEntry[];
  /** The first problems; `problemCount` counts all. */
  readonly problems: readonly SpreadsheetProblem[];
  readonly problemCount: number;
  /** Cells whose calculated value was used. */
  readonly formulas: readonly SpreadsheetProblem[];
  /** Where each option is named, for questions about it. */
  readonly optionCells: ReadonlyMap<OptionId, { readonly sheet: string; readonly cell: string }>;
}

/** The number next to a label of the first sheet. */
function findBeside(sheet: SheetRead | undefined, label: string): number | undefined {
  const row = sheet?.rows.find(([first]) => first === label);
  const value = row?.[1];
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
}

interface ReadingOptions {
  readonly usedOptionNumbers?: ReadonlyMap<string, number>;
  /** Called with the percentage done. */
  readonly onProgress?: (percent: number) => Promise<void>;
}

/**
 * Parses a workbook as a price book.
 *
 * Catalogue fields without a row are not in the price book. `usedOptionNumbers` are the greatest ever used per field, so that new options
 * get unused ones. Throws UnreadableWorkbook for anything that is not a workbook.
 */
export async function readPriceBook(bytes: Uint8Array, options: ReadingOptions = {}): Promise<WorkbookReading> {
  const sheets = await readWorkbook(bytes, {
    sheetNames: SHEET_NAMES,
    // Sheets with columns of percents, or of dollars, where a percentage is an error.
    formattedSheets: [...WORKFLOW_SHEETS, SHEETS.variants, SHEETS.tiers].map(({ name }) => name),
    maxFormattedRows: MAX_SHEET_ROWS,
  });
  await options.onProgress?.(PROGRESS_WHEN_READ);
  return readPriceBookSheets(sheets, options);
}

/** Like `readPriceBook`, for sheets already loaded. */
export async function readPriceBookSheets(
  sheets: readonly SheetRead[],
  { usedOptionNumbers = new Map(), onProgress }: ReadingOptions = {},
): Promise<WorkbookReading> {
  const byName = new Map(sheets.map((sheet) => [sheet.name, sheet]));
  const readMe = byName.get(README_SHEET);
  const format = findBeside(readMe, FORMAT_LABEL);
  if (sheets.every(({ name }) => name === README_SHEET))
    throw new UnreadableWorkbook("This is not a price book. Export yours, change it, and import that file.");
  if (format !== undefined && format > WORKBOOK_FORMAT)
    throw new UnreadableWorkbook("This price book was exported by a newer version of the app.");

  const notes = newWorkbookNotes();
  const reader = new PriceBookReader(usedOptionNumbers);
  const rows = <Key extends string>(sheet: { name: string; columns: Readonly<Record<Key, Column>> }): Row<Key>[] =>
    rowsOf(byName.get(sheet.name), { ...sheet, notes });
  const isUnreadable = ({ name }: { name: string }): boolean => notes.unreadable.has(name);
  /** Rows that refer to other sheets; skipped if those are unreadable. */
  const rowsBelow = <Key extends string>(
    sheet: { name: string; columns: Readonly<Record<Key, Column>> },
    ...named: readonly { name: string }[]
  ): Row<Key>[] => {
    const own = rows(sheet);
    return named.some(isUnreadable) ? [] : own;
  };

  const steps: (() => Promise<void>)[] = [
    async () => {
      for (const { workflowId, name } of WORKFLOW_SHEETS) {
        await forEachInSlices(rows({ name, columns: FIELD_COLUMNS }), (row) => reader.readField(row, workflowId));
        if (isUnreadable({ name })) reader.breakWorkflow(workflowId);
      }
    },
    async () => {
      const optionRows = rows(SHEETS.options);
      await forEachInSlices(optionRows, (row) => reader.noteOptionId(row));
      await forEachInSlices(optionRows, (row) => reader.readOption(row));
    },
    () => forEachInSlices(rowsBelow(SHEETS.validOptions, SHEETS.options), (row) => reader.readValidOption(row)),
    () => forEachInSlices(rowsBelow(SHEETS.variants, SHEETS.options), (row) => reader.readVariant(row)),
    async () => {
      reader.numberVariants();
      await forEachInSlices(rowsBelow(SHEETS.tiers, SHEETS.options, SHEETS.variants), (row) => reader.readTier(row));
    },
    () => forEachInSlices(rowsBelow(SHEETS.materialTypes, SHEETS.options), (row) => reader.readMaterialType(row)),
  ];
  for (const [index, step] of steps.entries()) {
    await step();
    await onProgress?.(
      PROGRESS_WHEN_READ + Math.round(((index + 1) / (steps.length + 1)) * (100 - PROGRESS_WHEN_READ)),
    );
  }
  const entries = await reader.finish({ isWhole: notes.unreadable.size === 0 });
  return {
    exportedFrom: findBeside(readMe, VERSION_LABEL),
    companyId: findBeside(readMe, COMPANY_LABEL),
    entries,
    problems: notes.problems.listed,
    problemCount: notes.problems.count,
    formulas: notes.formulas.listed,
    optionCells: reader.optionCells,
  };
}
