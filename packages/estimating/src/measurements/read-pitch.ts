/** A roof's pitch for drawing: inches of rise per foot of run. */
export interface Pitch {
  readonly rise: number;
  /** The flattest pitch of a range; null for a single pitch. */
  readonly from: number | null;
  /** Whether steeper pitches are included: "Over 12/12". */
  readonly isOpen: boolean;
}

const RISE = /(\d+(?:\.\d+)?)\s*(?:\/|:|in)\s*12\b/g;
const OPEN = /\b(?:over|above|steeper|from|and up)\b|\+/i;

/** Parses the pitch in an option's name: "8/12", "7/12 to 9/12", "Up to 6/12", "Over 12/12". Null without one, as in "Flat". */
export function readPitch(text: string): Pitch | null {
  const rises = [...text.matchAll(RISE)].map(([, rise]) => Number(rise));
  if (rises.length === 0) return null;
  const rise = Math.max(...rises);
  const least = Math.min(...rises);
  return { rise, from: least < rise ? least : null, isOpen: rises.length === 1 && OPEN.test(text) };
}
