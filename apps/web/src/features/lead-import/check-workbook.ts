import { readZipParts } from "@ridgebook/contract";
import { UnreadableFile } from "./unreadable-file.ts";

/** A sheet of 50,000 rows with 20 columns unpacks to some 60 MB. */
export const MAX_UNZIPPED_BYTES = 200_000_000;

const REFUSALS = {
  damaged: "This file is damaged or is not a workbook. Open it in your spreadsheet program and save it again.",
  tooLarge: "This workbook is too large when it is unpacked. Save the sheet with the leads as CSV.",
} as const;

/** Counts the bytes that a part unpacks to; stops above `limit`. */
async function measure(packed: Uint8Array<ArrayBuffer>, limit: number): Promise<number> {
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = unpacked.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return size;
    size += value.length;
    if (size <= limit) continue;
    reader.cancel().catch(() => undefined);
    return size;
  }
}

/**
 * Unpacks each part once without keeping it. Throws UnreadableFile for a file that is no workbook, and for one that unpacks to more than
 * MAX_UNZIPPED_BYTES or than it declares.
 */
export async function checkWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const parts = readZipParts(bytes, { mostBytes: MAX_UNZIPPED_BYTES });
  if (typeof parts === "string") throw new UnreadableFile(REFUSALS[parts]);
  for (const { packed, size } of parts) {
    const unpacked = await measure(packed, size).catch(() => {
      throw new UnreadableFile(REFUSALS.damaged);
    });
    if (unpacked !== size) throw new UnreadableFile(REFUSALS[unpacked > size ? "tooLarge" : "damaged"]);
  }
}
