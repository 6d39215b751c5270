import type { Explanation, FieldId } from "@ridgebook/estimating";
import { createContext, use } from "react";

/** A field that a number began with, to be entered anew from its tape. */
export interface WhyEntry {
  readonly allows: (quantity: number) => boolean;
  readonly enter: (quantity: number) => void;
}

/** A number that somebody asks about. */
export interface WhyQuestion {
  /** Where it stands: "Roofing · Decking & Underlayment · Underlayment". */
  readonly place: string;
  /** What it is: "3 rolls", "$1,258.34 each". */
  readonly answer: string;
  /** Worked out only when asked; null when there is nothing to explain. */
  readonly explain: () => Explanation | null;
  /** Of a recommendation: whether the entered quantity is the recommended one. */
  readonly inUse?: boolean;
  /** Of a recommendation that differs: takes it over. */
  readonly onUse?: () => void;
  /** A number field beside the one that was asked about; undefined where it is not entered by people. */
  readonly entryOf?: (fieldId: FieldId) => WhyEntry | undefined;
}

export const WhyContext = createContext<(question: WhyQuestion) => void>(() => undefined);

/** Opens the paper tape for a number: beside the form on wide screens, as a sheet on a phone. */
export const useWhy = (): ((question: WhyQuestion) => void) => use(WhyContext);
