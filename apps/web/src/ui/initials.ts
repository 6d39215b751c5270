/** First letters of the first and last word of a name: "Ann Lee" and "Ann Marie Lee" give "AL", "Ann" gives "A". SHELL-01. */
export function initialsFromName(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = words[0];
  const last = words.length > 1 ? words[words.length - 1] : undefined;
  return [first, last]
    .map((word) => (word === undefined ? "" : (Array.from(word)[0] ?? "")))
    .join("")
    .toUpperCase();
}
