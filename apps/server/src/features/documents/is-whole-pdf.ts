/** Where a reader of PDF looks for the end, and a reader of archives for theirs, its longest comment included. */
const END_BYTES = 1_024;
const ARCHIVE_END_BYTES = 65_557;
const ARCHIVE_END = Buffer.from("PK\x05\x06", "latin1");
const ARCHIVE_END_LENGTH = 22;

/** Whether the bytes are an archive too: its folder of files is found from the end, whatever stands before. */
function isArchive(bytes: Buffer): boolean {
  const tail = bytes.subarray(-ARCHIVE_END_BYTES);
  for (let at = tail.indexOf(ARCHIVE_END); at !== -1; at = tail.indexOf(ARCHIVE_END, at + 1)) {
    if (at + ARCHIVE_END_LENGTH > tail.length) continue;
    const commentLength = tail.readUInt16LE(at + 20);
    const folderSize = tail.readUInt32LE(at + 12);
    // Four bytes of a picture can look like that by chance; a comment that ends exactly where the file ends does not.
    if (at + ARCHIVE_END_LENGTH + commentLength <= tail.length && folderSize <= bytes.length) return true;
  }
  return false;
}

/**
 * Whether bytes are a PDF from the first to the last and nothing else besides: it begins with the header, ends with the mark of
 * the end, and the table of its parts is where the end says. A file that is cut off, or that another program would take for a
 * page, a script or an archive, is not.
 */
export function isWholePdf(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!/^%PDF-[12]\.\d[\r\n %]/.test(bytes.subarray(0, 16).toString("latin1"))) return false;
  const end = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(bytes.subarray(-END_BYTES).toString("latin1"));
  if (!end) return false;
  const table = bytes.subarray(Number(end[1]), Number(end[1]) + 40).toString("latin1");
  return /^\s*(xref\b|\d+ \d+ obj\b)/.test(table) && !isArchive(bytes);
}
