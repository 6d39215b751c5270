/**
 * The middle of the values, or of the two in the middle their mean: one slow round of a busy machine does not move it.
 *
 * @param {readonly number[]} values at least one
 */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new Error("No value was measured.");
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
