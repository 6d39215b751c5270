import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { readZipParts } from "@ridgebook/contract";
import { UnreadableWorkbook } from "./workbook.ts";

/** A workbook of 20,000 rows unpacks to some 20 MB. */
export const MAX_UNZIPPED_BYTES = 100_000_000;

const inflate = promisify(inflateRaw);
const REFUSALS = {
  damaged: "The file cannot be read as a spreadsheet.",
  tooLarge: "The spreadsheet is too large when it is unpacked.",
} as const;

/**
 * Unpacks each part once, limited to its declared size. Throws UnreadableWorkbook if it is not an archive, or unpacks to more than
 * MAX_UNZIPPED_BYTES.
 */
export async function checkArchive(bytes: Uint8Array): Promise<void> {
  const parts = readZipParts(bytes, { mostBytes: MAX_UNZIPPED_BYTES });
  if (typeof parts === "string") throw new UnreadableWorkbook(REFUSALS[parts]);
  for (const { packed, size } of parts) {
    const unpacked = await inflate(packed, { maxOutputLength: Math.max(size, 1) }).catch((error: unknown) => {
      throw new UnreadableWorkbook(REFUSALS[error instanceof RangeError ? "tooLarge" : "damaged"]);
    });
    if (unpacked.length !== size) throw new UnreadableWorkbook(REFUSALS.damaged);
  }
}
