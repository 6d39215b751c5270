import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { estimateField, isObject } from "@ridgebook/contract";
import { indexPriceBook, listFields, priceFile, type IndexedPriceBook, type PriceBook } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { z } from "zod";
import { readPriceBook } from "./spreadsheet/read-price-book.ts";
import { UnreadableWorkbook } from "./spreadsheet/workbook.ts";

/* `npm run price`: prices an estimate from a file, without a server or database (docs/price-files.md). */

/** Problems of the input, one per line. */
export class PriceFileError extends Error {
  constructor(lines: readonly string[]) {
    super(lines.join("\n"));
    this.name = "PriceFileError";
  }
}

const priceBookFile = z.object({ version: z.number().int().min(1), entries: z.array(estimateField) });
const MOST_LINES = 50;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new PriceFileError([`${file} cannot be read: ${reasonOf(error)}`]);
  }
}

async function readJson(file: string): Promise<unknown> {
  const bytes = await readBytes(file);
  try {
    // Ignores the byte order mark of Windows editors.
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new PriceFileError([`${file} is not JSON: ${reasonOf(error)}`]);
  }
}

async function readJsonPriceBook(file: string): Promise<PriceBook> {
  const parsed = priceBookFile.safeParse(await readJson(file));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `${file}: ${path.map(String).join(".")}: ${message}`);
  throw new PriceFileError(lines.slice(0, MOST_LINES));
}

/** The version of a workbook that does not name its exported version. */
const UNKNOWN_VERSION = 1;

async function readWorkbookPriceBook(file: string): Promise<PriceBook> {
  try {
    const { entries, exportedFrom, problems } = await readPriceBook(await readBytes(file));
    if (problems.length === 0) return { version: exportedFrom ?? UNKNOWN_VERSION, entries };
    throw new PriceFileError(
      problems.slice(0, MOST_LINES).map(({ sheet, cell, message }) => `${file}: ${sheet} ${cell}: ${message}`),
    );
  } catch (error) {
    throw error instanceof UnreadableWorkbook ? new PriceFileError([`${file}: ${error.message}`]) : error;
  }
}

/** The price book that a file names, relative to it; the starter price book by default. */
async function priceBookFor(json: unknown, file: string): Promise<IndexedPriceBook> {
  const named = isObject(json) ? json.priceBook : undefined;
  if (named === undefined) return indexPriceBook(starterPriceBook);
  if (typeof named !== "string") throw new PriceFileError(["priceBook: must be the name of a file."]);
  const bookFile = resolve(dirname(file), named);
  const isWorkbook = bookFile.toLowerCase().endsWith(".xlsx");
  return indexPriceBook(await (isWorkbook ? readWorkbookPriceBook(bookFile) : readJsonPriceBook(bookFile)));
}

/** The output of `npm run price -- FILE.json`. Throws a PriceFileError with all problems and their places. */
export async function priceFromFile(file: string) {
  const json = await readJson(file);
  const result = priceFile(json, await priceBookFor(json, file));
  if (result.priced) return result.priced;
  throw new PriceFileError(result.problems.map(({ path, text }) => (path === "" ? text : `${path}: ${text}`)));
}

/** The output of `npm run price -- --fields`. */
export const listCatalogue = () => listFields(indexPriceBook(starterPriceBook));
