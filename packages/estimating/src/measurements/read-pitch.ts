/** A roof's pitch as a drawing needs it: inches of rise for each foot of run. */
export interface Pitch {
  /** The steepest that is meant. */
  readonly rise: number;
  /** Of a range, the flattest; null where one pitch is meant. */
  readonly from: number | null;
  /** Steeper ones are meant as well: "Over 12/12". */
  readonly isOpen: boolean;
}

const RISE = /(\d+(?:\.\d+)?)\s*(?:\/|:|in)\s*12\b/g;
const OPEN = /\b(?:over|above|steeper|from|and up)\b|\+/i;

/**
 * The pitch that an option's name speaks of: "8/12", "7/12 to 9/12", "Up to 6/12", "Over 12/12". Null for a name without one,
 * such as "Flat".
 */
export function readPitch(text: string): Pitch | null {
  const rises = [...text.matchAll(RISE)].map(([, rise]) => Number(rise));
  if (rises.length === 0) return null;
  const rise = Math.max(...rises);
  const least = Math.min(...rises);
  return { rise, from: least < rise ? least : null, isOpen: rises.length === 1 && OPEN.test(text) };
}
