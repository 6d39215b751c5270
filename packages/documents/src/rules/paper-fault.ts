import type { Agreed } from "#agreed/agreed-of.ts";
import type { DocumentChoices } from "#choices/document-choices.ts";
import type { DeviceClock } from "#device-clock.ts";
import type { DocumentModel } from "#model/document-model.ts";
import type { DocumentBasis } from "#model/document-source.ts";

export interface PaperToCheck {
  readonly model: DocumentModel;
  readonly choices: DocumentChoices;
  readonly basis: DocumentBasis;
  /** Of a change order: all signed papers that it names; undefined if one is missing or none is named. */
  readonly base?: Agreed | undefined;
  /** The times of signing by the device's clock, and the clock's known offset; undefined before the first signature. */
  readonly signing?: { readonly signedTimes: readonly Date[]; readonly clock: DeviceClock | undefined } | undefined;
  /** Whether the paper's settings print the right to cancel; undefined if unknown. */
  readonly showsRightToCancel?: boolean | undefined;
}

export interface PaperFault {
  readonly rule: string;
  /** The fault and how to fix it, for the salesperson. */
  readonly message: string;
  /** Where it is in the model: "total", "sections.price". */
  readonly place: string;
}

/** A fault as its rule finds it. */
export type FoundFault = Omit<PaperFault, "rule">;

export interface PaperRule {
  readonly id: string;
  readonly says: string;
  /** Checked before signing only: signed papers of an older release are not rejected for their wording. */
  readonly isForNewPapers?: true;
  readonly find: (paper: PaperToCheck) => readonly FoundFault[];
}
