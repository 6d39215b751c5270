import {
  NO_TERM,
  joinSlices,
  splitEstimate,
  summaryKey,
  type Estimate,
  type EstimateId,
  type LeadId,
  type ListedDocument,
  type StoredEstimateItem,
  type WorkflowSummary,
} from "@ridgebook/contract";
import type { WorkflowId } from "@ridgebook/estimating";
import type { estimate, estimateComparison, estimateItem, estimateSummary } from "#database/schema/estimate-tables.ts";

type Row<Columns> = Omit<Columns, "companyId" | "estimateId">;

/** An estimate's row with its related rows, each in order. */
export interface EstimateRows {
  readonly row: Omit<
    typeof estimate.$inferSelect,
    "companyId" | "changeNumber" | "modifiedBy" | "fieldAuthors" | "lineCount"
  >;
  readonly items: readonly Omit<Row<typeof estimateItem.$inferSelect>, "position">[];
  readonly comparisons: readonly Row<typeof estimateComparison.$inferSelect>[];
  readonly summaries: readonly Row<typeof estimateSummary.$inferSelect>[];
  /** Newest first. */
  readonly documents: readonly ListedDocument[];
}

/** An estimate as the API shows it (1.§3, 3.§3). Items are sorted by copy and field. */
export function toEstimate({ row, items, comparisons, summaries, documents }: EstimateRows): Estimate {
  const whole: Estimate = {
    ...row,
    // An old term lacks newer members.
    term: { ...NO_TERM, ...row.term },
    id: row.id as EstimateId,
    leadId: row.leadId as LeadId,
    workflowIds: row.workflowIds as WorkflowId[],
    // The column is text; only checked ids are written to it.
    items: items as StoredEstimateItem[],
    comparisons: comparisons.map(({ position: _position, ...comparison }) => comparison) as Estimate["comparisons"],
    workflowSummaries: Object.fromEntries(
      summaries.map((summary) => [summaryKey(summary), summary as WorkflowSummary]),
    ),
    documents: [...documents],
    createdTime: row.createdTime.toISOString(),
    modifiedTime: row.modifiedTime.toISOString(),
  };
  return { ...whole, items: joinSlices(splitEstimate(whole)).items };
}
