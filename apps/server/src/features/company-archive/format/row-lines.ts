import { ArchiveError } from "#features/company-archive/archive-error.ts";

/** The longest row: a document with all of its sources is a few megabytes. */
const MAX_LINE_BYTES = 128_000_000;
const NEW_LINE = 10;

export type ArchivedRow = Readonly<Record<string, unknown>>;

/** Writes JSON rows as one JSON array, a row per line. */
export async function* writeRows(rows: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let before = "[\n";
  for await (const row of rows) {
    yield Buffer.from(before + row);
    before = ",\n";
  }
  yield Buffer.from(before === "[\n" ? "[\n]\n" : "\n]\n");
}

async function* linesOf(stream: AsyncIterable<Uint8Array>, table: string): AsyncGenerator<string> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(NEW_LINE); end !== -1; end = chunk.indexOf(NEW_LINE, from)) {
      yield Buffer.concat([...pieces, chunk.subarray(from, end)]).toString("utf8");
      pieces = [];
      size = 0;
      from = end + 1;
    }
    pieces.push(Buffer.from(chunk.subarray(from)));
    size += chunk.length - from;
    if (size > MAX_LINE_BYTES) throw new ArchiveError(`A row of table ${table} is too large.`);
  }
  if (size > 0) throw new ArchiveError(`Table ${table} of the archive has no end.`);
}

function readRow(line: string, place: { table: string; row: number }): ArchivedRow {
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row === "object" && row !== null && !Array.isArray(row)) return row as ArchivedRow;
  } catch {
    // Reported below.
  }
  throw new ArchiveError(`Row ${String(place.row)} of table ${place.table} cannot be read.`);
}

/** Reads what `writeRows` wrote. Throws ArchiveError for anything else. */
export async function* readRows(stream: AsyncIterable<Uint8Array>, table: string): AsyncGenerator<ArchivedRow> {
  let number = 0;
  let isEnded = false;
  for await (const line of linesOf(stream, table)) {
    number += 1;
    if (number === 1 ? line !== "[" : isEnded) throw new ArchiveError(`Table ${table} of the archive cannot be read.`);
    if (number === 1) continue;
    if (line === "]") isEnded = true;
    else yield readRow(line.endsWith(",") ? line.slice(0, -1) : line, { table, row: number - 1 });
  }
  if (!isEnded) throw new ArchiveError(`Table ${table} of the archive has no end.`);
}
