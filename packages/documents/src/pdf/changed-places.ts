import { mapTexts } from "#printing/model-texts.ts";
import { cleanText } from "#printing/printable-characters.ts";
import type { DocumentModel } from "#model/document-model.ts";
import type { DrawnPaper, Mark, PaperPage } from "#pdf/draw-paper.ts";
import type { FontFiles } from "#pdf/font-files.ts";
import { pageFurniture, topOf } from "#pdf/page-furniture.ts";
import { createTypesetter } from "#pdf/typesetter.ts";
import { typefaceOf } from "#pdf/writing/typeface.ts";

/*
 * Where a paper says something else than the same paper with another wording. Texts are compared as the model has them, one with its
 * counterpart, and then looked for among the printed letters: what only moved to another line, column or page is the same.
 */

/** Points from the upper left corner of the sheet. */
export interface ChangedPlace {
  /** Index of the page. */
  readonly page: number;
  /** Words that the other wording does not have, or the place where it has words that are gone here. */
  readonly kind: "added" | "removed";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/* What two lists have in common */

/** A part of two lists in which they differ; one of both sides may be empty. */
interface Difference {
  readonly before: readonly [start: number, end: number];
  readonly after: readonly [start: number, end: number];
}

/** Beyond so many comparisons everything between the first and the last difference counts as one. */
const MAX_COMPARISONS = 1_000_000;

function differencesOf(before: readonly string[], after: readonly string[]): readonly Difference[] {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [rows, columns] = [before.length - start - end, after.length - start - end];
  if (rows === 0 && columns === 0) return [];
  if (rows === 0 || columns === 0 || rows * columns > MAX_COMPARISONS)
    return [{ before: [start, start + rows], after: [start, start + columns] }];

  // The length of what the rests of both have in common.
  const lengths = new Uint32Array((rows + 1) * (columns + 1));
  const at = (row: number, column: number): number => lengths[row * (columns + 1) + column] ?? 0;
  const isSame = (row: number, column: number): boolean => before[start + row] === after[start + column];
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1)
      lengths[row * (columns + 1) + column] = isSame(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));

  const found: Difference[] = [];
  let [row, column] = [0, 0];
  while (row < rows || column < columns) {
    const from = [row, column] as const;
    while ((row < rows || column < columns) && !(row < rows && column < columns && isSame(row, column)))
      if (column >= columns || (row < rows && at(row + 1, column) >= at(row, column + 1))) row += 1;
      else column += 1;
    if (row > from[0] || column > from[1])
      found.push({ before: [start + from[0], start + row], after: [start + from[1], start + column] });
    row += 1;
    column += 1;
  }
  return found;
}

/* The texts of a paper, and their printed letters */

/** Every text that is printed, in the order of the model. */
function textsOf(model: DocumentModel): readonly string[] {
  const texts: string[] = [];
  mapTexts(model, (text) => {
    const printed = cleanText(text).trim();
    if (printed !== "") texts.push(printed);
    return text;
  });
  return texts;
}

const wordsOf = (text: string): readonly string[] => text.match(/\S+/g) ?? [];

interface PrintedLetter {
  readonly page: number;
  readonly x: number;
  readonly end: number;
  readonly baseline: number;
  readonly size: number;
}

/** The letters of a paper in the order in which they are drawn, without spaces. */
interface PrintedLetters {
  readonly text: string;
  /** Where the letters from `start` to `end` stand. */
  readonly placesOf: (start: number, end: number) => readonly PrintedLetter[];
}

type TextMark = Extract<Mark, { type: "text" }>;

/** A part of a line in one font, whose first letter is `text[start]` of all letters. */
interface PrintedSpan {
  readonly mark: TextMark;
  readonly span: TextMark["spans"][number];
  readonly page: number;
  readonly start: number;
}

/** Each letter of a span: a ligature stands for several. */
function lettersOfSpan({ mark, span, page }: PrintedSpan, fonts: FontFiles): readonly PrintedLetter[] {
  const { size, baseline, isTabular } = mark;
  const typeface = typefaceOf(fonts[span.font]);
  let at = span.x;
  return typeface.set(span.text, isTabular).flatMap((glyph) => {
    const x = at;
    at += ((typeface.advanceOf(glyph.glyph) + glyph.kerning) * size) / typeface.file.unitsPerEm;
    const letter = { page, x, end: at, baseline, size };
    return Array.from({ length: withoutSpaces(glyph.text).length }, () => letter);
  });
}

const withoutSpaces = (text: string): string => text.replace(/\s+/g, "");

