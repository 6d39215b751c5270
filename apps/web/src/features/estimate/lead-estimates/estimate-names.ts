/** Suggests "Roofing, Gutters", or "Roofing, Gutters 2" if the lead already has that one; "Estimate" without work. */
export function suggestEstimateName({
  titles,
  taken,
}: {
  /** Names of the chosen workflows, in display order. */
  titles: readonly string[];
  /** Names of the lead's estimates. */
  taken: readonly string[];
}): string {
  const base = titles.length === 0 ? "Estimate" : titles.join(", ");
  return firstFree(base, (number) => `${base} ${number}`, taken);
}

/** Suggests "Roofing, copy", then "Roofing, copy 2", also for a copy of a copy. */
export function suggestCopyName({ name, taken }: { name: string; taken: readonly string[] }): string {
  const base = `${name.replace(/, copy(?: \d+)?$/, "")}, copy`;
  return firstFree(base, (number) => `${base} ${number}`, taken);
}

function firstFree(first: string, numbered: (number: number) => string, taken: readonly string[]): string {
  const names = new Set(taken.map((name) => name.toLowerCase()));
  let name = first;
  for (let number = 2; names.has(name.toLowerCase()); number += 1) name = numbered(number);
  return name;
}
