import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { Cell, CellValue, ReadOptions, Workbook, WriteOptions, WriteSheet } from "hucre/xlsx";
import { checkArchive } from "./check-archive.ts";
import {
  columnLetter,
  UnreadableWorkbook,
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

/** Plain JavaScript: a thread is no module of the build, and needs nothing of ours. */
const THREAD = `
  const { parentPort, workerData } = require("node:worker_threads");
  import(workerData.library)
    .then((library) => library[workerData.name](...workerData.input))
    .then((output) => parentPort.postMessage({ output }), (error) => parentPort.postMessage({ failure: String(error) }));
`;

async function inThread<Output>(name: "readXlsx" | "writeXlsx", input: readonly unknown[]): Promise<Output> {
  const worker = new Worker(THREAD, {
    eval: true,
    workerData: { library: LIBRARY_URL, name, input },
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
  return inThread<Uint8Array>("writeXlsx", [options]);
}

const toReadCell = (value: CellValue | undefined): ReadCell => {
  if (value instanceof Date) return { date: value };
  return typeof value === "string" ? fromWritten(value) : (value ?? null);
};

/**
 * Reads the named sheets of a workbook, the first `maxRows` of each. Raises UnreadableWorkbook for everything that is no
 * workbook or unpacks to too much.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  { sheetNames, maxRows }: { sheetNames: readonly string[]; maxRows: number },
): Promise<SheetRead[]> {
  await checkArchive(bytes);
  const options: ReadOptions = { sheets: [...sheetNames], maxRows };
  let workbook: Workbook;
  try {
    workbook = await inThread<Workbook>("readXlsx", [bytes, options]);
  } catch (error) {
    // Whatever the library stumbled over, it was the file.
    throw error instanceof UnreadableWorkbook
      ? error
      : new UnreadableWorkbook("The file cannot be read as a spreadsheet.");
  }
  return workbook.sheets.map(({ name, rows, cells }) => {
    const read: ReadCell[][] = rows.map((row) => row.map(toReadCell));
    for (const [place, cell] of cells ?? []) {
      if (cell.formula === undefined) continue;
      const [row = 0, column = 0] = place.split(",").map(Number);
      const target = read[row];
      if (target) target[column] = { formula: cell.formula };
    }
    return { name, rows: read };
  });
}
