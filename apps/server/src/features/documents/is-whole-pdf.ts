/** Where PDF readers look for the end mark; archive readers look further, by the longest comment. */
const END_BYTES = 1_024;
const ARCHIVE_END_BYTES = 65_557;
const ARCHIVE_END = Buffer.from("PK\x05\x06", "latin1");
const ARCHIVE_END_LENGTH = 22;

/** Whether the bytes are also a zip archive, which is read from its end, ignoring any prefix. */
function isArchive(bytes: Buffer): boolean {
  const tail = bytes.subarray(-ARCHIVE_END_BYTES);
  for (let at = tail.indexOf(ARCHIVE_END); at !== -1; at = tail.indexOf(ARCHIVE_END, at + 1)) {
    if (at + ARCHIVE_END_LENGTH > tail.length) continue;
    const commentLength = tail.readUInt16LE(at + 20);
    const folderSize = tail.readUInt32LE(at + 12);
    // The signature may occur in a picture by chance; a comment that ends exactly at the end of the file cannot.
    if (at + ARCHIVE_END_LENGTH + commentLength <= tail.length && folderSize <= bytes.length) return true;
  }
  return false;
}

/**
 * Whether the bytes are a PDF and nothing else: the header at the start, the end mark at the end, and the cross-reference table where the
 * end says. Rejects truncated files, and files that another program would treat as a page, a script or an archive.
 */
export function isWholePdf(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!/^%PDF-[12]\.\d[\r\n %]/.test(bytes.subarray(0, 16).toString("latin1"))) return false;
  const end = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(bytes.subarray(-END_BYTES).toString("latin1"));
  if (!end) return false;
  const table = bytes.subarray(Number(end[1]), Number(end[1]) + 40).toString("latin1");
  return /^\s*(xref\b|\d+ \d+ obj\b)/.test(table) && !isArchive(bytes);
}
