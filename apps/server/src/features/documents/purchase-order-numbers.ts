import type { PurchaseOrderSuggestion } from "@ridgebook/contract";
import type { LeadOfDocuments } from "./document-repository.ts";

/** A purchase order's number and project from its choices; undefined without any. */
function readOrder(choices: string): PurchaseOrderSuggestion | undefined {
  try {
    const value: unknown = JSON.parse(choices);
    if (typeof value !== "object" || value === null) return undefined;
    const { poNumber, projectType } = value as Record<string, unknown>;
    if (typeof poNumber !== "string" || poNumber.trim() === "") return undefined;
    return { poNumber: poNumber.trim(), projectType: typeof projectType === "string" ? projectType : "" };
  } catch {
    return undefined;
  }
}

/**
 * Suggested purchase order numbers of a lead (API-46): existing ones, newest first, then the next. The next one increments the highest with
 * the same prefix: PO-<customer number, else lead id>-<n>.
 */
export function suggestPurchaseOrders(
  lead: Pick<LeadOfDocuments, "id" | "customerNumber" | "projectType" | "projectTypes">,
  choices: readonly string[],
): PurchaseOrderSuggestion[] {
  const used = new Map<string, PurchaseOrderSuggestion>();
  for (const each of choices) {
    const order = readOrder(each);
    if (order && !used.has(order.poNumber)) used.set(order.poNumber, order);
  }
  const beginning = `PO-${lead.customerNumber.trim() || String(lead.id)}-`;
  const highest = [...used.keys()].reduce((most, poNumber) => {
    const counted = poNumber.startsWith(beginning) ? poNumber.slice(beginning.length) : "";
    return /^\d{1,9}$/.test(counted) ? Math.max(most, Number(counted)) : most;
  }, 0);
  const projectType = lead.projectTypes.join(", ") || lead.projectType;
  return [...used.values(), { poNumber: `${beginning}${String(highest + 1)}`, projectType }];
}
