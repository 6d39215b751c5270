/**
 * The value that this percentage of the values does not exceed.
 *
 * @param {readonly number[]} values at least one
 * @param {number} percent
 */
export function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
  if (value === undefined) throw new Error("No value was measured.");
  return value;
}
