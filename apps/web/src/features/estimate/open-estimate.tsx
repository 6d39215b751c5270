import type { EstimateCopy, Settings } from "@ridgebook/contract";
import { createContext, use, type ReactNode } from "react";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import type { LocalLead } from "#local-data/leads/leads.ts";
import type { LocalPriceBook, LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** The estimate that stands open, with everything its pages need. It follows what sync and other tabs bring. */
export interface OpenEstimate {
  readonly estimate: LocalEstimate;
  /** Undefined while the lead is not on this device. */
  readonly lead: LocalLead | undefined;
  /** The version that the estimate is priced from. */
  readonly book: LocalPriceBook;
  /** All work categories in display order, with their sections. */
  readonly workflows: readonly LocalWorkflow[];
  readonly settings: Settings;
  /**
   * The open form of a copy: the same object for as long as the estimate stands open, so that steps share it. Opening it reads its
   * draft, hence the promise; ask for it with `useOpenForm`.
   */
  readonly openForm: (copy: EstimateCopy) => Promise<WorkflowForm>;
}

const OpenEstimateContext = createContext<OpenEstimate | undefined>(undefined);

export function OpenEstimateProvider({ open, children }: { open: OpenEstimate; children: ReactNode }) {
  return <OpenEstimateContext value={open}>{children}</OpenEstimateContext>;
}

export function useOpenEstimate(): OpenEstimate {
  const open = use(OpenEstimateContext);
  if (!open) throw new Error("useOpenEstimate needs an OpenEstimateProvider around it.");
  return open;
}
