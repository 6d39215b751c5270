import { crc32, deflateSync } from "node:zlib";

/* Pictures for tests, made pixel by pixel. */

export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, check]);
}

/** A PNG picture with transparency. */
export function drawPng(width: number, height: number, colorAt: (x: number, y: number) => Rgba): Uint8Array {
  const rows = Buffer.alloc(height * (1 + width * 4));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows.set(colorAt(x, y), y * (1 + width * 4) + 1 + x * 4);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk("IHDR", header),
      chunk("IDAT", deflateSync(rows)),
      chunk("IEND", new Uint8Array()),
    ]),
  );
}

const CLEAR: Rgba = [0, 0, 0, 0];

/** Two roofs above each other. */
export const drawLogo = (): Uint8Array =>
  drawPng(320, 200, (x, y) => {
    const slope = Math.abs(x - 160) * 0.72;
    if (y > 20 + slope && y < 48 + slope) return [15, 24, 29, 255];
    if (y > 90 + slope && y < 118 + slope && Math.abs(x - 160) < 100) return [42, 176, 218, 255];
    return CLEAR;
  });

/** A line that a person could have drawn. */
export const drawSignature = (seed: number): Uint8Array =>
  drawPng(600, 160, (x, y) => {
    const swing = Math.exp(-x / 420);
    const middle = 84 + Math.sin(x / (11 + seed)) * 52 * swing + Math.sin(x / 47 + seed) * 14;
    const steep = 1 + (Math.abs(Math.cos(x / (11 + seed))) * 52 * swing) / (11 + seed);
    return x > 12 && x < 560 && Math.abs(y - middle) < 2.6 * steep ? [24, 43, 82, 255] : CLEAR;
  });

/** A photo's stand-in: sky above ground. */
export const drawPhoto = (width: number, height: number): Uint8Array =>
  drawPng(width, height, (x, y) => {
    if (y > height * 0.7) return [120, 140, 100, 255];
    const isRoof = y > height * 0.3 && Math.abs(x - width / 2) < (y - height * 0.3) * 0.9;
    return isRoof ? [92, 84, 80, 255] : [190, 214, 232, 255];
  });
