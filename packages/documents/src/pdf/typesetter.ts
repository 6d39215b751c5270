import type { TextRun } from "#model/document-model.ts";
import { cleanText, PLAIN } from "#printing/printable-characters.ts";
import type { FontFiles, FontName } from "#pdf/font-files.ts";
import { fontMetrics, type FontMetrics } from "#pdf/font-metrics.ts";
import type { Family, TextStyle } from "#pdf/type-styles.ts";

/** A run of text in one font. */
export interface Span {
  readonly text: string;
  readonly family: Family;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isUnderlined: boolean;
}

/** A line after line breaking; it is never broken again. */
export interface Line {
  readonly spans: readonly Span[];
  readonly width: number;
}

/** Measures text and breaks it into lines. */
export interface Typesetter {
  readonly widthOf: (text: string, style: TextStyle) => number;
  /** Breaks text into lines no wider than `width`. Returns one empty line for empty text. */
  readonly linesOf: (text: string | readonly TextRun[], style: TextStyle, width: number) => readonly Line[];
  /** Returns the distance from the top of a line's leading to the top of its text. */
  readonly dropOf: (style: TextStyle) => number;
}

type Variant = Pick<Span, "family" | "isBold" | "isItalic" | "isUnderlined">;

/** Returns the font of a span. Italics always use the serif family. */
export function fontOf({ family, isBold, isItalic }: Pick<Span, "family" | "isBold" | "isItalic">): FontName {
  if (family === "serif") {
    if (isItalic) return isBold ? "serifBoldItalic" : "serifItalic";
    return isBold ? "serifBold" : "serif";
  }
  return isBold ? "sansBold" : family;
}

interface Word {
  readonly spans: readonly Span[];
  readonly width: number;
  /** Width of the space before it; 0 if there is no space. */
  readonly space: number;
  readonly spaceSpan: Span | null;
  /** Whether a line break precedes it. */
  readonly startsLine: boolean;
}

