import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { MANIFEST_NAME } from "#features/company-archive/format/archive-parts.ts";
import { readTar, writeTar, type TarEntry } from "#features/company-archive/format/tar.ts";

/** Entries of an archive, in order. */
export type Entries = Map<string, Buffer>;

export async function unpackArchive(archive: Buffer): Promise<Entries> {
  const entries: Entries = new Map();
  for await (const { name, body } of readTar(Readable.from([gunzipSync(archive)]))) {
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    entries.set(name, Buffer.concat(pieces));
  }
  return entries;
}

/** Packs entries with a matching manifest, like someone who tampers with an archive. */
export async function packArchive(
  entries: Entries,
  { path, keepsManifest = false }: { path: string; keepsManifest?: boolean },
) {
  const stated = entries.get(MANIFEST_NAME);
  if (stated && !keepsManifest) {
    const manifest = JSON.parse(stated.toString()) as { entries: unknown };
    manifest.entries = [...entries]
      .filter(([name]) => name !== MANIFEST_NAME)
      .map(([name, bytes]) => ({ name, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") }));
    entries = new Map([...entries, [MANIFEST_NAME, Buffer.from(JSON.stringify(manifest))]]);
  }
  const written: Uint8Array[] = [];
  async function* list(): AsyncGenerator<TarEntry> {
    for (const [name, bytes] of entries) yield { name, size: bytes.length, body: Readable.from([bytes]) };
  }
  for await (const piece of writeTar(list())) written.push(piece);
  await writeFile(path, gzipSync(Buffer.concat(written)));
}

export type Row = Record<string, unknown>;
export const rowsOf = (entries: Entries, table: string): Row[] =>
  JSON.parse(entries.get(`tables/${table}.json`)?.toString() ?? "[]") as Row[];

export function setRows(entries: Entries, table: string, rows: readonly Row[]): void {
  entries.set(`tables/${table}.json`, Buffer.from(`[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`));
}

/**
 * Where two values differ beyond the ids of people and the company; "" if nowhere.
 *
 * @param isSameId whether two ids belong to the same person or company
 */
export function findDifference(
  left: unknown,
  right: unknown,
  isSameId: (left: number, right: number) => boolean,
  path = "",
): string {
  if (typeof left === "number" && left !== right && typeof right === "number" && isSameId(left, right)) return "";
  if (typeof left === "string" && typeof right === "string") {
    const [ofLeft, ofRight] = [left, right].map((text) => text.split(/companyId=(\d+)|^(\d+)$/).filter(Boolean));
    const isSame =
      ofLeft?.length === ofRight?.length &&
      ofLeft?.every((part, at) => part === ofRight?.[at] || isSameId(Number(part), Number(ofRight?.[at])));
    return isSame ? "" : `${path}: ${left.slice(0, 80)} / ${right.slice(0, 80)}`;
  }
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null)
    return left === right ? "" : `${path}: ${String(left)} / ${String(right)}`;
  const [ofLeft, ofRight] = [left as Row, right as Row];
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const difference = findDifference(ofLeft[key], ofRight[key], isSameId, `${path}.${key}`);
    if (difference) return difference;
  }
  return "";
}
