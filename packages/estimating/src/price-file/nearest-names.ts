/** How many letters must change to make one name of the other, without regard to case. */
function distance(left: string, right: string): number {
  const [from, to] = [left.toLowerCase(), right.toLowerCase()];
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

const MOST_NAMES = 3;

/** The names most like one that is not known, most alike first. */
export const nearestNames = (name: string, known: readonly string[]): readonly string[] =>
  [...new Set(known)]
    .map((candidate) => ({
      candidate,
      far: candidate.toLowerCase().includes(name.toLowerCase()) ? 0 : distance(name, candidate),
    }))
    .sort((left, right) => left.far - right.far)
    .slice(0, MOST_NAMES)
    .map(({ candidate }) => candidate);
