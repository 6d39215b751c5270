import { hasTextAt, viewOf } from "./bytes.ts";

interface PngChunk {
  readonly name: string;
  /** Includes length, name and checksum. */
  readonly bytes: Uint8Array;
  readonly content: Uint8Array;
}

export const PNG_SIGNATURE = "\x89PNG\r\n\x1a\n";

/** Iterates over the chunks of a PNG file. Ends with "broken" if the file is truncated or not a PNG. */
export function* readPngChunks(bytes: Uint8Array): Generator<PngChunk | "broken", void, void> {
  if (!hasTextAt(bytes, 0, PNG_SIGNATURE)) return yield "broken";
  const view = viewOf(bytes);
  for (let at = PNG_SIGNATURE.length; at + 12 <= bytes.length;) {
    const contentEnd = at + 8 + view.getUint32(at);
    const end = contentEnd + 4;
    if (end > bytes.length) break;
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    yield { name, bytes: bytes.subarray(at, end), content: bytes.subarray(at + 8, contentEnd) };
    if (name === "IEND") return;
    at = end;
  }
  yield "broken";
}
