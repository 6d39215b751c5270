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
 * Workbooks through hucre, in a thread of its own: a large one takes a second to read or write, in which the server would
 * answer nobody. A file that makes the library run away loses its thread and nothing else.
 */

/** Where the library is, for the thread, which has no sources of ours. */
const LIBRARY_URL = pathToFileURL(createRequire(import.meta.url).resolve("hucre/xlsx")).href;
const MAX_SECONDS = 60;
const MAX_MEMORY_MB = 768;

/**
 * Plain JavaScript: a thread is no module of the build, and needs nothing of ours. Rows at the end of a sheet that are empty but formatted
 * stay here: they can be half a million.
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

/** What the library's function gives for each of the calls. */
async function inThread<Output extends readonly unknown[]>(
  name: "readXlsx" | "writeXlsx",
  calls: readonly (readonly unknown[])[],
): Promise<Output> {
  const worker = new Worker(THREAD, {
    eval: true,
    workerData: { library: LIBRARY_URL, name, calls },
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    // Nothing that this process was started with is for a thread that reads foreign files.
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
 * A text that a spreadsheet program would take for a formula, once somebody edits the cell or saves the sheet as text,
 * begins with an apostrophe instead, as people write it there themselves. So does one that begins with that already.
 */
const LIVE = /^'*[=+\-@\t]/;
/** The reader takes _x0041_ for a letter; the writer does not guard what only looks so. */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;

const toWritten = (text: string): string => (LIVE.test(text) ? `'${text}` : text).replaceAll(LOOKS_ESCAPED, "_x005F_");
const fromWritten = (text: string): string => (/^'+[=+\-@\t]/.test(text) ? text.slice(1) : text);

const NUMBER_FORMATS: Record<NonNullable<Column["format"]>, string> = { money: "#,##0.00", number: "General" };
const HEAD_STYLE = {
  font: { bold: true },
  fill: { type: "pattern", pattern: "solid", fgColor: { rgb: "E8EEF2" } },
} as const;
/** Below the last row, so that a row that is added is offered the same. */
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

/** Writes a workbook of the format that every spreadsheet program opens. */
export async function writeWorkbook(sheets: readonly SheetToWrite[]): Promise<Uint8Array> {
  const options: WriteOptions = { sheets: sheets.map(toWriteSheet), properties: { creator: "Ridgebook" } };
  const [written] = await inThread<[Uint8Array]>("writeXlsx", [[options]]);
  return written;
}

/** Quoted and escaped characters of a number format are shown as they are; a % besides multiplies by 100. */
const isPercentFormat = (format: string | undefined): boolean =>
  format?.replaceAll(/"[^"]*"|[\\_*]./g, "").includes("%") ?? false;

const toReadCell = (value: CellValue | undefined): CellContent | { date: Date } => {
  if (value instanceof Date) return { date: value };
  return typeof value === "string" ? fromWritten(value) : (value ?? null);
};

type Grid = ReadCell[][];

/** Puts in what the plain values of a sheet do not tell: formulas, errors, and cells that are merged. */
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

/** Marks numbers that are shown as percentages. */
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

/** Formatted rows count here too, down to what a file can hold; a sheet of 500,000 rows takes a second. */
const MOST_ROWS = 500_000;

/**
 * Reads the named sheets of a workbook. Rows at the end that hold nothing are left out. Throws UnreadableWorkbook for everything that is no
 * workbook or unpacks to too much.
 *
 * @param formattedSheets those whose cells' number formats are read too; the formats of `maxFormattedRows` at most
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
    // Whatever the library stumbled over, it was the file.
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
