import type { Explanation, FieldId } from "@ridgebook/estimating";
import { createContext, use } from "react";

/** A field that a number depends on, which can be edited from its tape. */
export interface WhyEntry {
  readonly allows: (quantity: number) => boolean;
  readonly enter: (quantity: number) => void;
}

/** A number to explain. */
export interface WhyQuestion {
  /** Its place: "Roofing · Decking & Underlayment · Underlayment". */
  readonly place: string;
  /** Its text: "3 rolls", "$1,258.34 each". */
  readonly answer: string;
  /** Computed on demand; null if there is nothing to explain. */
  readonly explain: () => Explanation | null;
  /** For a recommendation: whether it is the entered quantity. */
  readonly inUse?: boolean;
  /** For a recommendation that differs: enters it. */
  readonly onUse?: () => void;
  /** A number field beside it; undefined if people cannot edit it. */
  readonly entryOf?: (fieldId: FieldId) => WhyEntry | undefined;
}

export const WhyContext = createContext<(question: WhyQuestion) => void>(() => undefined);

/** Opens a number's paper tape: beside the form on wide screens, as a sheet on a phone. */
export const useWhy = (): ((question: WhyQuestion) => void) => use(WhyContext);
