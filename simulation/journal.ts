import type { SignatureInput } from "@ridgebook/contract";
import type { QueuedStoreName } from "../apps/web/src/local-data/database/stored-record.ts";
import { drawDot } from "./draw-dot.ts";
import { canonical, type EditedField } from "./simulated-record.ts";

/** What is known of something that a person did. */
export type Certainty =
  /** Not answered yet. */
  | "open"
  /** The device has taken it: it must not be lost. */
  | "certain"
  /** The tab died or the device could not store it: it may have happened or not. */
  | "uncertain"
  /** A person took it back, or gave it up for another value. */
  | "givenUp";

/** One value that a person entered. Every value in the simulation is entered only once. */
export interface FieldWrite {
  /** Names the lead or estimate. */
  readonly name: string;
  /** A field of a lead, a slice of an estimate. */
  readonly field: string;
  readonly value: string;
  readonly device: number;
  /** Values of the field that this one knowingly replaces. */
  readonly saw: Set<string>;
  certainty: Certainty;
  /** Its change is being discarded, and a tab that dies in the middle does not say what became of it. */
  isMaybeGivenUp?: boolean;
  /** A rescue file that holds it was opened: the server may have it from there, and the device where it was entered not know. */
  isRescued?: boolean;
  /** The app said that the server has it. */
  isSaidSynced: boolean;
  /** How often it may have become the server's value: once, and again for each decision about it. */
  allowedTimes: number;
}

/** A further copy of a workflow that a user added to an estimate. */
export interface AddedCopy {
  /** The name of the estimate. */
  readonly estimate: string;
  readonly name: string;
  readonly device: number;
  /** Of the one line that was entered in it. */
  readonly quantity: number;
  certainty: Certainty;
  readonly line: { certainty: Certainty };
}

export interface Deletion {
  readonly name: string;
  readonly device: number;
  certainty: Certainty;
  /** A person took it back, maybe after it had reached the server. */
  isTakenBack: boolean;
}

export interface Creation {
  readonly name: string;
  readonly device: number;
  /** Of an estimate, a photo or a document: the lead that it was made for. */
  readonly leadName?: string;
  readonly paper?: Paper;
  /** The bytes of a photo, which no other has. */
  readonly picture?: Uint8Array;
  certainty: Certainty;
  isSaidSynced: boolean;
}

/** What only documents have. */
export interface Paper {
  readonly estimateName: string;
  /** The documents that it was made from and that it changes, by the member of `data` that names them. */
  readonly named: Readonly<Partial<Record<"sourceId" | "basedOnId", string>>>;
  readonly signatures: Readonly<Partial<Record<string, SignatureInput>>>;
  /** Names of the photos that it shows. */
  readonly photos: readonly string[];
  /** The file of a signed one, as the device made it. */
  readonly pdf: Uint8Array | undefined;
  /** Who made it: only they have the file on the device. */
  readonly accountId: number;
  /** The server will say no. */
  readonly isRefused: boolean;
}

/** What people did, as they would remember it. `invariants.ts` holds the world against it. */
export interface Journal {
  readonly creations: Creation[];
  readonly writes: FieldWrite[];
  readonly copies: AddedCopy[];
  readonly deletions: Deletion[];
  /** Rescue files that a user has opened, or begun to open: the files of documents that lie in them are there too. */
  readonly openedRescues: { readonly accountId: number; readonly device: number }[];
  /** Local ids that devices gave to new lines, as "device0 -2". */
  readonly itemIds: string[];
  nextName(storeName: QueuedStoreName): string;
  /** A lead's value that was never used before, as a person types it. */
  nextValue(field: EditedField): { typed: string | string[]; value: string };
  /** A text, and a number, that were never used before. */
  nextText(): string;
  nextNumber(): number;
  /** A picture that was never used before, as a PNG. */
  nextPicture(): Uint8Array;
}

const NAMES: Readonly<Record<QueuedStoreName, string>> = {
  leads: "lead",
  estimates: "estimate",
  "lead-photos": "photo",
  "estimate-documents": "document",
};

/** Numbers that stand out in a dump of the device. */
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

/** A person takes back what they deleted at this device, maybe after it had reached the server. */
export function takeBackDeletions({ deletions }: Journal, { name, device }: { name: string; device: number }): void {
  for (const deletion of deletions) {
    if (deletion.name !== name || deletion.device !== device) continue;
    deletion.isTakenBack = true;
    if (deletion.certainty === "certain") deletion.certainty = "uncertain";
  }
}

/** The given values and all that they knowingly took the place of. */
export function withWhatTheySaw(values: readonly string[], writes: readonly FieldWrite[]): Set<string> {
  const found = new Set(values);
  for (const value of found)
    for (const write of writes) if (write.value === value) for (const seen of write.saw) found.add(seen);
  return found;
}
