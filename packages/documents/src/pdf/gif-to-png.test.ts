import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { gifToPng, isGif } from "#pdf/gif-to-png.ts";
import { DocumentFileError, fileOf } from "#pdf/document-file.ts";
import { drawLogo, drawPhoto } from "#pdf/testing/draw-png.ts";

const gifOf = async (png: Uint8Array): Promise<Uint8Array> => new Uint8Array(await sharp(png).gif().toBuffer());

/** The same file with its rows meant in another order, which every reader has to follow. */
function interlaced(gif: Uint8Array, width: number, height: number): Uint8Array {
  const descriptor = Buffer.from([0x2c, 0, 0, 0, 0, width & 255, width >> 8, height & 255, height >> 8]);
  const at = Buffer.from(gif).indexOf(descriptor);
  if (at === -1) throw new Error("the GIF holds no picture");
  return gif.map((byte, index) => (index === at + 9 ? byte | 0x40 : byte));
}

const pixelsOf = (picture: Uint8Array): Promise<Buffer> => sharp(picture).ensureAlpha().raw().toBuffer();

describe("a GIF as a PNG", () => {
  test.each([
    { given: "a logo with clear parts", png: drawLogo() },
    { given: "a photo", png: drawPhoto(301, 203) },
    { given: "one pixel", png: drawPhoto(1, 1) },
  ])("[PAPER-18] $given has the same pixels", async ({ png }) => {
    const gif = await gifOf(png);
    expect(isGif(gif)).toBe(true);
    const pixels = await pixelsOf(gif);
    expect((await pixelsOf(gifToPng(gif))).equals(pixels)).toBe(true);
  });

  test("[PAPER-18] an interlaced photo has its rows in order", async () => {
    const gif = interlaced(await gifOf(drawPhoto(97, 61)), 97, 61);
    expect((await pixelsOf(gifToPng(gif))).equals(await pixelsOf(gif))).toBe(true);
  });

  test("[PAPER-18] noise, which needs every code, has the same pixels", async () => {
    const noise = await sharp({
      create: {
        width: 300,
        height: 200,
        channels: 3,
        background: "#fff",
        noise: { type: "gaussian", mean: 128, sigma: 60 },
      },
    })
      .gif({ dither: 0 })
      .toBuffer();
    const gif = new Uint8Array(noise);
    expect((await pixelsOf(gifToPng(gif))).equals(await pixelsOf(gif))).toBe(true);
  });

  test("[PAPER-08] [PAPER-18] a cut-off GIF is refused with its name", async () => {
    const bytes = (await gifOf(drawLogo())).subarray(0, 60);
    const files = new Map([["7", { name: "logo.gif", contentType: "image/gif", bytes }]]);
    expect(() => fileOf(files, "7")).toThrow(DocumentFileError);
    expect(() => fileOf(files, "7")).toThrow('The file "logo.gif" is a broken picture');
  });
});
