import type { User } from "@ridgebook/contract";
import {
  agreedElsewhere,
  correctedTime,
  dayOf,
  makeDocumentNumber,
  systemRandomBytes,
  timeZoneOf,
  UNNAMED_SALESPERSON,
  type DocumentSource,
  type MadeWith,
} from "@ridgebook/documents";
import { asStored } from "#features/documents/document-relations.ts";
import type { DocumentWork } from "#features/documents/document-work.tsx";
import { signedPapersOf, signedWorkOf } from "#features/documents/signing/papers-before.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import type { LocalData } from "#local-data/local-data.ts";
import type { LocalLead } from "#local-data/leads/leads.ts";

/** The server's time as far as this device knows it; papers are dated by it (SIGN-48). */
export const paperTime = (localData: Pick<LocalData, "deviceClock">): Date =>
  correctedTime(new Date(), localData.deviceClock());

/** The versions that a document is made with, as far as this device knows them. */
export function madeWithOf({ settings, estimate }: Pick<DocumentWork, "settings" | "estimate">): MadeWith {
  // Local settings have their time of change; a save's response does not.
  const { modifiedTime } = settings as { readonly modifiedTime?: unknown };
  return {
    settingsTime: typeof modifiedTime === "string" ? modifiedTime : null,
    priceBookVersion: estimate.priceBookVersion,
  };
}

export interface Moment {
  readonly now: Date;
  readonly number: string;
}

export function newMoment(settings: DocumentWork["settings"], now: Date): Moment {
  const day = dayOf(now, timeZoneOf(settings));
  return { now, number: makeDocumentNumber({ day, randomBytes: systemRandomBytes }) };
}

/** Keeps the moment while it is the same day at the company; else a new one, because the paper shows date and number. */
export function momentOfToday(moment: Moment, settings: DocumentWork["settings"], now: Date): Moment {
  const zone = timeZoneOf(settings);
  return dayOf(moment.now, zone) === dayOf(now, zone) ? moment : newMoment(settings, now);
}

/** Work categories with their printed names and order. */
export const namedWorkflows = (workflows: DocumentWork["workflows"]): DocumentSource["workflows"] =>
  workflows.map(({ id, title }, order) => ({ id, name: title, order }));

/** Everything a document is made from, as this device knows it. */
export function documentSource({
  work: { estimate, book, workflows, settings },
  lead,
  person,
  moment: { now, number },
  madeFrom,
  contract,
  documents,
}: {
  work: DocumentWork;
  lead: LocalLead;
  person: User | undefined;
  moment: Moment;
  madeFrom?: LocalDocument | undefined;
  /** Of a change order: the signed contract. */
  contract?: LocalDocument | undefined;
  /** All of the estimate. */
  documents: readonly LocalDocument[];
}): DocumentSource {
  const changed = contract && signedWorkOf(documents).find(({ contract: { id } }) => Number(id) === contract.id);
  return {
    lead,
    estimate,
    settings,
    workflows: namedWorkflows(workflows),
    book: book.indexed,
    salesperson: person ?? UNNAMED_SALESPERSON,
    number,
    now,
    ...(madeFrom && { madeFrom: asStored(madeFrom) }),
    ...(changed && { changed, agreedElsewhere: agreedElsewhere(changed.contract.id, signedPapersOf(documents)) }),
  };
}
