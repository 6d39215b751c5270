import { normalizePhone, type LeadField } from "@ridgebook/contract";

/** Fields that people in the simulation edit: plain text, a list, and one that the server tidies. */
export const EDITED_FIELDS = ["firstName", "city", "description", "phone", "projectTypes"] as const;
export type EditedField = (typeof EDITED_FIELDS)[number];

/** The field that names a lead in the simulation; nobody edits it. */
export const NAME_FIELD = "company" satisfies LeadField;

/** A value as one text, however it was typed or tidied. */
export function canonical(field: string, value: unknown): string {
  if (field === "phone" && typeof value === "string") return normalizePhone(value) ?? value;
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

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
  readonly lead: string;
  readonly field: EditedField;
  readonly value: string;
  readonly device: number;
  /** Values of the field that this one knowingly takes the place of. */
  readonly saw: Set<string>;
  certainty: Certainty;
  /** The app said that the server has it. */
  isSaidSynced: boolean;
  /** How often it may have become the server's value: once, and once more for each decision about it. */
  allowedTimes: number;
}

export interface Deletion {
  readonly lead: string;
  readonly device: number;
  certainty: Certainty;
  /** A person took it back, maybe after it had reached the server. */
  isTakenBack: boolean;
}

export interface Creation {
  readonly lead: string;
  readonly device: number;
  certainty: Certainty;
  isSaidSynced: boolean;
}

/** What people did, as they would remember it. `invariants.ts` holds the world against it. */
export interface Journal {
  readonly creations: Creation[];
  readonly writes: FieldWrite[];
  readonly deletions: Deletion[];
  nextLeadName(): string;
  /** A value that was never used before, as a person types it. */
  nextValue(field: EditedField): { typed: string | string[]; value: string };
}

export function createJournal(): Journal {
  let leadCount = 0;
  let valueCount = 0;
  return {
    creations: [],
    writes: [],
    deletions: [],
    nextLeadName: () => {
      leadCount += 1;
      return `lead-${leadCount}`;
    },
    nextValue: (field) => {
      valueCount += 1;
      const typed =
        field === "phone"
          ? `(269) 555-${String(valueCount).padStart(4, "0")}`
          : field === "projectTypes"
            ? ["Roofing", `value-${valueCount}.`]
            : `value-${valueCount}.`;
      return { typed, value: canonical(field, typed) };
    },
  };
}
