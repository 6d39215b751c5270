import type { EstimateCopy, Settings } from "@ridgebook/contract";
import { createContext, use, type ReactNode } from "react";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import type { LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import type { LocalLead } from "#local-data/leads/leads.ts";
import type { LocalPriceBook, LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** The open estimate with everything its pages need, updated by sync and other tabs. */
export interface OpenEstimate {
  readonly estimate: LocalEstimate;
  /** Undefined if the lead is not on this device. */
  readonly lead: LocalLead | undefined;
  /** The price book version of the estimate. */
  readonly book: LocalPriceBook;
  /** All workflows in display order, with their sections. */
  readonly workflows: readonly LocalWorkflow[];
  readonly settings: Settings;
  /**
   * Opens the form of a copy, or returns the one that is open, so that steps share it. Asynchronous because it reads the draft; components
   * use `useOpenForm`.
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
