/** The Levenshtein distance of two texts. */
function distance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}

/** Only the beginning of longer names is compared, because a file may contain anything. */
const COMPARED_LENGTH = 60;
const MOST_NAMES = 3;
const lettersOf = (name: string): string => name.toLowerCase().slice(0, COMPARED_LENGTH);

/**
 * The names most similar to an unknown one, best first, ignoring case.
 *
 * @param farthest the maximum distance; unlimited if omitted
 */
export function nearestNames(
  written: string,
  known: Iterable<string>,
  { farthest = COMPARED_LENGTH }: { farthest?: number } = {},
): readonly string[] {
  const wanted = lettersOf(written);
  return [...new Set(known)]
    .filter((name) => Math.abs(lettersOf(name).length - wanted.length) <= farthest)
    .map((name) => ({ name, away: distance(wanted, lettersOf(name)) }))
    .filter(({ away }) => away <= farthest)
    .sort((left, right) => left.away - right.away)
    .slice(0, MOST_NAMES)
    .map(({ name }) => name);
}
