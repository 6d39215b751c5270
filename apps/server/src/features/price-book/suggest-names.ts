import { nearestNames } from "@ridgebook/estimating";

/** A third of the letters, at least two, may differ in a typo. */
const maxDistance = (written: string): number => Math.max(2, Math.ceil(written.length / 3));

/** " Did you mean 4.11 or 4.12?", or "" if no name is similar. */
export function suggestNames(written: string, known: Iterable<string>): string {
  const names = nearestNames(written, known, { farthest: maxDistance(written) });
  return names.length === 0 ? "" : ` Did you mean ${names.join(" or ")}?`;
}
