import type { PageMark, TextMark } from "#pdf-compare/read-page.ts";

/* Compares the words of pages in order, and describes differences. */

interface PlacedWord {
  readonly text: string;
  /** From 1. */
  readonly page: number;
}

const PAGE_NUMBER = /^Page \d+ of \d+$/;

export const linesOf = (marks: readonly PageMark[]): readonly TextMark[] =>
  marks.filter((mark): mark is TextMark => mark.kind === "text");

/** The lines of pages without the furniture: each of `again[page]` is skipped once. */
export function withoutFurniture(
  pages: readonly (readonly string[])[],
  again: (page: number) => readonly string[],
): readonly (readonly string[])[] {
  return pages.map((lines, page) => {
    const left = [...again(page)];
    // Furniture (page-furniture.ts) is drawn last.
    return [...lines]
      .reverse()
      .filter((line) => {
        if (PAGE_NUMBER.test(line)) return false;
        const at = left.indexOf(line);
        if (at === -1) return true;
        left.splice(at, 1);
        return false;
      })
      .reverse();
  });
}

const wordsOf = (pages: readonly (readonly string[])[]): readonly PlacedWord[] =>
  pages.flatMap((lines, page) =>
    lines.flatMap((line) =>
      line
        .split(/\s+/)
        .filter((text) => text !== "")
        .map((text) => ({ text, page: page + 1 })),
    ),
  );

const lettersOf = (words: readonly PlacedWord[]): string => words.map(({ text }) => text).join("");

function wordAt(words: readonly PlacedWord[], letter: number): PlacedWord | undefined {
  let end = 0;
  return words.find(({ text }) => {
    end += text.length;
    return letter < end;
  });
}

const quoted = (word: PlacedWord | undefined): string => (word ? `"${word.text}"` : "nothing more");

/** "Page 1: the PDF says "99,999.00" where the document says "12,000.00""; undefined for the same words, regardless of line breaks. */
export function findOtherWord(
  received: readonly (readonly string[])[],
  expected: readonly (readonly string[])[],
): string | undefined {
  const [own, others] = [wordsOf(received), wordsOf(expected)];
  const [letters, wanted] = [lettersOf(own), lettersOf(others)];
  if (letters === wanted) return undefined;
  let at = 0;
  while (at < letters.length && letters[at] === wanted[at]) at += 1;
  const [word, instead] = [wordAt(own, at), wordAt(others, at)];
  const page = word?.page ?? instead?.page ?? 1;
  return `Page ${page}: the PDF says ${quoted(word)} where the document says ${quoted(instead)}.`;
}

const AMOUNT = /^[+\u2212-]?\$?\d{1,3}(,\d{3})*\.\d{2}$/;
/** The largest distance of one row's baselines, in points. */
const ONE_ROW = 1.5;
/** Letters that identify a row's label, which may wrap differently. */
const LABEL_LETTERS = 8;

interface AmountRow {
  readonly label: string;
  readonly amounts: readonly string[];
}

/** Rows with amounts: the start of each, and its amounts from left to right. */
function amountRows(marks: readonly PageMark[]): AmountRow[] {
  const lines = linesOf(marks).filter(({ text }) => text.trim() !== "");
  const isAmount = ({ text }: TextMark): boolean => AMOUNT.test(text.trim());
  const rows = new Map<TextMark, readonly TextMark[]>();
  for (const line of lines) {
    if (!isAmount(line)) continue;
    const row = lines.filter(({ y }) => Math.abs(y - line.y) < ONE_ROW).sort((one, other) => one.x - other.x);
    const [first] = row;
    if (first) rows.set(first, row);
  }
  return Array.from(rows, ([first, row]) => ({
    label: isAmount(first) ? "" : first.text.replace(/\s+/g, "").slice(0, LABEL_LETTERS),
    amounts: row.filter(isAmount).map(({ text }) => text.trim()),
  }));
}

/** Finds an amount moved to another row or position, which the words alone do not reveal. */
export function findMovedAmount(
  received: readonly (readonly PageMark[])[],
  expected: readonly (readonly PageMark[])[],
): string | undefined {
  const keyOf = ({ label, amounts }: AmountRow): string => [label, ...amounts].join(" | ");
  const wanted = expected.flatMap(amountRows).map(keyOf);
  for (const [page, marks] of received.entries())
    for (const row of amountRows(marks)) {
      const at = wanted.indexOf(keyOf(row));
      if (at === -1)
        return `Page ${page + 1}: the PDF puts "${row.amounts.join(" ")}" beside "${row.label}", and the document does not.`;
      wanted.splice(at, 1);
    }
  return undefined;
}
