import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { Cell, CellValue, ReadOptions, Workbook, WriteOptions, WriteSheet } from "hucre/xlsx";
import { checkArchive } from "./check-archive.ts";
import {
  cellName,
  columnLetter,
  UnreadableWorkbook,
  type CellContent,
  type Column,
  type ReadCell,
  type SheetRead,
  type SheetToWrite,
} from "./workbook.ts";

/*
 * Reads and writes workbooks with hucre in a worker thread: a large one takes a second, which would block the server. A file that hangs the
 * library only costs its thread.
 */

/** The library's path for the thread, which has none of our sources. */
const LIBRARY_URL = pathToFileURL(createRequire(import.meta.url).resolve("hucre/xlsx")).href;
const MAX_SECONDS = 60;
const MAX_MEMORY_MB = 768;

/**
 * Plain JavaScript, because the thread is not part of the build. It drops empty formatted rows at the end of a sheet, of which there may be
 * half a million.
 */
const THREAD = `
  const { parentPort, workerData } = require("node:worker_threads");
  const withoutEmptyEnd = (output) => {
    for (const { rows } of output.sheets ?? [])
      while (rows.length > 0 && rows.at(-1).every((cell) => cell === null || cell === "")) rows.pop();
    return output;
  };
  const answer = async () => {
    const library = await import(workerData.library);
    const outputs = [];
    for (const input of workerData.calls) outputs.push(withoutEmptyEnd(await library[workerData.name](...input)));
    return outputs;
  };
  answer().then((output) => parentPort.postMessage({ output }), (error) => parentPort.postMessage({ failure: String(error) }));
`;

