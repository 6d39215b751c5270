import type { SignatureInput } from "@ridgebook/contract";
import type { QueuedStoreName } from "../apps/web/src/local-data/database/stored-record.ts";
import { drawDot } from "./draw-dot.ts";
import { canonical, type EditedField } from "./simulated-record.ts";

/** What a user knows about the outcome of an action. */
export type Certainty =
  /** Not answered yet. */
  | "open"
  /** The device has accepted it, so it must not be lost. */
  | "certain"
  /** The tab died or the device could not store it: it may have happened or not. */
  | "uncertain"
  /** A user took it back, or gave it up for another value. */
  | "givenUp";

/** One value that a user entered. Every value in the simulation is entered only once. */
export interface FieldWrite {
  /** The name of the lead or estimate. */
  readonly name: string;
  /** A field of a lead, a slice of an estimate. */
  readonly field: string;
  readonly value: string;
  readonly device: number;
  /** Values of the field that this one knowingly replaces. */
  readonly saw: Set<string>;
  certainty: Certainty;
  /** Whether its change may have been discarded: a tab that dies during a discard does not report the result. */
  isMaybeGivenUp?: boolean;
  /** Whether a rescue file that holds it was opened. The server may have it from there, unknown to the device where it was entered. */
  isRescued?: boolean;
  /** Whether the app said that the server has it. */
  isSaidSynced: boolean;
  /** How often it may become the server's value: once, and again for each decision about it. */
  allowedTimes: number;
}

/** A further copy of a workflow that a user added to an estimate. */
export interface AddedCopy {
  /** The name of the estimate. */
  readonly estimate: string;
  readonly name: string;
  readonly device: number;
  /** The quantity of the one line that was entered in it. */
  readonly quantity: number;
  certainty: Certainty;
  readonly line: { certainty: Certainty };
}

export interface Deletion {
  readonly name: string;
  readonly device: number;
  certainty: Certainty;
  /** Whether a user took it back, maybe after it had reached the server. */
  isTakenBack: boolean;
}

export interface Creation {
  readonly name: string;
  readonly device: number;
  /** The lead that an estimate, a photo or a document was made for. */
  readonly leadName?: string;
  readonly paper?: Paper;
  /** The bytes of a photo; no other photo has the same. */
  readonly picture?: Uint8Array;
  certainty: Certainty;
  isSaidSynced: boolean;
}

/** The data that only documents have. */
export interface Paper {
  readonly estimateName: string;
  /** The documents that it was made from and that it changes, by the member of `data` that names them. */
  readonly named: Readonly<Partial<Record<"sourceId" | "basedOnId", string>>>;
  readonly signatures: Readonly<Partial<Record<string, SignatureInput>>>;
  /** Names of the photos that it shows. */
  readonly photos: readonly string[];
  /** The PDF of a signed document, as the device made it. */
  readonly pdf: Uint8Array | undefined;
  /** The account that made it: only this user has the PDF on the device. */
  readonly accountId: number;
  /** Whether the server will refuse it. */
  readonly isRefused: boolean;
}

/** What users did, as they would remember it. `invariants.ts` compares the end state with it. */
export interface Journal {
  readonly creations: Creation[];
  readonly writes: FieldWrite[];
  readonly copies: AddedCopy[];
  readonly deletions: Deletion[];
  /** Rescue files that a user has opened, or begun to open. The PDFs in them are on that device too. */
  readonly openedRescues: { readonly accountId: number; readonly device: number }[];
  /** Local ids that devices assigned to new lines, as "device0 -2". */
  readonly itemIds: string[];
  nextName(storeName: QueuedStoreName): string;
  /** Returns a value of a lead's field that was never used before, and as a user types it. */
  nextValue(field: EditedField): { typed: string | string[]; value: string };
  /** Returns a text that was never used before. `nextNumber` returns such a number. */
  nextText(): string;
  nextNumber(): number;
  /** Returns a picture that was never used before, as a PNG. */
  nextPicture(): Uint8Array;
}

const NAMES: Readonly<Record<QueuedStoreName, string>> = {
  leads: "lead",
  estimates: "estimate",
  "lead-photos": "photo",
  "estimate-documents": "document",
};

/** Large, so that numbers can be recognized in a dump of the device. */
const FIRST_NUMBER = 1_000_000;

export function createJournal(): Journal {
  const counts: Record<QueuedStoreName, number> = { leads: 0, estimates: 0, "lead-photos": 0, "estimate-documents": 0 };
  let valueCount = 0;
  const nextText = (): string => {
    valueCount += 1;
    return `value-${valueCount}.`;
  };
  const nextNumber = (): number => {
    valueCount += 1;
    return FIRST_NUMBER + valueCount;
  };
  return {
    creations: [],
    writes: [],
    copies: [],
    deletions: [],
    openedRescues: [],
    itemIds: [],
    nextName: (storeName) => {
      counts[storeName] += 1;
      return `${NAMES[storeName]}-${counts[storeName]}`;
    },
    nextText,
    nextNumber,
    nextPicture: () => drawDot(nextNumber()),
    nextValue: (field) => {
      const text = nextText();
      const phone = `(269) 555-${String(valueCount).padStart(4, "0")}`;
      const typed = field === "phone" ? phone : field === "projectTypes" ? ["Roofing", text] : text;
      return { typed, value: canonical("leads", field, typed) };
    },
  };
}

/** Notes that a user took back a deletion on this device, maybe after it had reached the server. */
export function takeBackDeletions({ deletions }: Journal, { name, device }: { name: string; device: number }): void {
  for (const deletion of deletions) {
    if (deletion.name !== name || deletion.device !== device) continue;
    deletion.isTakenBack = true;
    if (deletion.certainty === "certain") deletion.certainty = "uncertain";
  }
}

/** Returns the given values and all values that they knowingly replaced, directly or indirectly. */
export function withReplacedValues(values: readonly string[], writes: readonly FieldWrite[]): Set<string> {
  const found = new Set(values);
  for (const value of found)
    for (const write of writes) if (write.value === value) for (const seen of write.saw) found.add(seen);
  return found;
}
