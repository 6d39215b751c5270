import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readHeic, type Transform } from "./read-heic.ts";

/*
 * Both files show a picture of 240x120 that is stored as 120x240 and turned to the right. An HEVC encoder (x265, through heif-enc 1.15)
 * coded our own drawing; libheif decodes both. `turned.heic` is one picture. `grid.heic` is laid out as phones do: tiles of 64x128, two by two,
 * of which 120x240 are shown; the size of the grid stands in `idat`.
 */
const open = (name: string): Buffer => readFileSync(new URL(`./testing/${name}.heic`, import.meta.url));
const turned = open("turned");
const grid = open("grid");

/** Where a point of the stored picture is in the upright one. */
const move = ([a, b, c, d, e, f]: Transform, [x, y]: readonly [number, number]) => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** The file with other bytes in the place of the first ones that fit. */
function replace(file: Buffer, from: string, to: string): Buffer {
  const changed = Buffer.from(file);
  changed.write(to, changed.indexOf(from, 0, "latin1"), "latin1");
  return changed;
}

describe("a HEIC file", () => {
  test("[FILE-10] of one picture is what a decoder of HEVC takes", () => {
    const { codec, description, tiles, columns, tileSize, size } = readHeic(turned);
    // Profile 3, compatible with 1, 2 and 3 (0x7000_0000, which is 0xE backwards), main tier, level 30, no constraints.
    expect(codec).toBe("hvc1.3.E.L30");
    // Version 1 of the record.
    expect([description[0], tiles.length, columns]).toEqual([1, 1, 1]);
    expect([tileSize, size]).toEqual([
      { width: 120, height: 240 },
      { width: 240, height: 120 },
    ]);
    // NAL units behind their length in four bytes fill the item.
    const [bytes = new Uint8Array()] = tiles;
    let units = 0;
    for (let at = 0; at < bytes.length; units += 1) at += 4 + Buffer.from(bytes).readUInt32BE(at);
    expect(units).toBe(1);
  });

  test("[FILE-10] names its constraints and the high tier in the codec", () => {
    // As phones write it: compatible with 1 and 2 (0x6000_0000), high tier, level 93 (0x5d), progressive frames only (0xb0).
    const record = "\u0001\u0003\u0070\0\0\0\0\0\0\0\0\0\u001e";
    const other = "\u0001\u0023\u0060\0\0\0\u00b0\0\0\0\0\0\u005d";
    expect(readHeic(replace(turned, record, other)).codec).toBe("hvc1.3.6.H93.B0");
  });

  test("[FILE-10] of a grid has its tiles row by row, and the size that is shown of them", () => {
    const { tiles, columns, tileSize, size } = readHeic(grid);
    expect([tiles.map(({ length }) => length), columns]).toEqual([[153, 86, 113, 35], 2]);
    expect([tileSize, size]).toEqual([
      { width: 64, height: 128 },
      { width: 240, height: 120 },
    ]);
  });

  test.each([
    // Three quarter turns to the left: what is on the left below comes up to the left.
    { what: "irot 3", from: "irot\u0003", to: "irot\u0003", upperLeft: [0, 240], size: [240, 120] },
    { what: "irot 1", from: "irot\u0003", to: "irot\u0001", upperLeft: [120, 0], size: [240, 120] },
    { what: "irot 2", from: "irot\u0003", to: "irot\u0002", upperLeft: [120, 240], size: [120, 240] },
    // As libheif draws them: 0 exchanges top and bottom, 1 left and right.
    { what: "imir 0", from: "irot\u0003", to: "imir\u0000", upperLeft: [0, 240], size: [120, 240] },
    { what: "imir 1", from: "irot\u0003", to: "imir\u0001", upperLeft: [120, 0], size: [120, 240] },
  ])("[FILE-10] is turned and mirrored by $what", ({ from, to, upperLeft, size }) => {
    const read = readHeic(replace(turned, from, to));
    const [x = 0, y = 0] = upperLeft;
    expect(move(read.transform, [x, y]).map((value) => value + 0)).toEqual([0, 0]);
    expect([read.size.width, read.size.height]).toEqual(size);
    // The corner that was opposite is opposite.
    expect(move(read.transform, [120 - x, 240 - y])).toEqual(size);
  });

  test("[FILE-10] that is cut off or not HEVC throws, wherever it is cut", () => {
    for (const file of [turned, grid])
      for (let length = 0; length < file.length; length += 1)
        expect(() => readHeic(file.subarray(0, length)), String(length)).toThrow(Error);
    expect(() => readHeic(replace(turned, "hvc1", "av01"))).toThrow("The picture is not HEVC.");
    expect(() => readHeic(replace(grid, "irot\u0003", "clap\u0003"))).toThrow("clap is not known here.");
    expect(() => readHeic(replace(grid, "dimg", "xxxx"))).toThrow("A grid has no tiles.");
    // A grid of 120x240 in tiles of 64x128, said to be 60 or 129 wide.
    for (const width of ["\0\u003c", "\0\u0081"])
      expect(() => readHeic(replace(grid, "\u0001\u0001\0\u0078\0\u00f0", `\u0001\u0001${width}\0\u00f0`))).toThrow(
        "Tiles do not fit the picture.",
      );
  });
});
