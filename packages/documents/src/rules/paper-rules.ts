import type { DocumentChoices } from "#choices/document-choices.ts";
import type { DocumentModel } from "#model/document-model.ts";
import type { DocumentBasis } from "#model/document-source.ts";

/*
 * What a paper may say: named rules that the device asks before a paper is shown for signing, and the server when it receives one.
 */

export interface PaperToCheck {
  readonly model: DocumentModel;
  readonly choices: DocumentChoices;
  readonly basis: DocumentBasis;
}

export interface PaperFault {
  /** Id of the rule. */
  readonly rule: string;
  /** What is wrong and what helps, for the salesperson. */
  readonly message: string;
  /** Where it is in the model: "total", "sections.price". */
  readonly place: string;
}

export interface PaperRule {
  readonly id: string;
  /** The rule in one sentence. */
  readonly says: string;
  readonly find: (paper: PaperToCheck) => readonly Omit<PaperFault, "rule">[];
}

export const PAPER_RULES: readonly PaperRule[] = [
  {
    id: "price-not-negative",
    says: "No paper leaves the contract at less than nothing.",
    find: ({ model: { kind, total, runningTotal } }) => {
      const value = kind === "changeOrder" ? runningTotal : kind === "contract" ? total : null;
      return value !== null && value < 0
        ? [
            {
              place: kind === "changeOrder" ? "runningTotal" : "total",
              message: "The contract would be worth less than nothing: the promotion is larger than the price.",
            },
          ]
        : [];
    },
  },
];

/** Everything that a paper may not say, rule by rule; empty for one that can be signed. */
export const checkPaper = (paper: PaperToCheck): readonly PaperFault[] =>
  PAPER_RULES.flatMap(({ id, find }) => find(paper).map((fault) => ({ ...fault, rule: id })));
