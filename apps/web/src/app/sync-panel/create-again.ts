import { LEAD_FIELDS, type LeadFields } from "@ridgebook/contract";
import type { EstimateStore } from "#local-data/estimates/estimate-store.ts";
import type { LeadStore } from "#local-data/leads/leads.ts";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";

type Changed = Pick<PendingChange, "storeName" | "id" | "record">;

/** Whether a change of this kind of record can be made into a new record. */
export const canCreateAgain = ({ storeName, record }: Changed): boolean =>
  record !== null && (storeName === "leads" || storeName === "estimates");

/** Makes a new record of one that somebody deleted, with what was entered here. The change of the former one stays. */
export async function createAgain(
  { leads, estimates }: { leads: Pick<LeadStore, "create">; estimates: Pick<EstimateStore, "copy"> },
  { storeName, id, record }: Changed,
): Promise<void> {
  if (!record) return;
  if (storeName === "leads")
    await leads.create(Object.fromEntries(LEAD_FIELDS.map((field) => [field, record[field]])) as LeadFields);
  else if (storeName === "estimates") await estimates.copy(id, { name: String(record["name"]) });
}
