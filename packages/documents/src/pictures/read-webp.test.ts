import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readWebp } from "#pictures/read-webp.ts";

const SECRET = "SECRET-41.8781N";
const drawn = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 4, background: "#2ab0da80", noise: { type: "gaussian", mean: 128, sigma: 40 } },
  });
const pixelsOf = (bytes: Uint8Array): Promise<Buffer> => sharp(bytes).ensureAlpha().raw().toBuffer();

test.each([
  { what: "lossy", options: { quality: 60 } },
  { what: "lossless", options: { lossless: true } },
])("[CONN-42] a $what WebP loses its metadata and keeps its pixels", async ({ options }) => {
  const plain = await drawn(61, 33).removeAlpha().webp(options).toBuffer();
  const taken = await drawn(61, 33)
    .webp(options)
    .withIccProfile("p3")
    .withExif({ IFD0: { Make: SECRET }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "41/1 52/1 41/1" } })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`)
    .toBuffer();
  expect(taken.includes(SECRET)).toBe(true);
  const read = readWebp(taken);
  expect([read?.width, read?.height]).toEqual([61, 33]);
  const bytes = Buffer.from(read?.bytes ?? []);
  expect(bytes.includes(SECRET)).toBe(false);
  const seen = await sharp(bytes).metadata();
  expect([seen.exif, seen.xmp, seen.icc === undefined, seen.hasAlpha]).toEqual([undefined, undefined, false, true]);
  expect((await pixelsOf(bytes)).equals(await pixelsOf(taken))).toBe(true);
  // Twice changes nothing, and neither does a picture without any.
  expect(readWebp(bytes)?.bytes).toBe(bytes);
  expect(readWebp(plain)).toEqual({ bytes: plain, width: 61, height: 33 });
  expect(readWebp(plain)?.bytes).toBe(plain);
});

test("[CONN-43] a truncated file or another type is not read, with any bytes", async () => {
  const whole = await drawn(20, 10).webp().toBuffer();
  for (let length = 0; length < whole.length; length += 1) expect(readWebp(whole.subarray(0, length))).toBeUndefined();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
      const riff = Buffer.concat([
        Buffer.from("RIFF"),
        Buffer.from([noise.length, 0, 0, 0]),
        Buffer.from("WEBP"),
        noise,
      ]);
      return (readWebp(riff)?.bytes.length ?? 0) <= riff.length && readWebp(noise) === undefined;
    }),
  );
});
