import { MAX_STAGED_ROWS, type StagedLead } from "@ridgebook/contract";
import { isOwnExport } from "./export-columns.ts";
import type { ImportChoices } from "./import-choices.ts";
import { findSalespeople, type Salesperson } from "./mappings.ts";
import { matchColumns, type Columns } from "./match-columns.ts";
import { readLead, type CellNote, type CellProblem, type LeadRules } from "./read-lead.ts";
import { readName } from "./read-name.ts";
import { readAddress, readCityStateZip, readState } from "./read-place.ts";
import { readTable, type FileTable, type TableRow } from "./read-table.ts";
import { findDateOrder, type DateOrder } from "./read-time.ts";
import { DATE_TARGETS, type Target } from "./targets.ts";

/** The number of problems that the page gets at once; the rest is counted. */
const SHOWN_PROBLEMS = 200;

export interface Context {
  readonly timeZone: string;
  readonly salespeople: readonly Salesperson[];
}

interface CountedText {
  readonly text: string;
  readonly count: number;
}

export interface ReadFile {
  readonly readAs: string;
  readonly sheets: readonly string[];
  readonly sheet: string | undefined;
  readonly heads: readonly string[];
  readonly columns: Columns;
  /** By column: what becomes of its first cell, if it is split; "" elsewhere. */
  readonly previews: readonly string[];
  readonly rowCount: number;
  readonly leadCount: number;
  readonly problems: readonly CellProblem[];
  readonly problemCount: number;
  readonly notes: readonly CellNote[];
  readonly noteCount: number;
  readonly unknownOwners: readonly CountedText[];
  readonly unknownStatuses: readonly CountedText[];
  readonly untimedMeetings: number;
  readonly dates: {
    readonly order: DateOrder;
    /** A date of the file that would be another day in the other order; undefined if the file has no such date. */
    readonly unclear: string | undefined;
    /** Whether the file's dates, or the user, define the order. */
    readonly isDecided: boolean;
  };
}

/** A parsed file with all corrections. Lives in the worker, with the table. */
interface ImportReader {
  /** Throws UnreadableFile. */
  open(bytes: Uint8Array<ArrayBuffer>, sheet: string | undefined): Promise<void>;
  read(choices: ImportChoices, context: Context): ReadFile;
  /** The leads of the last `read`, in parts of MAX_STAGED_ROWS; empty behind the last. */
  batch(index: number): readonly StagedLead[];
}

export function createImportReader(): ImportReader {
  let table: FileTable | undefined;
  let leads: readonly StagedLead[] = [];
  return {
    async open(bytes, sheet) {
      table = undefined;
      leads = [];
      table = await readTable(bytes, sheet);
    },
    read(choices, context) {
      if (!table) throw new Error("No file is open.");
      const read = readAll(table, choices, context);
      ({ leads } = read);
      return read.file;
    },
    batch: (index) => leads.slice(index * MAX_STAGED_ROWS, (index + 1) * MAX_STAGED_ROWS),
  };
}

function* cellsAt(rows: readonly TableRow[], columns: readonly number[]): Generator<string> {
  for (const column of columns)
    for (const { cells } of rows) {
      const cell = cells[column];
      if (cell) yield cell;
    }
}

const indexesOf = (columns: Columns, targets: readonly Target[]): number[] =>
  columns.flatMap((target, index) => (target !== undefined && targets.includes(target) ? [index] : []));

function readDates(rows: readonly TableRow[], columns: Columns, chosen: DateOrder | undefined): ReadFile["dates"] {
  const found = findDateOrder(cellsAt(rows, indexesOf(columns, DATE_TARGETS)));
  // Dates with dots are written with the day first.
  const guess = found.unclear?.includes(".") ? "day" : "month";
  return {
    order: chosen ?? found.order ?? guess,
    unclear: found.unclear,
    isDecided: chosen !== undefined || found.order !== undefined || found.unclear === undefined,
  };
}

