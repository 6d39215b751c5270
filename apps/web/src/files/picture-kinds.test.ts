import { IMAGE_RULES, PDF_RULES, UPLOAD_RULES } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { acceptOf, isConverted, isTaken, namedPictureKind, pictureKindOf } from "./picture-kinds.ts";

const text = (content: string): number[] => [...new TextEncoder().encode(content)];
const box = (brand: string): number[] => [0, 0, 0, 24, ...text(`ftyp${brand}`)];

describe("kinds of pictures", () => {
  test.each([
    { given: "a JPEG", bytes: [0xff, 0xd8, 0xff, 0xe0], kind: "jpeg" },
    { given: "a PNG", bytes: [0x89, 0x50, 0x4e, 0x47], kind: "png" },
    { given: "a GIF", bytes: [0x47, 0x49, 0x46, 0x38], kind: "gif" },
    { given: "a photo of an iPhone", bytes: box("heic"), kind: "heic" },
    { given: "a HEIF picture", bytes: box("mif1"), kind: "heic" },
    { given: "a WebP", bytes: [...text("RIFF"), 9, 0, 0, 0, ...text("WEBP")], kind: "webp" },
    { given: "a sound", bytes: [...text("RIFF"), 9, 0, 0, 0, ...text("WAVE")], kind: undefined },
    { given: "a film", bytes: box("qt  "), kind: undefined },
    { given: "a text", bytes: text("he"), kind: undefined },
    { given: "nothing", bytes: [], kind: undefined },
  ])("[PHOTO-01] [FILE-10] $given is $kind by its first bytes", ({ bytes, kind }) => {
    expect(pictureKindOf(Uint8Array.from(bytes))).toBe(kind);
  });

  test("[FILE-10] the extension names the kind, in any case", () => {
    expect(["a.JPEG", "b.HeIc", "c.heif", "d.pdf", "e"].map(namedPictureKind)).toEqual([
      "jpeg",
      "heic",
      "heic",
      undefined,
      undefined,
    ]);
  });

  test("[FILE-06] [CONN-48] a person's WebP is not taken, a service's is converted", () => {
    expect(
      (["person", "service"] as const).map((source) => [isTaken("webp", source), isConverted("webp", source)]),
    ).toEqual([
      [false, false],
      [true, true],
    ]);
    expect([isTaken("gif", "service"), isConverted("gif", "service"), isConverted("heic", "person")]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("[FILE-10] a file input offers what its rules take, and HEIC where pictures are taken", () => {
    expect(acceptOf(IMAGE_RULES)).toBe(".jpg,.jpeg,.png,.gif,.heic,.heif");
    expect(acceptOf(PDF_RULES)).toBe(".pdf");
    expect(acceptOf(UPLOAD_RULES)).toBe(".jpg,.jpeg,.png,.gif,.pdf,.doc,.xls,.docx,.xlsx,.csv,.heic,.heif");
  });
});
