import { joinParts, viewOf } from "./bytes.ts";
import { crc32 } from "./crc32.ts";
import { readOrientation, writeOrientation, type Orientation } from "./orientation.ts";
import { PNG_SIGNATURE, readPngChunks } from "./png-chunks.ts";

/** Chunks that decoders need: pixels, colors and profile, alpha, animation frames, pixel size. */
const NEEDED = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs acTL fcTL fdAT".split(" "),
);

/** Chunks with a capital first letter are critical. */
const isCritical = (name: string): boolean => /^[A-Z]/.test(name);

function exifChunk(orientation: Orientation): Uint8Array {
  const content = writeOrientation(orientation);
  const chunk = new Uint8Array(content.length + 12);
  chunk.set(new TextEncoder().encode("eXIf"), 4);
  chunk.set(content, 8);
  viewOf(chunk).setUint32(0, content.length);
  viewOf(chunk).setUint32(8 + content.length, crc32(chunk.subarray(4, 8 + content.length)));
  return chunk;
}

/** See `stripPicture`. */
export function stripPng(bytes: Uint8Array): Uint8Array | undefined {
  const kept: Uint8Array[] = [];
  let orientation: Orientation | undefined;
  let hasPixels = false;
  for (const chunk of readPngChunks(bytes)) {
    if (chunk === "broken") return undefined;
    const { name, content } = chunk;
    if (name === "eXIf") orientation ??= readOrientation(content);
    if (kept.length === 0 && (name !== "IHDR" || content.length !== 13)) return undefined;
    if (NEEDED.has(name)) kept.push(chunk.bytes);
    else if (isCritical(name)) return undefined;
    hasPixels ||= name === "IDAT";
  }
  if (!hasPixels) return undefined;
  // After the header, where it is allowed.
  if (orientation !== undefined && orientation !== 1) kept.splice(1, 0, exifChunk(orientation));
  const signature = Uint8Array.from(PNG_SIGNATURE, (letter) => letter.charCodeAt(0));
  return joinParts([signature, ...kept], bytes);
}
