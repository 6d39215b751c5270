import type { EstimateCopy, Settings } from "@ridgebook/contract";
import { createContext, use, type ReactNode } from "react";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import type { LocalLead } from "#local-data/leads/leads.ts";
import type { LocalPriceBook, LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** The estimate that documents are made from, with related data, provided by the estimate's pages. */
export interface DocumentWork {
  readonly estimate: LocalEstimate;
  /** Undefined while the lead is not on this device. */
  readonly lead: LocalLead | undefined;
  /** The version that the estimate is priced from. */
  readonly book: LocalPriceBook;
  /** All work categories in display order. */
  readonly workflows: readonly LocalWorkflow[];
  readonly settings: Settings;
  /** Work without a price, or with unpriced lines: shown where it is chosen for a paper. */
  readonly findWorkWithoutPrice: () => readonly WorkWithoutPrice[];
}

/** A workflow copy without a price, or with unpriced lines. */
export interface WorkWithoutPrice {
  readonly copy: EstimateCopy;
  readonly text: string;
  /** The page to fix it. */
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
