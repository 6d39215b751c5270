import { formatQuantity } from "#features/estimate/format.ts";

/** A house's stories and the measured squares on each, from the first up. */
interface StorySquares {
  readonly stories: number;
  readonly squares: readonly number[];
}

const storyText = (index: number, squares: number): string =>
  `story ${String(index + 1)} (${formatQuantity(squares)} SQ)`;

/** "Without story 3 (4 SQ), story 1 has 14 SQ instead of 10." Undefined unless a removed story had squares. */
export function storiesGoneText(before: StorySquares, after: StorySquares): string | undefined {
  if (after.stories >= before.stories) return undefined;
  const gone = before.squares.flatMap((squares, index) =>
    index >= after.stories && squares > 0 ? [storyText(index, squares)] : [],
  );
  if (gone.length === 0) return undefined;
  const changed = after.squares.flatMap((squares, index) => {
    const former = before.squares[index] ?? 0;
    return index < after.stories && squares !== former
      ? [`story ${String(index + 1)} has ${formatQuantity(squares)} SQ instead of ${formatQuantity(former)}`]
      : [];
  });
  const what = changed.length === 0 ? "no other story has their squares" : changed.join(", ");
  return `Without ${gone.join(" and ")}, ${what}.`;
}
