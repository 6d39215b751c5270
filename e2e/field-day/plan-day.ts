import { createSeededRandom, type SeededRandom } from "@ridgebook/testing/seeded-random";
import { LINE_FAILURES, type LineFailure } from "./unreliable-line.ts";

/** The numbers of a day's events. */
interface DayCounts {
  /** The server becomes unreachable and comes back. */
  readonly flips: number;
  /** kill -9 of the browser. */
  readonly kills: number;
  readonly edits: number;
  readonly signatures: number;
}

export interface DayOptions extends DayCounts {
  readonly seed: number;
}

/**
 * - lead: a new one
 * - lead-change: a field of a lead that is there already
 * - estimate: a new one of some lead
 * - measure: a number in an estimate, saved with its step
 */
export const EDIT_KINDS = ["lead", "lead-change", "estimate", "measure"] as const;
export type EditKind = (typeof EDIT_KINDS)[number];

/**
 * - typing: after something was typed and kept, and not saved
 * - saving: in the moments after Save
 * - idle: between two things
 */
export const KILL_KINDS = ["typing", "saving", "idle"] as const;
type KillKind = (typeof KILL_KINDS)[number];

export type DayStep =
  | {
      readonly kind: "lose";
      readonly how: LineFailure;
      /** Whether the browser reports it too, with its events; else only the server is unreachable. */
      readonly isTold: boolean;
      /** Milliseconds into the next step, to lose the line in the middle of it. */
      readonly after: number;
    }
  | { readonly kind: "regain"; readonly after: number }
  | {
      readonly kind: "edit";
      readonly what: EditKind;
      readonly tab: 0 | 1;
      /** From 0 to 1: which of the existing ones. */
      readonly which: number;
      readonly killed?: { readonly kind: KillKind; readonly after: number };
    }
  | { readonly kind: "sign"; readonly isKilledAfter: boolean }
  | { readonly kind: "restart"; readonly after: number };

/** The latest time after the start of a step at which the line changes. */
const LINE_CHANGES_WITHIN_MS = 1_500;
const KILLED_WITHIN_MS = 600;
const RESTARTED_WITHIN_MS = 400;

/**
 * Plans a salesperson's day from a seed: all random choices are made here. Flips are spread over the day with the work between them; kills hit edits,
 * one each. In the middle, while offline changes are being sent, the server is killed and restarted.
 */
export function planDay({ flips, kills, edits, signatures, seed }: DayOptions): DayStep[] {
  if (kills > edits) throw new Error("Every kill strikes an edit of its own: there must be as many edits as kills.");
  if (flips < 1) throw new Error("A day has at least one flip.");
  const random = createSeededRandom(seed);
  const killed = new Set(chooseSome(random, { count: kills, of: edits }));
  const work: DayStep[] = Array.from({ length: edits }, (_, index) =>
    planEdit(random, { index, isKilled: killed.has(index) }),
  );
  for (let count = 0; count < signatures; count += 1)
    // Not before the first edits, so that there is traffic, and spread over the day.
    work.splice(Math.floor(((count + 0.5 + random.fraction() / 2) * work.length) / signatures), 0, {
      kind: "sign",
      isKilledAfter: random.below(2) === 0,
    });

  // Each piece of work is in one of the halves of a flip: without the server, or with it.
  const halves = flips * 2;
  const restartAt = Math.floor(flips / 2);
  const places = placeWork(random, { count: work.length, halves, crowded: restartAt * 2 });
  const steps: DayStep[] = [];
  for (let flip = 0; flip < flips; flip += 1) {
    const take = (half: number): DayStep[] => work.filter((_, index) => places[index] === half);
    steps.push({
      kind: "lose",
      how: pick(random, LINE_FAILURES),
      isTold: random.below(2) === 0,
      after: random.below(LINE_CHANGES_WITHIN_MS),
    });
    steps.push(...take(flip * 2));
    steps.push({ kind: "regain", after: flip === restartAt ? 0 : random.below(LINE_CHANGES_WITHIN_MS) });
    if (flip === restartAt) steps.push({ kind: "restart", after: random.below(RESTARTED_WITHIN_MS) });
    steps.push(...take(flip * 2 + 1));
  }
  return steps;
}

/** In which half of a flip each piece of work stands, in order; `crowded` has the middle ones in any case. */
function placeWork(
  random: SeededRandom,
  { count, halves, crowded }: { count: number; halves: number; crowded: number },
): number[] {
  const middle = Math.floor(count / 2);
  return Array.from({ length: count }, () => random.below(halves))
    .sort((one, other) => one - other)
    .map((place, index) => {
      if (index < middle - 1) return Math.min(place, crowded);
      return index > middle + 1 ? Math.max(place, crowded) : crowded;
    });
}

function planEdit(random: SeededRandom, { index, isKilled }: { index: number; isKilled: boolean }): DayStep {
  // The first ones create what the others change.
  const what = index < 2 ? (["lead", "estimate"] as const)[index] : pick(random, EDIT_KINDS);
  const edit = {
    kind: "edit",
    what: what ?? "lead",
    tab: random.below(3) === 0 ? 1 : 0,
    which: random.fraction(),
  } as const;
  if (!isKilled) return edit;
  return { ...edit, killed: { kind: pick(random, KILL_KINDS), after: random.below(KILLED_WITHIN_MS) } };
}

function pick<Value>(random: SeededRandom, values: readonly Value[]): Value {
  const value = values[random.below(values.length)];
  if (value === undefined) throw new Error("There is nothing to choose from.");
  return value;
}

/** `count` different numbers below `of`. */
function chooseSome(random: SeededRandom, { count, of }: { count: number; of: number }): number[] {
  const numbers = Array.from({ length: of }, (_, index) => index);
  const chosen: number[] = [];
  while (chosen.length < count) chosen.push(...numbers.splice(random.below(numbers.length), 1));
  return chosen;
}
