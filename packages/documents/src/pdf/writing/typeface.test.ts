import { describe, expect, test } from "vitest";
import { readFontFiles } from "#pdf/read-font-files.node.ts";
import { readTrueType } from "#pdf/true-type-file.ts";
import { subsetFont } from "#pdf/writing/subset-font.ts";
import { typefaceOf } from "#pdf/writing/typeface.ts";

const fonts = await readFontFiles();
const [sans, serif] = [typefaceOf(fonts.sans), typefaceOf(fonts.serif)];

describe("setting text", () => {
  test("[PAPER-23] f and i become one glyph, which is read as both", () => {
    expect(serif.set("find", false).map(({ text }) => text)).toEqual(["fi", "n", "d"]);
    expect(serif.set("f ind", false).map(({ text }) => text)).toEqual(["f", " ", "i", "n", "d"]);
  });

  test("[PAPER-23] letters whose forms leave a gap move closer", () => {
    const [a, v] = serif.set("AV", false);
    expect(a?.kerning).toBeLessThan(0);
    expect(v?.kerning).toBe(0);
    expect(serif.set("HH", false)[0]?.kerning).toBe(0);
    expect(sans.set("To", false)[0]?.kerning).toBeLessThan(0);
  });

  test("[PAPER-23] figures in columns have one width, in text their own", () => {
    const widths = (isTabular: boolean) =>
      new Set(sans.set("0123456789", isTabular).map(({ glyph }) => sans.advanceOf(glyph)));
    expect(widths(true).size).toBe(1);
    expect(widths(false).size).toBeGreaterThan(1);
  });

  test("[PAPER-23] a character that no typeface has is a box, and is still read", () => {
    expect(sans.set("a\u{1F3E0}", false)).toMatchObject([{ text: "a" }, { glyph: 0, text: "\u{1F3E0}" }]);
  });
});

test("[PAPER-23] a file holds the glyphs that are printed, in their order, and those that they are made of", () => {
  const glyphs = [0, ...serif.set("Rß é", false).map(({ glyph }) => glyph)];
  const subset = subsetFont(serif.file, glyphs);
  const file = readTrueType(subset);
  const count = file.view.getUint16(file.at("maxp") + 4);
  // é is an e and an accent.
  expect(count).toBe(glyphs.length + 2);
  expect(subset.length).toBeLessThan(5_000);
  for (const [index, glyph] of glyphs.entries())
    expect(file.view.getUint16(file.at("hmtx") + index * 4)).toBe(serif.advanceOf(glyph));
  const outlineEnd = file.view.getUint32(file.at("loca") + count * 4);
  expect(outlineEnd).toBe(file.bytesOf("glyf").length);
  // The sum of all numbers of a whole file is fixed, see the OpenType format, "head".
  let sum = 0;
  const view = new DataView(subset.buffer);
  for (let at = 0; at < subset.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  expect(sum).toBe(0xb1b0afba);
});
