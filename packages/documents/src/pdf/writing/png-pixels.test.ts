import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawLogo, drawPhoto } from "#pdf/testing/draw-png.ts";
import { readPng, unpackPng, type Png } from "#pdf/writing/png-pixels.ts";

const bytesOf = async (picture: sharp.Sharp): Promise<Uint8Array> => new Uint8Array(await picture.toBuffer());

/** As every other reader shows it: colors of palettes looked up, gray of few bits spread. */
function shown(png: Png): readonly number[] {
  const pixels = unpackPng(png);
  if (png.colorType !== 3)
    return Array.from(pixels, (each) => (png.depth < 8 ? (each * 255) / (2 ** png.depth - 1) : each));
  return Array.from(pixels).flatMap((index) => [...png.palette.subarray(index * 3, index * 3 + 3)]);
}

describe("pixels of a PNG", () => {
  test.each([
    { given: "colors with transparency", of: () => sharp(drawLogo()).png(), colorType: 6, depth: 8 },
    { given: "the same in passes", of: () => sharp(drawLogo()).png({ progressive: true }), colorType: 6, depth: 8 },
    {
      given: "colors",
      of: () => sharp(drawPhoto(37, 23)).removeAlpha().png({ progressive: true }),
      colorType: 2,
      depth: 8,
    },
    {
      given: "gray",
      of: () => sharp(drawPhoto(37, 23)).removeAlpha().toColourspace("b-w").png({ progressive: true }),
      colorType: 0,
      depth: 8,
    },
    {
      given: "gray with transparency",
      of: () => sharp(drawLogo()).toColourspace("b-w").png({ progressive: true }),
      colorType: 4,
      depth: 8,
    },
    {
      given: "a palette of two bits in passes",
      of: () => sharp(drawPhoto(37, 23)).removeAlpha().png({ palette: true, colours: 4, progressive: true, dither: 0 }),
      colorType: 3,
      depth: 2,
    },
  ])("[PAPER-24] of $given are those that another reader sees", async ({ of, colorType, depth }) => {
    const bytes = await bytesOf(of());
    const png = readPng(bytes);
    expect({ colorType: png.colorType, depth: png.depth }).toEqual({ colorType, depth });
    const reader = colorType === 0 ? sharp(bytes).toColourspace("b-w") : sharp(bytes);
    const { data, info } = await reader.raw().toBuffer({ resolveWithObject: true });
    const pixels = shown(png);
    const samples = pixels.length / (png.width * png.height);
    // A reader may tell gray as red, green and blue.
    const band = (sample: number): number => (sample === samples - 1 ? info.channels - 1 : sample);
    const read = pixels.map((_, at) => data[Math.floor(at / samples) * info.channels + band(at % samples)] ?? NaN);
    expect(Buffer.compare(Buffer.from(pixels), Buffer.from(read))).toBe(0);
  });

  test("[PAPER-08] data that end too early are reported instead of printed", async () => {
    const png = readPng(await bytesOf(sharp(drawLogo()).png()));
    expect(() => unpackPng({ ...png, height: png.height + 1 })).toThrow("The picture ends too early.");
  });
});
