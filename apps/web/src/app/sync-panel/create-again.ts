import { LEAD_FIELDS, type LeadFields } from "@ridgebook/contract";
import type { EstimateStore } from "#local-data/estimates/estimate-store.ts";
import type { LeadStore } from "#local-data/leads/leads.ts";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";

type Changed = Pick<PendingChange, "storeName" | "id" | "record" | "changedTime">;

/** Whether a record of this kind can be created again. */
export const canCreateAgain = ({ storeName, record }: Pick<Changed, "storeName" | "record">): boolean =>
  record !== null && (storeName === "leads" || storeName === "estimates");

/**
 * Creates a record again that was deleted elsewhere, with the values of the refused change, which it replaces. Throws a `Problem` if
 * that is not possible; the change then stays.
 */
export async function createAgain(
  { leads, estimates }: { leads: Pick<LeadStore, "create">; estimates: Pick<EstimateStore, "copy"> },
  { storeName, id, record, changedTime }: Changed,
): Promise<void> {
  if (!record) return;
  const inPlaceOf = { id, changedTime };
  if (storeName === "leads") {
    const fields = Object.fromEntries(LEAD_FIELDS.map((field) => [field, record[field]])) as LeadFields;
    await leads.create(fields, { inPlaceOf });
  } else if (storeName === "estimates") {
    const result = await estimates.copy(id, { name: String(record["name"]), inPlaceOf });
    if (result.outcome === "refused" && result.id === id) throw result.problem;
  }
}