async function inThread<Output extends readonly unknown[]>(
  name: "readXlsx" | "writeXlsx",
  calls: readonly (readonly unknown[])[],
): Promise<Output> {
  const worker = new Worker(THREAD, {
    eval: true,
    workerData: { library: LIBRARY_URL, name, calls },
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    // A thread that reads untrusted files gets no environment.
    env: {},
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Output>((resolve, reject) => {
      timer = setTimeout(
        () => reject(new UnreadableWorkbook("The spreadsheet takes too long to read.")),
        MAX_SECONDS * 1_000,
      );
      worker.once("message", (message: { output: Output } | { failure: string }) => {
        if ("output" in message) resolve(message.output);
        else reject(new Error(message.failure));
      });
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("The spreadsheet's thread ended.")));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/**
 * Text that a spreadsheet program would treat as a formula, after an edit or when saved as text, gets a leading apostrophe, as users write
 * it. So does text that already has one.
 */
const LIVE = /^'*[=+\-@\t]/;
/** The reader decodes _x0041_ as a letter; the writer does not escape text that only looks like it. */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;

const toWritten = (text: string): string => (LIVE.test(text) ? `'${text}` : text).replaceAll(LOOKS_ESCAPED, "_x005F_");
const fromWritten = (text: string): string => (/^'+[=+\-@\t]/.test(text) ? text.slice(1) : text);

const NUMBER_FORMATS: Record<NonNullable<Column["format"]>, string> = { money: "#,##0.00", number: "General" };
const HEAD_STYLE = {
  font: { bold: true },
  fill: { type: "pattern", pattern: "solid", fgColor: { rgb: "E8EEF2" } },
} as const;
/** Also below the last row, so that added rows offer the same choices. */
const FREE_ROWS = 5_000;

function toWriteSheet({ name, columns, rows, frozenColumns = 0 }: SheetToWrite): WriteSheet {
  const hasHead = columns.length > 0;
  const written: CellValue[][] = rows.map((row) =>
    row.map((cell) => (typeof cell === "string" ? toWritten(cell) : cell)),
  );
  const cells = new Map<string, Partial<Cell>>(
    columns.map(({ title, note }, index) => [
      `0,${index}`,
      {
        value: title,
        type: "string",
        style: HEAD_STYLE,
        ...(note && { comment: { author: "Ridgebook", text: note } }),
      },
    ]),
  );
  return {
    name,
    rows: hasHead ? [columns.map(({ title }) => title), ...written] : written,
    ...(hasHead
      ? {
          cells,
          columns: columns.map(({ width, format }) => ({ width, ...(format && { numFmt: NUMBER_FORMATS[format] }) })),
          freezePane: { rows: 1, columns: frozenColumns },
          autoFilter: { range: `A1:${columnLetter(columns.length - 1)}${rows.length + 1}` },
          dataValidations: columns.flatMap(({ choices }, index) => {
            if (!choices) return [];
            const letter = columnLetter(index);
            return [
              {
                type: "list" as const,
                values: [...choices],
                allowBlank: true,
                range: `${letter}2:${letter}${rows.length + FREE_ROWS}`,
                showErrorMessage: true,
                errorTitle: "Not in the list",
                errorMessage: `Choose one of: ${choices.join(", ")}`,
              },
            ];
          }),
        }
      : { columns: [{ width: 110 }, { width: 16 }] }),
  };
}

export async function writeWorkbook(sheets: readonly SheetToWrite[]): Promise<Uint8Array> {
  const options: WriteOptions = { sheets: sheets.map(toWriteSheet), properties: { creator: "Ridgebook" } };
  const [written] = await inThread<[Uint8Array]>("writeXlsx", [[options]]);
  return written;
}

/** Quoted and escaped characters of a number format are literal; any other % multiplies by 100. */
const isPercentFormat = (format: string | undefined): boolean =>
  format?.replaceAll(/"[^"]*"|[\\_*]./g, "").includes("%") ?? false;

const toReadCell = (value: CellValue | undefined): CellContent | { date: Date } => {
  if (value instanceof Date) return { date: value };
  return typeof value === "string" ? fromWritten(value) : (value ?? null);
};

type Grid = ReadCell[][];

/** Adds what a sheet's plain values lack: formulas, errors, and merged cells. */
function putDetails(grid: Grid, { cells, merges }: Pick<Workbook["sheets"][number], "cells" | "merges">): void {
  for (const [place, { formula, type, value }] of cells ?? []) {
    const [row = 0, column = 0] = place.split(",").map(Number);
    const target = grid[row];
    if (!target) continue;
    const shown = type === "error" ? { error: String(value) } : toReadCell(value);
    if (formula !== undefined) target[column] = { formula, result: shown };
    else if (type === "error") target[column] = shown;
  }
  for (const { startRow, endRow, startCol, endCol } of merges ?? [])
    for (let row = startRow; row <= Math.min(endRow, grid.length - 1); row += 1)
      for (let column = startCol; column <= endCol && column < (grid[row]?.length ?? 0); column += 1) {
        const target = grid[row];
        if (target && (row > startRow || column > startCol))
          target[column] = { mergedInto: cellName({ row: startRow, column: startCol }) };
      }
}

function markPercents(grid: Grid, cells: ReadonlyMap<string, Cell> | undefined): void {
  for (const [place, { style }] of cells ?? []) {
    if (!isPercentFormat(style?.numFmt)) continue;
    const [row = 0, column = 0] = place.split(",").map(Number);
    const target = grid[row];
    const held = target?.[column];
    if (!target || held === undefined) continue;
    if (typeof held === "number") target[column] = { percent: held };
    else if (typeof held === "object" && held !== null && "formula" in held && typeof held.result === "number")
      target[column] = { ...held, result: { percent: held.result } };
  }
}

/** Includes empty formatted rows; 500,000 rows take a second. */
const MOST_ROWS = 500_000;

/**
 * Reads the named sheets without trailing empty rows. Throws UnreadableWorkbook for anything that is not a workbook or unpacks to too much.
 *
 * @param formattedSheets sheets whose number formats are read too, for at most `maxFormattedRows` rows
 */
export async function readWorkbook(
  bytes: Uint8Array,
  {
    sheetNames,
    formattedSheets = [],
    maxFormattedRows = 0,
  }: { sheetNames: readonly string[]; formattedSheets?: readonly string[]; maxFormattedRows?: number },
): Promise<SheetRead[]> {
  await checkArchive(bytes);
  const readings: ReadOptions[] = [{ sheets: [...sheetNames], maxRows: MOST_ROWS }];
  if (formattedSheets.length > 0)
    readings.push({ sheets: [...formattedSheets], maxRows: maxFormattedRows, readStyles: true });
  let plain: Workbook | undefined;
  let formatted: Workbook | undefined;
  try {
    [plain, formatted] = await inThread<Workbook[]>(
      "readXlsx",
      readings.map((options) => [bytes, options]),
    );
  } catch (error) {
    // Whatever the library threw, the file caused it.
    throw error instanceof UnreadableWorkbook
      ? error
      : new UnreadableWorkbook("The file cannot be read as a spreadsheet.");
  }
  const formats = new Map(formatted?.sheets.map(({ name, cells }) => [name, cells]));
  return (plain?.sheets ?? []).map(({ name, rows, ...details }) => {
    const grid: Grid = rows.map((row) => row.map(toReadCell));
    putDetails(grid, details);
    markPercents(grid, formats.get(name));
    return { name, rows: grid, isCut: rows.length >= MOST_ROWS };
  });
}