/** Heads and feet of pages are left out: they follow the number of pages. */
function printedLetters(model: DocumentModel, pages: readonly PaperPage[], fonts: FontFiles): PrintedLetters {
  const { bottom } = pageFurniture(createTypesetter(fonts), model);
  const spans: PrintedSpan[] = [];
  let text = "";
  for (const [index, page] of pages.entries())
    if (page.kind === "page")
      for (const mark of page.marks)
        if (mark.type === "text" && mark.baseline <= bottom && mark.baseline >= topOf(index))
          for (const span of mark.spans) {
            spans.push({ mark, span, page: index, start: text.length });
            text += withoutSpaces(span.text);
          }
  return {
    text,
    // Only of what was changed is asked where its letters stand.
    placesOf: (start, end) =>
      spans
        .filter((each, index) => each.start < end && (spans[index + 1]?.start ?? text.length) > start)
        .flatMap((each) =>
          lettersOfSpan(each, fonts).slice(Math.max(0, start - each.start), Math.max(0, end - each.start)),
        ),
  };
}

/** Where each text begins among the printed letters; undefined for one that is not printed as it is. */
function startsOf(texts: readonly string[], printed: string): readonly (number | undefined)[] {
  const taken = new Set<number>();
  let cursor = 0;
  const next = (text: string, step: 1 | -1): number | undefined => {
    let at = step === 1 ? printed.indexOf(text, cursor) : printed.lastIndexOf(text, cursor);
    while (at >= 0 && taken.has(at)) {
      if (step === -1 && at === 0) return undefined;
      at = step === 1 ? printed.indexOf(text, at + 1) : printed.lastIndexOf(text, at - 1);
    }
    return at < 0 ? undefined : at;
  };
  return texts.map((each) => {
    const text = wordsOf(each).join("");
    // Columns are printed beside each other, so that a text may stand before the one that precedes it in the model.
    const ahead = next(text, 1);
    const behind = ahead === cursor ? undefined : next(text, -1);
    const isAheadNearer = behind === undefined || (ahead !== undefined && ahead - cursor <= cursor - behind);
    const start = isAheadNearer ? ahead : behind;
    if (start === undefined) return undefined;
    taken.add(start);
    cursor = start + text.length;
    return start;
  });
}

/* Places */

const placeOf = ({ page, x, end, baseline, size }: PrintedLetter, kind: ChangedPlace["kind"]): ChangedPlace => ({
  page,
  kind,
  x,
  width: end - x,
  y: baseline - size,
  height: size * 1.3,
});

/** Letters that stand beside each other on a line are one place. */
function joined(letters: readonly PrintedLetter[]): ChangedPlace[] {
  const found: ChangedPlace[] = [];
  for (const letter of letters) {
    const place = placeOf(letter, "added");
    const last = found.at(-1);
    const isBeside = last?.page === place.page && last.y === place.y && place.x - (last.x + last.width) < letter.size;
    if (last && isBeside) found[found.length - 1] = { ...last, width: place.x + place.width - last.x };
    else found.push(place);
  }
  return found;
}

const REMOVED_WIDTH = 2;
const gap = (letter: PrintedLetter, side: "before" | "behind"): ChangedPlace => ({
  ...placeOf(letter, "removed"),
  x: side === "before" ? letter.x - REMOVED_WIDTH : letter.end,
  width: REMOVED_WIDTH,
});

/** Of one text that took the place of another. */
function placesInText(before: string, after: string, letters: readonly PrintedLetter[]): ChangedPlace[] {
  const words = wordsOf(after);
  const lengthUpTo = (count: number): number => words.slice(0, count).join("").length;
  return differencesOf(wordsOf(before), words).flatMap(({ after: [start, end] }): ChangedPlace[] => {
    const [from, to] = [lengthUpTo(start), lengthUpTo(end)];
    if (to > from) return joined(letters.slice(from, to));
    const [last, next] = [letters[from - 1], letters[from]];
    return last ? [gap(last, "behind")] : next ? [gap(next, "before")] : [];
  });
}

/**
 * Where a paper says something else than the same paper with another wording, in reading order of its texts.
 *
 * @param pages those of `after`, as `drawPaper` gives them
 */
export function changedPlaces({
  before,
  after,
  pages,
  fonts,
}: {
  before: DocumentModel;
  after: DocumentModel;
  pages: DrawnPaper["pages"];
  fonts: FontFiles;
}): readonly ChangedPlace[] {
  const [formerTexts, texts] = [textsOf(before), textsOf(after)];
  const differences = differencesOf(formerTexts, texts);
  if (differences.length === 0) return [];
  const printed = printedLetters(after, pages, fonts);
  const starts = startsOf(texts, printed.text);
  const lettersOf = (index: number): readonly PrintedLetter[] => {
    const start = starts[index];
    return start === undefined ? [] : printed.placesOf(start, start + wordsOf(texts[index] ?? "").join("").length);
  };
  return differences.flatMap(({ before: [formerStart, formerEnd], after: [start, end] }) => {
    const places: ChangedPlace[] = [];
    for (let index = start; index < end; index += 1) {
      const counterpart = formerStart + index - start;
      const former = counterpart < formerEnd ? (formerTexts[counterpart] ?? "") : "";
      places.push(...placesInText(former, texts[index] ?? "", lettersOf(index)));
    }
    // Whole texts are gone: behind the one before them.
    const last = formerEnd - formerStart > end - start ? lettersOf(end - 1).at(-1) : undefined;
    if (last) places.push(gap(last, "behind"));
    return places;
  });
}
