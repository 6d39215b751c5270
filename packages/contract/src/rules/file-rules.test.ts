import { describe, expect, test } from "vitest";
import { MAX_FILE_BYTES } from "#constants.ts";
import { fileExtension, fileUrl, isNoFile, NO_FILE_ID } from "#entities/file.ts";
import {
  checkFile,
  fileMessages,
  IMAGE_FAILURES,
  IMAGE_RULES,
  imageFailureMessage,
  UPLOAD_RULES,
  type FileRules,
} from "./file-rules.ts";

const ALL = "jpg, jpeg, png, gif, pdf, doc, xls, docx, xlsx, csv";

describe("files", () => {
  test("[FILE-01] an id of 64 zeros, or none, means no file", () => {
    expect(NO_FILE_ID).toBe("0000000000000000000000000000000000000000000000000000000000000000");
    expect([NO_FILE_ID, "", null, undefined].map(isNoFile)).toEqual([true, true, true, true]);
    expect(isNoFile("a".repeat(64))).toBe(false);
  });

  test.each([
    ["a.b.PDF", "pdf"],
    ["Roof.JPeG", "jpeg"],
    ["roof", ""],
    ["roof.", ""],
    [".png", ""],
    ["", ""],
  ])("[FILE-01] the extension of %o is %o", (name, extension) => {
    expect(fileExtension(name)).toBe(extension);
  });

  test("[FILE-09] the address of the bytes names file and company", () => {
    expect(fileUrl({ id: "ab".repeat(32), companyId: 7 })).toBe(`/api/Files/Download/${"ab".repeat(32)}?companyId=7`);
  });
});

describe("rules of files", () => {
  test("[VAL-23] an empty file is empty, also with a minimum", () => {
    const expected = ["File is empty."];
    expect(checkFile({ name: "a.png", size: 0 }, UPLOAD_RULES)).toEqual(expected);
    expect(checkFile({ name: "a.png", size: 0 }, { ...UPLOAD_RULES, minBytes: 1 })).toEqual(expected);
  });

  test.each([
    // 1,048,576 bytes are a megabyte; 2,000,000 / 1,048,576 = 1.907.
    { minBytes: 1_048_576, size: 1_048_575, message: "File must be at least 1 MB." },
    { minBytes: 2_000_000, size: 5, message: "File must be at least 1.9 MB." },
  ])("[VAL-24] [OP-79] $size bytes where $minBytes are the least: $message", ({ minBytes, size, message }) => {
    const rules: FileRules = { ...UPLOAD_RULES, minBytes };
    expect(checkFile({ name: "a.png", size }, rules)).toEqual([message]);
    expect(checkFile({ name: "a.png", size: minBytes }, rules)).toEqual([]);
  });

  test("[VAL-25] [FILE-04] [OP-79] 10,000,000 bytes pass, one more exceeds 9.5 MB", () => {
    expect(MAX_FILE_BYTES).toBe(10_000_000);
    expect(checkFile({ name: "a.png", size: 10_000_000 }, UPLOAD_RULES)).toEqual([]);
    // 10,000,000 / 1,048,576 = 9.5367.
    expect(checkFile({ name: "a.png", size: 10_000_001 }, UPLOAD_RULES)).toEqual(["File exceeds limit of 9.5 MB."]);
    expect(fileMessages.tooLarge(5_242_880)).toBe("File exceeds limit of 5 MB.");
  });

  test("[FILE-05] [VAL-26] ten types may be uploaded, in capitals as well", () => {
    for (const extension of ALL.split(", ")) {
      expect(checkFile({ name: `a.${extension}`, size: 1 }, UPLOAD_RULES)).toEqual([]);
      expect(checkFile({ name: `a.${extension.toUpperCase()}`, size: 1 }, UPLOAD_RULES)).toEqual([]);
    }
    for (const name of ["a.txt", "a.webp", "a.svg", "a.html", "png", "a.png.exe"])
      expect(checkFile({ name, size: 1 }, UPLOAD_RULES)).toEqual([`Invalid file type. Only ${ALL} files allowed.`]);
  });

  test("[FILE-06] [VAL-26] a field for pictures takes four types", () => {
    for (const extension of ["jpg", "jpeg", "png", "gif"])
      expect(checkFile({ name: `a.${extension}`, size: 1 }, IMAGE_RULES)).toEqual([]);
    for (const name of ["a.pdf", "a.webp"])
      expect(checkFile({ name, size: 1 }, IMAGE_RULES)).toEqual([
        "Invalid file type. Only jpg, jpeg, png, gif files allowed.",
      ]);
  });

  test("[VAL-26] a content of another type than the name says is refused; a JPEG goes by both of its names", () => {
    const jpeg = ["jpg", "jpeg"];
    expect(checkFile({ name: "a.jpeg", size: 1, contentExtensions: jpeg }, IMAGE_RULES)).toEqual([]);
    expect(checkFile({ name: "a.png", size: 1, contentExtensions: jpeg }, IMAGE_RULES)).toHaveLength(1);
    expect(checkFile({ name: "a.png", size: 1, contentExtensions: [] }, IMAGE_RULES)).toHaveLength(1);
  });

  test("all errors are reported at once", () => {
    expect(checkFile({ name: "a.txt", size: 10_000_001 }, IMAGE_RULES)).toEqual([
      "File exceeds limit of 9.5 MB.",
      "Invalid file type. Only jpg, jpeg, png, gif files allowed.",
    ]);
  });

  test("[ERR-13] [ERR-14] why a picture cannot be used, in the catalogue's words", () => {
    expect(IMAGE_FAILURES.map(imageFailureMessage)).toEqual([
      "Error processing image file: Invalid image",
      "Error processing image file: Image loading error",
      "Error processing image file: File reading error",
      "Error processing image file: Failed to get canvas context",
      "Error processing image file: Blob creation failed",
    ]);
  });
});
