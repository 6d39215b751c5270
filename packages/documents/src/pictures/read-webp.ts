import { hasTextAt, joinParts, viewOf } from "./bytes.ts";

/** A WebP, which papers and the server don't support: only a device converts it to JPEG. */
interface WebpPicture {
  /** Without position, time, device and captions. The same array if there was nothing to remove. */
  readonly bytes: Uint8Array;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

const HEADER_BYTES = 12;
/** Chunks that decoders need: pixels, alpha, colors, animation frames. */
const NEEDED = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ICCP", "ANIM", "ANMF"]);
/** Bits of a VP8X chunk that announce Exif and XMP data. */
const METADATA_FLAGS = 0x0c;

type Size = Pick<WebpPicture, "width" | "height">;

/** The size in the first chunk; undefined without one. */
function sizeOf(name: string, content: Uint8Array): Size | undefined {
  if (content.length < 10) return undefined;
  const view = viewOf(content);
  switch (name) {
    case "VP8X":
      return { width: (view.getUint32(4, true) & 0xffffff) + 1, height: (view.getUint32(6, true) >>> 8) + 1 };
    case "VP8L": {
      const bits = view.getUint32(1, true);
      return content[0] === 0x2f ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : undefined;
    }
    case "VP8 ":
      return hasTextAt(content, 3, "\x9d\x01\x2a")
        ? { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff }
        : undefined;
    default:
      return undefined;
  }
}

/** Parses a WebP and strips its metadata without decoding. Undefined if the file is truncated or invalid. */
export function readWebp(bytes: Uint8Array): WebpPicture | undefined {
  if (bytes.length < HEADER_BYTES || !hasTextAt(bytes, 0, "RIFF") || !hasTextAt(bytes, 8, "WEBP")) return undefined;
  const view = viewOf(bytes);
  const end = 8 + view.getUint32(4, true);
  if (end > bytes.length) return undefined;
  const kept: Uint8Array[] = [];
  let size: Size | undefined;
  for (let at = HEADER_BYTES; at + 8 <= end;) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    const length = view.getUint32(at + 4, true);
    const next = at + 8 + length + (length % 2);
    if (next > end) return undefined;
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (at === HEADER_BYTES) size = sizeOf(name, content);
    if (name === "VP8X") {
      const chunk = bytes.slice(at, next);
      chunk[8] = (chunk[8] ?? 0) & ~METADATA_FLAGS;
      kept.push(chunk);
    } else if (NEEDED.has(name)) kept.push(bytes.subarray(at, next));
    at = next;
  }
  if (!size) return undefined;
  const header = bytes.slice(0, HEADER_BYTES);
  viewOf(header).setUint32(4, 4 + kept.reduce((sum, part) => sum + part.length, 0), true);
  return { bytes: joinParts([header, ...kept], bytes), ...size };
}
