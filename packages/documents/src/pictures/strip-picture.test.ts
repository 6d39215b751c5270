import fc from "fast-check";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { readPictureHeader } from "#pictures/picture-header.ts";
import { stripPicture } from "#pictures/strip-picture.ts";

const ascii = (text: string): Buffer => Buffer.from(text, "latin1");
const joined = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));
const insertedAt = (bytes: Uint8Array, at: number, ...parts: Uint8Array[]): Uint8Array =>
  joined(bytes.subarray(0, at), ...parts, bytes.subarray(at));

const segment = (marker: number, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff]), content]);
const chunk = (name: string, content: Uint8Array): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length);
  // The checksum is not checked: dropped bytes need no trust.
  return Buffer.concat([size, ascii(name), content, Buffer.alloc(4)]);
};

/** What no stripped picture may hold: position, device, time, words, thumbnails. */
const SECRET = "SECRET-41.8781N";
const holdsSecret = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes(SECRET);

const drawn = () =>
  sharp({
    create: {
      width: 48,
      height: 24,
      channels: 3,
      background: "#fff",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });
const pixelsOf = (bytes: Uint8Array): Promise<Buffer> => sharp(bytes).autoOrient().removeAlpha().raw().toBuffer();

/** A photo as cameras write it, with a secret in every place that has room for one. */
async function photo({ orientation = 6, progressive = false } = {}): Promise<Uint8Array> {
  const taken = await drawn()
    .jpeg({ progressive })
    .withMetadata({ orientation })
    .withIccProfile("p3")
    .withExif({
      IFD0: { Make: SECRET, DateTime: "2026:05:14 14:24:08" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "41/1 52/1 41/1", GPSMapDatum: SECRET },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`)
    .toBuffer();
  const extras = [
    segment(0xe0, ascii(`JFXX\0\x10${SECRET}`)),
    segment(0xe1, ascii(`http://ns.adobe.com/xmp/extension/\0${SECRET}`)),
    segment(0xe2, ascii(`MPF\0${SECRET}`)),
    segment(0xed, ascii(`Photoshop 3.0\0${SECRET}`)),
    segment(0xeb, ascii(SECRET)),
    segment(0xfe, ascii(SECRET)),
  ];
  return joined(insertedAt(taken, 2, ...extras), taken, ascii(SECRET));
}

async function png(): Promise<Uint8Array> {
  const plain = await drawn()
    .png()
    .withIccProfile("p3")
    .withExif({ IFD0: { Make: SECRET } })
    .toBuffer();
  const texts = ["tEXt", "zTXt", "iTXt", "tIME", "eXIf", "caBX", "iDOT"].map((name) => chunk(name, ascii(SECRET)));
  return joined(insertedAt(plain, 33, ...texts), ascii(SECRET));
}

async function gif(): Promise<Uint8Array> {
  const frames = await sharp([await drawn().png().toBuffer(), await drawn().png().toBuffer()], {
    join: { animated: true },
  })
    .gif({ loop: 3 })
    .toBuffer();
  const start = 13 + ((frames[10] ?? 0) & 0x80 ? 3 * 2 ** (((frames[10] ?? 0) & 7) + 1) : 0);
  const blocks = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), ascii(text), Buffer.from([0])]);
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe]), blocks(SECRET)]);
  const xmp = Buffer.concat([Buffer.from([0x21, 0xff, 11]), ascii("XMP DataXMP"), blocks(SECRET)]);
  return joined(insertedAt(frames, start, comment, xmp), ascii(SECRET));
}

/** The names of a JPEG's segments, up to its pixels. */
function markersOf(bytes: Uint8Array): string[] {
  const markers: string[] = [];
  for (let at = 2; bytes[at] === 0xff && bytes[at + 1] !== 0xda; at += 2 + Buffer.from(bytes).readUInt16BE(at + 2))
    markers.push((bytes[at + 1] ?? 0).toString(16));
  return markers;
}

