import type { EstimateCopy, Settings } from "@ridgebook/contract";
import { createContext, use, type ReactNode } from "react";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import type { LocalLead } from "#local-data/leads/leads.ts";
import type { LocalPriceBook, LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** The estimate that documents are made from, with everything that they tell of it. The app hands it over from the estimate's pages. */
export interface DocumentWork {
  readonly estimate: LocalEstimate;
  /** Undefined while the lead is not on this device. */
  readonly lead: LocalLead | undefined;
  /** The version that the estimate is priced from. */
  readonly book: LocalPriceBook;
  /** All work categories in display order. */
  readonly workflows: readonly LocalWorkflow[];
  readonly settings: Settings;
  /** The work of the estimate that has no price, or lines without one: said where it is chosen for a paper. */
  readonly findWorkWithoutPrice: () => readonly WorkWithoutPrice[];
}

/** A copy of a workflow that has no price, or lines in it that have none. */
export interface WorkWithoutPrice {
  readonly copy: EstimateCopy;
  readonly text: string;
  /** Where it is mended. */
  readonly path: string;
}

const DocumentWorkContext = createContext<DocumentWork | undefined>(undefined);

export function DocumentWorkProvider({ work, children }: { work: DocumentWork; children: ReactNode }) {
  return <DocumentWorkContext value={work}>{children}</DocumentWorkContext>;
}

export function useDocumentWork(): DocumentWork {
  const work = use(DocumentWorkContext);
  if (!work) throw new Error("useDocumentWork needs a DocumentWorkProvider around it.");
  return work;
}
