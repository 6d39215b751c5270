import type { UserId, Lead, LeadId, NewestEstimate } from "@ridgebook/contract";
import type { lead } from "#database/schema/lead-tables.ts";

/** The columns needed to show a lead. */
export type LeadRow = Omit<
  typeof lead.$inferSelect,
  | "companyId"
  | "changeNumber"
  | "modifiedBy"
  | "fieldAuthors"
  | "leftSightOf"
  | "nameSort"
  | "companySort"
  | "meetingSort"
>;

export const toLead = ({ id, userId, additionalSalesmanId, ...row }: LeadRow): Lead => ({
  ...row,
  id: id as LeadId,
  userId: userId as UserId | null,
  additionalSalesmanId: additionalSalesmanId as UserId | null,
  meetingDate: row.meetingDate?.toISOString() ?? null,
  createdTime: row.createdTime.toISOString(),
  modifiedTime: row.modifiedTime.toISOString(),
});

export const toNewestEstimate = ({ leadId, total }: { leadId: number; total: number }): NewestEstimate => ({
  leadId: leadId as LeadId,
  total,
});
