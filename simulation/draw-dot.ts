import { crc32, deflateSync } from "node:zlib";

const HEAD = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const SIZE = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);

/** Draws a PNG of one pixel in a 24-bit color: small, but complete enough for the server to draw. */
export function drawDot(color: number): Uint8Array {
  const pixel = deflateSync(Buffer.from([0, (color >> 16) & 255, (color >> 8) & 255, color & 255]));
  return Uint8Array.from(
    Buffer.concat([HEAD, chunk("IHDR", SIZE), chunk("IDAT", pixel), chunk("IEND", Buffer.alloc(0))]),
  );
}

/** Builds a chunk of a PNG: the length of its content, its type and content, and their checksum. */
function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(content.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}
