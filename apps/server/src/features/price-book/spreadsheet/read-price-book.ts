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
 * Reads a workbook back into a price book. Nothing is taken of a workbook with a problem; all problems are named at once, by
 * sheet and cell. The rows are gone through in slices, between which the server answers others.
 */

/** Share of the work that is done once the sheets are read from the file. */
const PROGRESS_WHEN_READ = 50;

export interface WorkbookReading {
  /** The version that the workbook was exported from; undefined when it does not say. */
  readonly exportedFrom: number | undefined;
  /** The company that exported it. */
  readonly companyId: number | undefined;
  /** Every entry of the workbook, in the catalogue's order; of no use when there are problems. */
  readonly entries: readonly PriceBookEntry[];
  /** The first of them; `problemCount` counts all. */
  readonly problems: readonly SpreadsheetProblem[];
  readonly problemCount: number;
  /** Cells whose calculated value was taken. */
  readonly formulas: readonly SpreadsheetProblem[];
  /** Where each option is named, for what there is to ask about it. */
  readonly optionCells: ReadonlyMap<OptionId, { readonly sheet: string; readonly cell: string }>;
}

/** What stands beside a label of the first sheet. */
function findBeside(sheet: SheetRead | undefined, label: string): number | undefined {
  const row = sheet?.rows.find(([first]) => first === label);
  const value = row?.[1];
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
}

interface ReadingOptions {
  readonly usedOptionNumbers?: ReadonlyMap<string, number>;
  /** Hears how many percent are done. */
  readonly onProgress?: (percent: number) => Promise<void>;
}

/**
 * Reads a workbook as a price book.
 *
 * A field of the catalogue that has no row is not in the price book. `usedOptionNumbers` are the greatest that each field ever gave, so
 * that a new option gets its own. Throws UnreadableWorkbook for what is no workbook.
 */
export async function readPriceBook(bytes: Uint8Array, options: ReadingOptions = {}): Promise<WorkbookReading> {
  const sheets = await readWorkbook(bytes, {
    sheetNames: SHEET_NAMES,
    // These have columns of percents, or of dollars, in which a percentage is a mistake.
    formattedSheets: [...WORKFLOW_SHEETS, SHEETS.variants, SHEETS.tiers].map(({ name }) => name),
    maxFormattedRows: MAX_SHEET_ROWS,
  });
  await options.onProgress?.(PROGRESS_WHEN_READ);
  return readPriceBookSheets(sheets, options);
}

/** The same for sheets that are read from their file already. */
export async function readPriceBookSheets(
  sheets: readonly SheetRead[],
  { usedOptionNumbers = new Map(), onProgress }: ReadingOptions = {},
): Promise<WorkbookReading> {
  const byName = new Map(sheets.map((sheet) => [sheet.name, sheet]));
  const readMe = byName.get(README_SHEET);
  const format = findBeside(readMe, FORMAT_LABEL);
  if (sheets.every(({ name }) => name === README_SHEET))
    throw new UnreadableWorkbook("This is no price book. Export yours, change it, and import that file.");
  if (format !== undefined && format > WORKBOOK_FORMAT)
    throw new UnreadableWorkbook("This price book was exported by a newer version of the app.");

  const notes = newWorkbookNotes();
  const reader = new PriceBookReader(usedOptionNumbers);
  const rows = <Key extends string>(sheet: { name: string; columns: Readonly<Record<Key, Column>> }): Row<Key>[] =>
    rowsOf(byName.get(sheet.name), { ...sheet, notes });
  const isUnreadable = ({ name }: { name: string }): boolean => notes.unreadable.has(name);
  /** Rows that name rows of other sheets; of no use where those cannot be read. */
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
