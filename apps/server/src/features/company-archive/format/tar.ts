import { ArchiveError } from "#features/company-archive/archive-error.ts";

/*
 * The subset of tar (POSIX ustar) for company archives: plain files with short names. Unlike zip it streams both ways and has no limit of
 * entries.
 */

const BLOCK = 512;
const MAX_SIZE = 8 ** 11 - 1;
const PLAIN_FILE = "0";

export interface TarEntry {
  /** Untrusted when read: never use it as a path. */
  readonly name: string;
  /** Bytes of the body. */
  readonly size: number;
  /** Read it to its end before the next entry. */
  readonly body: AsyncIterable<Uint8Array>;
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`;

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100 || size > MAX_SIZE) throw new Error(`${name} does not fit into a tar file.`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(0, 12), 136);
  header.write(" ".repeat(8), 148);
  header.write(PLAIN_FILE, 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 7)} `, 148);
  return header;
}

const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** Writes entries in order. Throws if a body's length differs from its entry's. */
export async function* writeTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Uint8Array> {
  for await (const { name, size, body } of entries) {
    yield headerOf(name, size);
    let written = 0;
    for await (const chunk of body) {
      written += chunk.length;
      yield chunk;
    }
    if (written !== size) throw new Error(`${name} has ${String(written)} bytes instead of ${String(size)}.`);
    if (paddingOf(size) > 0) yield Buffer.alloc(paddingOf(size));
  }
  yield Buffer.alloc(2 * BLOCK);
}

const CUT = "The archive ends in the middle: it was cut off on its way.";

/** Reads a stream in chunks of the requested sizes. */
function createByteReader(stream: AsyncIterable<Uint8Array>) {
  const source = stream[Symbol.asyncIterator]();
  let rest: Uint8Array = Buffer.alloc(0);
  const fill = async (): Promise<void> => {
    const next = await source.next();
    if (next.done) throw new ArchiveError(CUT);
    rest = next.value;
  };
  async function* take(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0;) {
      if (rest.length === 0) await fill();
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      if (piece.length > 0) yield piece;
    }
  }
  const read = async (count: number): Promise<Buffer> => {
    const pieces: Uint8Array[] = [];
    for await (const piece of take(count)) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  return { take, read };
}

function textAt(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end === -1 ? length : end);
}

function readHeader(header: Buffer): { name: string; size: number } {
  const name = textAt(header, 0, 100);
  const sizeText = textAt(header, 124, 12).trim();
  const unsummed = Buffer.from(header);
  unsummed.fill(" ", 148, 156);
  const sum = unsummed.reduce((total, byte) => total + byte, 0);
  const isHeader =
    textAt(header, 257, 5) === "ustar" &&
    Number.parseInt(textAt(header, 148, 8).trim(), 8) === sum &&
    /^[0-7]{1,11}$/.test(sizeText);
  if (!isHeader) throw new ArchiveError("The file is not an archive of a company, or it was damaged.");
  if (header.toString("latin1", 156, 157) !== PLAIN_FILE || textAt(header, 345, 155) !== "")
    throw new ArchiveError(`The archive holds "${name.slice(0, 100)}", which is not a plain file.`);
  return { name, size: Number.parseInt(sizeText, 8) };
}

/** Reads entries in order. Throws ArchiveError for a truncated or invalid file. */
export async function* readTar(stream: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const { take, read } = createByteReader(stream);
  for (;;) {
    const header = await read(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const { name, size } = readHeader(header);
    const progress = { isRead: false };
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield* take(size);
      progress.isRead = true;
    };
    yield { name, size, body: body() };
    if (!progress.isRead) throw new Error(`${name} was not read to its end.`);
    await read(paddingOf(size));
  }
}