/** The table with corrections. */
function correctedRows(rows: readonly TableRow[], { corrections, skippedRows }: ImportChoices): readonly TableRow[] {
  const skipped = new Set(skippedRows);
  const byRow = new Map<number, [number, string][]>();
  for (const [key, value] of Object.entries(corrections)) {
    const [row = 0, column = 0] = key.split(":").map(Number);
    byRow.set(row, [...(byRow.get(row) ?? []), [column, value]]);
  }
  if (skipped.size === 0 && byRow.size === 0) return rows;
  return rows.flatMap((row) => {
    if (skipped.has(row.number)) return [];
    const corrected = byRow.get(row.number);
    if (!corrected) return [row];
    const cells = [...row.cells];
    for (const [column, value] of corrected) {
      while (cells.length <= column) cells.push("");
      cells[column] = value.trim();
    }
    return [{ ...row, cells }];
  });
}

const counted = (counts: ReadonlyMap<string, number>): CountedText[] =>
  [...counts].map(([text, count]) => ({ text, count })).sort((one, other) => other.count - one.count);
const count = (counts: Map<string, number>, text: string): void => void counts.set(text, (counts.get(text) ?? 0) + 1);

function readAll(
  table: FileTable,
  choices: ImportChoices,
  { timeZone, salespeople }: Context,
): { file: ReadFile; leads: StagedLead[] } {
  const columns = choices.columns ?? matchColumns(table);
  const rows = correctedRows(table.rows, choices);
  const dates = readDates(rows, columns, choices.dateOrder);
  const rules: LeadRules = {
    columns,
    timeZone,
    dateOrder: dates.order,
    owners: choices.owners,
    statuses: choices.statuses,
    findSalesperson: findSalespeople(salespeople),
    isOwnExport: isOwnExport(table.heads),
  };
  const leads: StagedLead[] = [];
  const problems: CellProblem[] = [];
  const notes: CellNote[] = [];
  const owners = new Map<string, number>();
  const statuses = new Map<string, number>();
  let [problemCount, noteCount, untimedMeetings] = [0, 0, 0];
  for (const row of rows) {
    const read = readLead(row, rules);
    if (read.lead) leads.push(read.lead);
    problemCount += read.problems.length;
    noteCount += read.notes.length;
    if (problems.length < SHOWN_PROBLEMS) problems.push(...read.problems);
    if (notes.length < SHOWN_PROBLEMS) notes.push(...read.notes);
    for (const owner of read.unknownOwners) count(owners, owner);
    if (read.unknownStatus !== undefined) count(statuses, read.unknownStatus);
    if (read.hasUntimedMeeting) untimedMeetings += 1;
  }
  const { readAs, sheets, sheet, heads } = table;
  const file: ReadFile = {
    readAs,
    sheets,
    sheet,
    heads,
    columns,
    problems,
    problemCount,
    notes,
    noteCount,
    untimedMeetings,
    dates,
    previews: columns.map((target, index) => previewOf(target, rows, index)),
    rowCount: table.rows.length,
    leadCount: leads.length,
    unknownOwners: counted(owners),
    unknownStatuses: counted(statuses),
  };
  return { file, leads };
}

/** The parts of a split cell: "221 W Main St · Lawton · MI · 49065". */
function previewOf(target: Target | undefined, rows: readonly TableRow[], column: number): string {
  const cell = rows.find(({ cells }) => cells[column])?.cells[column];
  if (cell === undefined) return "";
  const show = (parts: readonly string[]): string => parts.filter(Boolean).join(" · ");
  switch (target) {
    case "fullName":
    case "lastNameFirst": {
      const { firstName, lastName, company } = readName(cell, { lastNameFirst: target === "lastNameFirst" });
      return show([firstName, lastName, company]);
    }
    case "address":
    case "cityStateZip": {
      const place = target === "address" ? readAddress(cell) : readCityStateZip(cell);
      return show([place.street, place.city, readState(place.state) ?? place.state, place.zipCode]);
    }
    default:
      return "";
  }
}
