import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { DocumentFileError } from "#pdf/document-file.ts";
import { drawLogo, drawPhoto, drawPng, drawSignature, type Rgba } from "#pdf/testing/draw-png.ts";
import { embedPicture } from "#pdf/writing/embedded-picture.ts";
import { createPdfFile, type PdfFile } from "#pdf/writing/pdf-file.ts";

/** A file that keeps what is put into it to be looked at. */
function watchedFile(): { file: PdfFile; entries: string[] } {
  const file = createPdfFile();
  const entries: string[] = [];
  return {
    entries,
    file: {
      ...file,
      addStream: (data, told = "", kind = "text") => {
        entries.push(told);
        return file.addStream(data, told, kind);
      },
      addPacked: (data, told) => {
        entries.push(told);
        return file.addPacked(data, told);
      },
    },
  };
}

const embed = async (picture: sharp.Sharp, contentType = "image/png") => {
  const { file, entries } = watchedFile();
  const bytes = new Uint8Array(await picture.toBuffer());
  return { ...embedPicture(file, "photo", { contentType, bytes }), entries };
};

describe("pictures in a PDF", () => {
  test("[PAPER-24] a PNG without transparency is embedded without repacking", async () => {
    const { entries } = await embed(sharp(drawPhoto(20, 10)).removeAlpha().png());
    expect(entries).toHaveLength(1);
    expect(entries[0]).toContain("/Predictor 15/Colors 3/BitsPerComponent 8/Columns 20");
  });

  test("[PAPER-24] transparency is kept apart from the colors, and left out if every pixel is solid", async () => {
    const { entries } = await embed(sharp(drawLogo()).png());
    expect(entries).toHaveLength(2);
    expect(entries[1]).toMatch(/\/ColorSpace\/DeviceRGB.*\/SMask \d+ 0 R/);
    expect((await embed(sharp(drawPhoto(20, 10)).png())).entries).toHaveLength(1);
  });

  test("[FILE-12] a photo goes into a PDF without where, when and with what it was taken", async () => {
    const { file } = watchedFile();
    const taken = await sharp(drawPhoto(20, 10))
      .jpeg()
      .withExif({ IFD0: { Make: "SECRET" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "41/1 52/1 41/1" } })
      .toBuffer();
    const packed: Uint8Array[] = [];
    const watched = {
      ...file,
      addPacked: (data: Uint8Array, told: string) => (packed.push(data), file.addPacked(data, told)),
    };
    embedPicture(watched, "photo", { contentType: "image/jpeg", bytes: taken });
    expect(taken.includes("Exif")).toBe(true);
    expect(Buffer.concat(packed).includes("Exif")).toBe(false);
  });

  test.each<{ what: string; picture: Uint8Array; isInk: boolean }>([
    { what: "a signature", picture: drawSignature(0), isInk: true },
    { what: "nothing at all", picture: drawPng(20, 10, () => [0, 0, 0, 0]), isInk: true },
    {
      // As a canvas gives it back: at 10 of 255 a color is known in steps of 25.
      what: "faint edges whose color is off by less than can be printed",
      picture: drawPng(20, 10, (x): Rgba => (x < 5 ? [15, 24, 29, 255] : [25, 25, 25, 10])),
      isInk: true,
    },
    {
      what: "faint edges of another color",
      picture: drawPng(20, 10, (x): Rgba => (x < 5 ? [15, 24, 29, 255] : [41, 24, 29, 10])),
      isInk: false,
    },
    { what: "a logo of two colors", picture: drawLogo(), isInk: false },
  ])(
    "[PAPER-27] $what: one ink is one pixel beside its mask, several are stored pixel by pixel: $isInk",
    async (sample) => {
      const { entries } = await embed(sharp(sample.picture).png());
      const { width, height } = await sharp(sample.picture).metadata();
      expect(entries).toHaveLength(2);
      expect(entries[0]).toContain(`/Width ${width}/Height ${height}/ColorSpace/DeviceGray`);
      const size = sample.isInk ? "/Width 1/Height 1" : `/Width ${width}/Height ${height}`;
      expect(entries[1]).toContain(`${size}/ColorSpace/DeviceRGB`);
      expect(entries[1]).toMatch(/\/SMask \d+ 0 R/);
    },
  );

  test("[PAPER-24] clear colors of a palette are clear on paper", async () => {
    const { entries } = await embed(sharp(drawLogo()).png({ palette: true }));
    expect(entries.at(-1)).toMatch(/\/ColorSpace\[\/Indexed\/DeviceRGB \d+<[0-9a-f]+>\].*\/SMask/);
  });

  // EXIF orientation says where the first row and the first column of a picture are seen.
  test.each([
    { orientation: 1, first: "upper left", right: "upper right" },
    { orientation: 2, first: "upper right", right: "upper left" },
    { orientation: 3, first: "lower right", right: "lower left" },
    { orientation: 4, first: "lower left", right: "lower right" },
    { orientation: 5, first: "upper left", right: "lower left" },
    { orientation: 6, first: "upper right", right: "lower right" },
    { orientation: 7, first: "lower right", right: "upper right" },
    { orientation: 8, first: "lower left", right: "upper left" },
  ])("[PAPER-24] a photo of orientation $orientation stands upright", async ({ orientation, first, right }) => {
    const { placeIn, entries } = await embed(
      sharp(drawPhoto(40, 30)).removeAlpha().jpeg().withMetadata({ orientation }),
      "image/jpeg",
    );
    expect(entries[0]).toContain(
      "/Filter/DCTDecode/Type/XObject/Subtype/Image/Width 40/Height 30/ColorSpace/DeviceRGB",
    );
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = placeIn({ x: 100, y: 200, width: 8, height: 6 });
    const corner = (u: number, v: number): string =>
      `${f + b * u + d * v === 206 ? "upper" : "lower"} ${e + a * u + c * v === 100 ? "left" : "right"}`;
    expect(corner(0, 1)).toBe(first);
    expect(corner(1, 1)).toBe(right);
  });

  test("[PAPER-08] a picture whose pixels end too early is refused with its name", async () => {
    const bytes = new Uint8Array(await sharp(drawLogo()).png().toBuffer());
    // Higher than its data; the checksum of the part is that of the lie.
    const header = Buffer.from(bytes.subarray(12, 29));
    header.writeUInt32BE(400, 8);
    const { crc32 } = await import("#pictures/crc32.ts");
    bytes.set(header, 12);
    new DataView(bytes.buffer).setUint32(29, crc32(bytes.subarray(12, 29)));
    const { file } = watchedFile();
    const embedBroken = () => embedPicture(file, "7", { name: "logo.png", contentType: "image/png", bytes });
    expect(embedBroken).toThrow(DocumentFileError);
    expect(embedBroken).toThrow('The file "logo.png" is a broken picture, so it cannot be printed.');
  });
});
