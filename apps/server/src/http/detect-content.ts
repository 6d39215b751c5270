import type { UploadExtension } from "@ridgebook/contract";
import { fileTypeFromBuffer } from "file-type";

/** The type of a file by its content, not its name. */
interface DetectedContent {
  /** The file extensions that are allowed for this content. */
  readonly extensions: readonly UploadExtension[];
  readonly contentType: string;
}

const JPEG: DetectedContent = { extensions: ["jpg", "jpeg"], contentType: "image/jpeg" };
const CSV: DetectedContent = { extensions: ["csv"], contentType: "text/csv; charset=utf-8" };
const DOC: DetectedContent = { extensions: ["doc"], contentType: "application/msword" };
const XLS: DetectedContent = { extensions: ["xls"], contentType: "application/vnd.ms-excel" };

/** Types with a signature in their first bytes, by file-type's name for them. */
const BY_DETECTED_EXTENSION: Readonly<Record<string, DetectedContent>> = {
  jpg: JPEG,
  png: { extensions: ["png"], contentType: "image/png" },
  gif: { extensions: ["gif"], contentType: "image/gif" },
  pdf: { extensions: ["pdf"], contentType: "application/pdf" },
  docx: {
    extensions: ["docx"],
    contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  },
  xlsx: { extensions: ["xlsx"], contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
};

/** Content without a known signature must be text. Tab, line feed and carriage return are text. */
// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const isPlainText = (bytes: Uint8Array): boolean => {
  try {
    return !CONTROL_CHARACTERS.test(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return false;
  }
};

/**
 * Old Office files share one container format, whose directory lists the streams by name in UTF-16. Documents have Word's
 * stream, workbooks Excel's.
 */
function detectOldOffice(bytes: Uint8Array): DetectedContent | undefined {
  const container = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const holds = (stream: string): boolean => container.includes(Buffer.from(`${stream}\0`, "utf16le"));
  if (holds("WordDocument")) return DOC;
  return holds("Workbook") || holds("Book") ? XLS : undefined;
}

/** Detects the type of a content; undefined if it may not be uploaded. */
export async function detectContent(bytes: Uint8Array): Promise<DetectedContent | undefined> {
  // Content that the detection cannot parse is not of that type.
  const detected = await fileTypeFromBuffer(bytes).catch(() => ({ ext: "broken" }));
  if (!detected) return isPlainText(bytes) ? CSV : undefined;
  if (detected.ext === "cfb") return detectOldOffice(bytes);
  return BY_DETECTED_EXTENSION[detected.ext];
}
