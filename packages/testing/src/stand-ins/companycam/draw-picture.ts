import { crc32, deflateSync } from "node:zlib";

/* Pictures of an invented house as PNG, with metadata as cameras write it. */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Written into each picture; a stripped picture must not have it. */
export const SECRET_PLACE = "GPS 38.9512,-94.6839";

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

type Color = readonly [red: number, green: number, blue: number];

/** Sky, roof, wall, window and lawn; another roof and another light for each number. */
function colorAt(x: number, y: number, number: number): Color {
  const roof: Color = [90 + ((number * 37) % 120), 60 + ((number * 53) % 60), 50 + ((number * 29) % 80)];
  const isRoof = y > 0.25 && y < 0.5 && Math.abs(x - 0.5) < (y - 0.25) * 1.4 + 0.08;
  const isWall = y >= 0.5 && y < 0.82 && Math.abs(x - 0.5) < 0.36;
  const isWindow = isWall && y > 0.57 && y < 0.7 && Math.abs(Math.abs(x - 0.5) - 0.18) < 0.07;
  if (isRoof) return Math.floor(y * 60) % 2 === 0 ? roof : [roof[0] - 14, roof[1] - 14, roof[2] - 14];
  if (isWindow) return [70, 92, 112];
  if (isWall) return Math.floor(y * 40) % 2 === 0 ? [226, 221, 208] : [214, 208, 194];
  return y < 0.8 ? [150 + ((number * 7) % 60), 190, 226] : [96, 142, 78];
}

/** The picture of a photo, the same for the same number. Sides in pixels. */
export function drawPicture(
  number: number,
  { width, height }: { width: number; height: number },
  { isPacked = true } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      rows.set(colorAt(x / width, y / height, number), y * (1 + width * 3) + 1 + x * 3);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("tEXt", Buffer.from(`Comment\0${SECRET_PLACE}`, "latin1")),
    chunk("IDAT", deflateSync(rows, isPacked ? {} : { level: 0 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
