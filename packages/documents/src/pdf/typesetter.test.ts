import type { TextRun } from "#model/document-model.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { fontMetrics } from "#pdf/font-metrics.ts";
import { readFontFiles } from "#pdf/read-font-files.node.ts";
import { createTypesetter, type Typesetter } from "#pdf/typesetter.ts";
import { STYLES } from "#pdf/type-styles.ts";
import type { FontFiles } from "#pdf/font-files.ts";

let fonts: FontFiles;
let type: Typesetter;
beforeAll(async () => {
  fonts = await readFontFiles();
  type = createTypesetter(fonts);
});

const textsOf = (text: Parameters<Typesetter["linesOf"]>[0], width: number) =>
  type.linesOf(text, STYLES.text, width).map(({ spans }) => spans.map((span) => span.text).join(""));

describe("lines", () => {
  test("[PAPER-15] words are set until the line is full; spaces at its end fall away", () => {
    // Digits of Source Serif 4 are .529 of the size wide: 15.87 points for three, and 2.2 for the space.
    expect(textsOf("111 111 111 111", 40)).toEqual(["111 111", "111 111"]);
    expect(textsOf("111 111 111 111", 30)).toEqual(["111", "111", "111", "111"]);
  });

  test("[PAPER-15] a word that is wider than a line is split, and nothing of it is lost", () => {
    const lines = textsOf("1111111111 2", 20);
    expect(lines).toEqual(["111", "111", "111", "1 2"]);
  });

  test.each([
    { given: "a line break", text: "a\nb", lines: ["a", "b"] },
    { given: "a line break of Windows", text: "a\r\nb", lines: ["a", "b"] },
    { given: "an empty line", text: "a\n\nb", lines: ["a", "", "b"] },
    { given: "no text", text: "", lines: [""] },
    { given: "two spaces, as between a number and a name", text: "1  Roofing", lines: ["1  Roofing"] },
    { given: "controls and marks of direction", text: "a\u0007\u202eb\u200b", lines: ["ab"] },
    { given: "a letter and its accent", text: "e\u0301", lines: ["é"] },
    { given: "a space that does not break", text: "10\u00a0ft", lines: ["10\u00a0ft"] },
  ])("[PAPER-15] $given", ({ text, lines }) => {
    expect(textsOf(text, 200)).toEqual(lines);
  });

  test("[PAPER-15] bold and plain parts of one word stay together", () => {
    const runs = (end: string): TextRun[] => [{ text: "Price " }, { text: "$33", bold: true }, { text: end }];
    const [line] = type.linesOf(runs(".52, paid"), STYLES.text, 400);
    expect(line?.spans.map(({ text, isBold }) => `${isBold ? "*" : ""}${text}`)).toEqual([
      "Price ",
      "*$33",
      ".52, paid",
    ]);
    const narrow = type.linesOf(runs(".52"), STYLES.text, 40);
    expect(narrow.map(({ spans }) => spans.map(({ text }) => text).join(""))).toEqual(["Price", "$33.52"]);
  });

  test("[PAPER-15] a character that one face lacks is taken from the other", () => {
    const serif = fontMetrics(fonts.serif);
    const sans = fontMetrics(fonts.sans);
    const arrow = "↗";
    expect([serif.hasGlyph(arrow.codePointAt(0) ?? 0), sans.hasGlyph(arrow.codePointAt(0) ?? 0)]).toContain(true);
    const [line] = type.linesOf(`up ${arrow} up`, STYLES.text, 400);
    expect(line?.spans.map(({ text }) => text).join("")).toBe(`up ${arrow} up`);
  });
});

describe("widths", () => {
  test("[PAPER-15] figures of one width are never narrower than they are printed", () => {
    // Inter's tabular digits are 1,328 of 2,048 units wide.
    expect(type.widthOf("1111", { ...STYLES.cell, size: 100 })).toBeGreaterThanOrEqual(4 * 64.84);
    expect(type.widthOf("1111", { ...STYLES.cell, size: 100, isTabular: false })).toBeLessThan(4 * 50);
  });

  test("[PAPER-15] a broken font file is refused", () => {
    expect(() => fontMetrics(new Uint8Array(4))).toThrow("empty or broken");
  });
});