export function createTypesetter(fonts: FontFiles): Typesetter {
  const known: Partial<Record<FontName, FontMetrics>> = {};
  const metricsOf = (span: Pick<Span, "family" | "isBold" | "isItalic">): FontMetrics => {
    const name = fontOf(span);
    return (known[name] ??= fontMetrics(fonts[name]));
  };

  const widthOfSpan = (span: Span, { size, isTabular = false }: TextStyle): number =>
    metricsOf(span).widthOf(span.text, isTabular) * size;

  /**
   * Splits text by font: characters that the font lacks, such as an arrow or a Greek letter, use the other family if it has them.
   */
  function spansOf(text: string, variant: Variant): readonly Span[] {
    if (PLAIN.test(text)) return [{ ...variant, text }];
    const own = metricsOf(variant);
    if (Array.from(text).every((character) => own.hasGlyph(character.codePointAt(0) ?? 0)))
      return [{ ...variant, text }];
    const other: Variant = { ...variant, family: variant.family === "serif" ? "sans" : "serif", isItalic: false };
    const others = metricsOf(other);
    const spans: Span[] = [];
    for (const character of text) {
      const codePoint = character.codePointAt(0) ?? 0;
      const chosen = !own.hasGlyph(codePoint) && others.hasGlyph(codePoint) ? other : variant;
      const last = spans.at(-1);
      if (last && last.family === chosen.family) spans[spans.length - 1] = { ...last, text: last.text + character };
      else spans.push({ ...chosen, text: character });
    }
    return spans;
  }

  function wordsOf(runs: readonly TextRun[], style: TextStyle): readonly Word[] {
    const words: Word[] = [];
    let spans: Span[] = [];
    let space: Span | null = null;
    let startsLine = false;
    const spaceBefore = (): string => space?.text ?? "";
    const finish = (): void => {
      if (spans.length === 0) return;
      words.push({
        spans,
        width: spans.reduce((sum, span) => sum + widthOfSpan(span, style), 0),
        space: space ? widthOfSpan(space, style) : 0,
        spaceSpan: space,
        startsLine,
      });
      spans = [];
      space = null;
      startsLine = false;
    };
    for (const { text, bold, italic, underline } of runs) {
      const isItalic = italic === true;
      const variant: Variant = {
        family: isItalic ? "serif" : style.family,
        isBold: bold === true || style.isBold === true,
        isItalic,
        isUnderlined: underline === true,
      };
      for (const part of cleanText(text).split(/([ \n])/)) {
        if (part === "") continue;
        if (part === "\n") {
          finish();
          // A second consecutive break makes an empty line.
          if (startsLine) words.push({ spans: [], width: 0, space: 0, spaceSpan: null, startsLine: true });
          startsLine = true;
        } else if (part === " ") {
          finish();
          space = { ...variant, text: spaceBefore() + part };
        } else spans.push(...spansOf(part, variant));
      }
    }
    finish();
    return words;
  }

  /** Splits a word that is wider than a line, such as a URL. */
  function piecesOf(word: Word, style: TextStyle, width: number): readonly Word[] {
    if (word.width <= width) return [word];
    const pieces: Word[] = [];
    let spans: Span[] = [];
    let used = 0;
    const finish = (): void => {
      if (spans.length === 0) return;
      const isFirst = pieces.length === 0;
      pieces.push({
        spans,
        width: used,
        space: isFirst ? word.space : 0,
        spaceSpan: isFirst ? word.spaceSpan : null,
        startsLine: isFirst ? word.startsLine : true,
      });
      spans = [];
      used = 0;
    };
    for (const span of word.spans)
      for (const character of span.text) {
        const letter = { ...span, text: character };
        const letterWidth = widthOfSpan(letter, style);
        if (used > 0 && used + letterWidth > width) finish();
        const last = spans.at(-1);
        if (last && isSame(last, letter)) spans[spans.length - 1] = { ...last, text: last.text + character };
        else spans.push(letter);
        used += letterWidth;
      }
    finish();
    return pieces;
  }

  /** Cache of words: plain texts are measured for the column width and again for line breaking, and many repeat in a document. */
  const wordsByStyle = new Map<TextStyle, Map<string, readonly Word[]>>();
  function wordsOfText(text: string, style: TextStyle): readonly Word[] {
    let texts = wordsByStyle.get(style);
    if (!texts) wordsByStyle.set(style, (texts = new Map<string, readonly Word[]>()));
    let words = texts.get(text);
    if (!words) texts.set(text, (words = wordsOf([{ text }], style)));
    return words;
  }

  return {
    widthOf: (text, style) =>
      Math.max(0, ...wordLines(wordsOfText(text, style), Number.POSITIVE_INFINITY).map(({ width }) => width)),
    linesOf: (text, style, width) => {
      const words = typeof text === "string" ? wordsOfText(text, style) : wordsOf(text, style);
      return wordLines(
        words.some((word) => word.width > width) ? words.flatMap((word) => piecesOf(word, style, width)) : words,
        width,
      );
    },
    dropOf: (style) =>
      (style.leading -
        metricsOf({ family: style.family, isBold: style.isBold === true, isItalic: false }).lineHeight * style.size) /
      2,
  };
}

const isSame = (one: Span, other: Span): boolean =>
  one.family === other.family &&
  one.isBold === other.isBold &&
  one.isItalic === other.isItalic &&
  one.isUnderlined === other.isUnderlined;

/** Tolerance, so that rounding errors do not push a word that fits to the next line. */
const TOLERANCE = 0.01;

function wordLines(words: readonly Word[], width: number): readonly Line[] {
  const lines: { spans: Span[]; width: number }[] = [];
  let line: { spans: Span[]; width: number } | undefined;
  const add = (span: Span): void => {
    if (!line) return;
    const last = line.spans.at(-1);
    if (last && isSame(last, span)) line.spans[line.spans.length - 1] = { ...last, text: last.text + span.text };
    else line.spans.push(span);
  };
  for (const word of words) {
    if (!line || word.startsLine || line.width + word.space + word.width > width + TOLERANCE) {
      // A leading line break starts the first line and adds no empty one.
      line = { spans: [], width: 0 };
      lines.push(line);
    } else if (word.spaceSpan) {
      add(word.spaceSpan);
      line.width += word.space;
    }
    word.spans.forEach(add);
    line.width += word.width;
  }
  return lines.length > 0 ? lines : [{ spans: [], width: 0 }];
}