describe("a photo's position, device and time", () => {
  const pictures: Record<string, Uint8Array> = {};
  beforeAll(async () => {
    pictures["jpeg"] = await photo();
    pictures["progressive jpeg"] = await photo({ progressive: true });
    pictures["png"] = await png();
    pictures["gif"] = await gif();
  });
  const NAMES = ["jpeg", "progressive jpeg", "png", "gif"];
  const picture = (name: string): Uint8Array => pictures[name] ?? new Uint8Array();

  test.each(NAMES)("[FILE-12] are taken out of a %s, and its pixels stay", async (name) => {
    const stripped = stripPicture(picture(name)) ?? new Uint8Array();
    expect(holdsSecret(picture(name))).toBe(true);
    expect(holdsSecret(stripped)).toBe(false);
    expect((await pixelsOf(stripped)).equals(await pixelsOf(picture(name)))).toBe(true);
    const { icc, exif, xmp, pages } = await sharp(stripped).metadata();
    expect(icc?.length).toBe((await sharp(picture(name)).metadata()).icc?.length);
    expect(pages).toBe((await sharp(picture(name)).metadata()).pages);
    expect([exif?.length ?? 0, xmp]).toEqual([name.endsWith("jpeg") ? 32 : 0, undefined]);
  });

  test.each(NAMES)("[FILE-12] stripping a %s again changes nothing", (name) => {
    const stripped = stripPicture(picture(name));
    expect(stripped && stripPicture(stripped)).toBe(stripped);
  });

  test.each(["jpeg", "progressive jpeg", "png"])(
    "[FILE-12] a %s that breaks off is refused, wherever it does",
    (name) => {
      const stripped = stripPicture(picture(name)) ?? new Uint8Array();
      for (let length = 0; length < stripped.length; length += 1)
        expect(stripPicture(stripped.subarray(0, length))).toBeUndefined();
    },
  );

  test("[FILE-12] a GIF that breaks off inside of a frame is refused; one that lacks its trailer gets it", () => {
    const stripped = stripPicture(picture("gif")) ?? new Uint8Array();
    expect(stripPicture(stripped.subarray(0, -1))).toEqual(stripped);
    for (let missing = 2; missing < 40; missing += 1)
      expect(stripPicture(stripped.subarray(0, -missing))).toBeUndefined();
  });

  test.each(NAMES)(
    "[FILE-12] no damage to a %s makes stripping throw, or its result differ when stripped again",
    (name) => {
      const whole = picture(name);
      const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
      fc.assert(
        fc.property(damage, (changes) => {
          const damaged = whole.slice();
          for (const [at, byte] of changes) damaged[at] = byte;
          const stripped = stripPicture(damaged);
          if (stripped) expect(stripPicture(stripped)).toBe(stripped);
          readPictureHeader(damaged);
        }),
        { numRuns: 200, seed: 30 },
      );
    },
  );

  test("[FILE-12] nothing but a picture is stripped", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(stripPicture(bytes)).toBeUndefined();
      }),
      { numRuns: 200, seed: 30 },
    );
    expect(stripPicture(ascii("%PDF-1.7"))).toBeUndefined();
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "[FILE-12] a JPEG keeps orientation %i, and nothing of an upright one",
    async (orientation) => {
      const stripped = stripPicture(await photo({ orientation })) ?? new Uint8Array();
      const { orientation: kept } = await sharp(stripped).metadata();
      expect(kept ?? 1).toBe(orientation);
      expect(markersOf(stripped).includes("e1")).toBe(orientation !== 1);
      expect(readPictureHeader(stripped)).toEqual({ format: "jpeg", width: 48, height: 24, orientation });
    },
  );

  test("[FILE-12] a turned PNG keeps its orientation", async () => {
    const turned = await drawn()
      .png()
      .withMetadata({ orientation: 8 })
      .withExifMerge({ IFD0: { Make: SECRET } })
      .toBuffer();
    const stripped = stripPicture(turned) ?? new Uint8Array();
    expect(holdsSecret(stripped)).toBe(false);
    expect((await sharp(stripped).metadata()).orientation).toBe(8);
    expect(stripPicture(stripped)).toBe(stripped);
  });

  test("[FILE-08] [FILE-12] a picture without any stays the same bytes", async () => {
    for (const plain of [
      await drawn().jpeg().toBuffer(),
      await drawn().png().toBuffer(),
      await drawn().gif().toBuffer(),
    ])
      expect(stripPicture(plain)).toBe(plain);
  });

  test("[FILE-12] a JFIF thumbnail goes; how colors are coded stays", async () => {
    const plain = await drawn().toColourspace("cmyk").jpeg().toBuffer();
    const withThumbnail = insertedAt(
      plain,
      2,
      segment(0xe0, joined(ascii("JFIF\0\x01\x02\0\0\x01\0\x01\x02\x01"), ascii("SECRET"))),
    );
    const stripped = stripPicture(withThumbnail) ?? new Uint8Array();
    expect(markersOf(stripped).slice(0, 2)).toEqual(["e0", "ee"]);
    expect(Buffer.from(stripped.subarray(2, 22))).toEqual(
      Buffer.concat([segment(0xe0, ascii("JFIF\0\x01\x02\0\0\x01\0\x01\0\0")), Buffer.from([0xff, 0xee])]),
    );
    expect(await pixelsOf(stripped)).toEqual(await pixelsOf(plain));
  });

  test("[FILE-12] bytes between segments, which decoders skip, go too", async () => {
    const plain = Uint8Array.from(await drawn().jpeg().toBuffer());
    expect(stripPicture(insertedAt(plain, 2, ascii(SECRET)))).toEqual(plain);
  });

  test("a program's own variant of PNG, which decoders cannot read, is refused", async () => {
    const plain = await drawn().png().toBuffer();
    expect(stripPicture(insertedAt(plain, 8, chunk("CgBI", ascii("abcd"))))).toBeUndefined();
    expect(stripPicture(insertedAt(plain, 33, chunk("ABCD", ascii("abcd"))))).toBeUndefined();
  });
});
