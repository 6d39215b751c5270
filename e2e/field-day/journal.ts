/** The fields of a lead that change during the day, by their labels. */
export const LEAD_LABELS = ["Street", "City", "Company", "Description"] as const;
export type LeadLabel = (typeof LEAD_LABELS)[number];

/** A lead as the person knows it: the values that were shown as saved, by the labels of the form. */
export interface KnownLead {
  /** All records of this day have it; it finds the lead on every side. */
  readonly customerNumber: string;
  /** As in an address; the server's id replaces it automatically. */
  readonly id: number;
  readonly entries: Map<LeadLabel, string>;
}

export interface KnownEstimate {
  readonly name: string;
  readonly id: number;
  readonly leadNumber: string;
  /** Total gutter length, in feet. */
  length: number | undefined;
}

interface KnownContract {
  readonly estimateId: number;
  /** SHA-256 of the PDF that the device saved for the person, hexadecimal. */
  readonly hash: string;
}

/** What a person saw saved, and nothing else: edits that were typed or being sent at a power loss are settled first, by checking what the device shows. */
export interface Journal {
  readonly leads: KnownLead[];
  readonly estimates: KnownEstimate[];
  readonly contracts: KnownContract[];
  /** The events in order, with the seconds since the day began: the place to look when a record is missing. */
  readonly lines: string[];
  /** Pages that did not show what they should for too long. */
  readonly stuck: string[];
  /** Goes where there is a signal. */
  needLine: () => Promise<void>;
  readonly counts: Record<DayCount, number>;
  note(line: string): void;
}

export const DAY_COUNTS = [
  "flips",
  "flips told by the browser",
  "kills",
  "kills with typed input",
  "kills while saving",
  "saves that were through when the power went",
  "edits",
  "edits in the second tab",
  "signatures",
  "server restarts",
  "logins",
] as const;
type DayCount = (typeof DAY_COUNTS)[number];

/** @param tell gets each line as it is noted */
export function openJournal(tell: (line: string) => void = () => undefined): Journal {
  const began = performance.now();
  const lines: string[] = [];
  return {
    leads: [],
    estimates: [],
    contracts: [],
    stuck: [],
    needLine: () => Promise.resolve(),
    lines,
    counts: Object.fromEntries(DAY_COUNTS.map((name) => [name, 0])) as Record<DayCount, number>,
    note: (text) => {
      const line = `${((performance.now() - began) / 1_000).toFixed(1)} s ${text}`;
      lines.push(line);
      tell(line);
    },
  };
}
