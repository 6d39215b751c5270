/**
 * @typedef {{ atLeast: number } | { atMost: number }} Limit
 *
 * @typedef {object} Figure One line of a bench's table.
 * @property {string} what
 * @property {number} measured
 * @property {"x" | "ms" | "µs" | "KB" | "MB" | "req/s"} unit "x" is a ratio to the peer
 * @property {Limit} [goal] what we want to reach
 * @property {Limit} [floor] what the bench fails without; a goal that names no floor is one
 * @property {string} [note]
 */

const DECIMALS = { x: 2, ms: 1, µs: 0, KB: 1, MB: 0, "req/s": 0 };

/** @param {Limit} limit @param {number} measured */
const isWithin = (limit, measured) => ("atLeast" in limit ? measured >= limit.atLeast : measured <= limit.atMost);

/** @param {Figure} figure */
export const isBelowFloor = ({ measured, goal, floor = goal }) => floor !== undefined && !isWithin(floor, measured);

/**
 * The figures as a table of Markdown, padded, so that it reads the same on a terminal and needs no formatting.
 *
 * @param {readonly Figure[]} figures
 */
export function toTable(figures) {
  const rows = [
    ["figure", "measured", "goal", "floor", "", "note"],
    ...figures.map((figure) => [
      figure.what,
      withUnit(figure.measured, figure.unit),
      limitText(figure.goal, figure.unit),
      limitText(figure.floor ?? figure.goal, figure.unit),
      verdict(figure),
      figure.note ?? "",
    ]),
  ];
  const widths = rows[0].map((_, column) => Math.max(3, ...rows.map((row) => row[column].length)));
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
  const rule = line(widths.map((width) => "-".repeat(width)));
  const [head, ...body] = rows.map(line);
  return [head, rule, ...body].join("\n");
}

/** @param {Figure} figure */
function verdict(figure) {
  if (figure.goal === undefined && figure.floor === undefined) return "";
  if (isBelowFloor(figure)) return "FAILED";
  return figure.goal === undefined || isWithin(figure.goal, figure.measured) ? "ok" : "goal missed";
}

/** @param {number} value @param {Figure["unit"]} unit */
const withUnit = (value, unit) => `${value.toFixed(DECIMALS[unit])}${unit === "x" ? "" : " "}${unit}`;

/** @param {Limit | undefined} limit @param {Figure["unit"]} unit */
function limitText(limit, unit) {
  if (limit === undefined) return "";
  const value = "atLeast" in limit ? limit.atLeast : limit.atMost;
  return `${"atLeast" in limit ? ">=" : "<="} ${value}${unit === "x" ? "" : " "}${unit}`;
}
