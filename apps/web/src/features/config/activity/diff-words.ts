/** A part of a text, and whether the other version lacks it. */
export interface TextPart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Above this many comparisons the whole middle counts as changed, so that no one waits for a diff. */
const MAX_COMPARISONS = 1_000_000;

/** Words with the spaces behind them: single spaces would match everywhere. */
const wordsOf = (text: string): string[] => text.match(/\s*\S+\s*|\s+/g) ?? [];
const isSame = (one: string | undefined, other: string | undefined): boolean => one?.trim() === other?.trim();

/** For each word of two texts, whether the other text has it too, in the same order. */
function commonWords(left: readonly string[], right: readonly string[]): { left: boolean[]; right: boolean[] } {
  const kept = { left: left.map(() => false), right: right.map(() => false) };
  if (left.length * right.length > MAX_COMPARISONS) return kept;
  const width = right.length + 1;
  // The length of the longest common subsequence of both remainders.
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1)
    for (let column = right.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        left[row] === right[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length)
    if (isSame(left[row], right[column])) {
      kept.left[row] = true;
      kept.right[column] = true;
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  return kept;
}

function toParts(words: readonly string[], isKept: readonly boolean[]): TextPart[] {
  const parts: { text: string; isChanged: boolean }[] = [];
  for (const [index, text] of words.entries()) {
    const isChanged = isKept[index] !== true;
    const last = parts.at(-1);
    if (last?.isChanged === isChanged) last.text += text;
    else parts.push({ text, isChanged });
  }
  return parts;
}

/** Compares two versions of a text, word by word. */
export function diffWords(
  before: string,
  after: string,
): { readonly before: readonly TextPart[]; readonly after: readonly TextPart[] } {
  const [left, right] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < left.length && start < right.length && isSame(left[start], right[start])) start += 1;
  let end = 0;
  while (end < Math.min(left.length, right.length) - start && isSame(left.at(-1 - end), right.at(-1 - end))) end += 1;
  const common = commonWords(left.slice(start, left.length - end), right.slice(start, right.length - end));
  const whole = (middle: readonly boolean[]): boolean[] => [
    ...Array.from({ length: start }, () => true),
    ...middle,
    ...Array.from({ length: end }, () => true),
  ];
  return { before: toParts(left, whole(common.left)), after: toParts(right, whole(common.right)) };
}
