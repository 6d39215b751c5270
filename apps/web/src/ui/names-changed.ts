/** If there are more, they are counted. */
const MOST_NAMED = 3;

/** "Theme color, City and 2 more" */
export function namesChanged(labels: readonly string[]): string {
  const named = labels.length > MOST_NAMED ? labels.slice(0, MOST_NAMED - 1) : labels;
  const more = labels.length - named.length;
  return `${named.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}`;
}
