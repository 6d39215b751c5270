import { describe, expect, test } from "vitest";
import { FONT_NAMES } from "#pdf/font-files.ts";
import { fontMetrics } from "#pdf/font-metrics.ts";
import { readFontFiles } from "#pdf/read-font-files.node.ts";
import { characterName, cleanText, isPrintable, printableRanges } from "./printable-characters.ts";

/** No typeface for text goes beyond the second plane. */
const END = 0x2_0000;

describe("the table of printable characters", () => {
  test("[SIGN-37] has the characters that every face prints itself or from the other family, and no others", async () => {
    const fonts = await readFontFiles();
    const faces = FONT_NAMES.map((name) => ({ isSerif: name.startsWith("serif"), metrics: fontMetrics(fonts[name]) }));
    const [sans, serif] = [faces.filter(({ isSerif }) => !isSerif), faces.filter(({ isSerif }) => isSerif)];
    const wrong: string[] = [];
    for (let codePoint = 0x20; codePoint < END; codePoint += 1) {
      const inAll = (some: typeof faces): boolean => some.every(({ metrics }) => metrics.hasGlyph(codePoint));
      if (isPrintable(String.fromCodePoint(codePoint)) !== (inAll(sans) || inAll(serif)))
        wrong.push(codePoint.toString(16));
    }
    expect(wrong).toEqual([]);
    expect(printableRanges().at(-1)?.[1]).toBeLessThan(END);
  });
});

describe("printed text", () => {
  test.each([
    ["a letter and its accent apart", "Jose\u0301", "José"],
    ["joiners and marks of direction", "A\u200d\u202eB\u2066C\u2069\u061c", "ABC"],
    ["a soft hyphen and a selector of variants", "gut\u00adter ❤\ufe0f", "gutter ❤"],
    ["wide spaces", "A\u3000B\u2003C", "A B C"],
    ["line breaks", "A\r\nB\u2028C", "A\nB\nC"],
  ])("[SIGN-38] %s", (_, text, printed) => {
    expect(cleanText(text)).toBe(printed);
  });

  test.each([
    ["🏠", "🏠"],
    ["م", "م (Arabic)"],
    ["ש", "ש (Hebrew)"],
    ["李", "李 (Chinese)"],
    ["ㅎ", "ㅎ (Korean)"],
    ["\ua66e", "\ua66e (U+A66E)"],
    ["\ud83d", "U+D83D"],
  ])("[SIGN-37] %s is called %s", (character, name) => {
    expect(isPrintable(character)).toBe(false);
    expect(characterName(character)).toBe(name);
  });
});
