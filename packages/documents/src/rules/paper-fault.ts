import type { Agreed } from "#agreed/agreed-of.ts";
import type { DocumentChoices } from "#choices/document-choices.ts";
import type { DeviceClock } from "#device-clock.ts";
import type { DocumentModel } from "#model/document-model.ts";
import type { DocumentBasis } from "#model/document-source.ts";

export interface PaperToCheck {
  readonly model: DocumentModel;
  readonly choices: DocumentChoices;
  readonly basis: DocumentBasis;
  /** Of a change order, the signed papers that it names, every one of them; undefined where one is missing or none is named. */
  readonly base?: Agreed | undefined;
  /** When people signed, by the device's clock, and what it knew of that clock; undefined before anybody signed. */
  readonly signing?: { readonly signedTimes: readonly Date[]; readonly clock: DeviceClock | undefined } | undefined;
  /** Whether the settings with which it was made print the right to cancel; undefined where that is not known. */
  readonly showsRightToCancel?: boolean | undefined;
}

export interface PaperFault {
  /** Id of the rule. */
  readonly rule: string;
  /** What is wrong and what helps, for the salesperson. */
  readonly message: string;
  /** Where it is in the model: "total", "sections.price". */
  readonly place: string;
}

/** A fault as its rule finds it. */
export type FoundFault = Omit<PaperFault, "rule">;

export interface PaperRule {
  readonly id: string;
  /** The rule in one sentence. */
  readonly says: string;
  /** Asked before signing only: a paper that an older release printed and people signed is not refused for its wording. */
  readonly isForNewPapers?: true;
  readonly find: (paper: PaperToCheck) => readonly FoundFault[];
}
