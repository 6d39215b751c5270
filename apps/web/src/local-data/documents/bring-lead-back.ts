import {
  documentKindOf,
  isLocalId,
  isSigned,
  leadFields,
  statusAfterContract,
  type LeadFields,
} from "@ridgebook/contract";
import { locallyChangedFields } from "#local-data/database/change-record.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { StoredRecord } from "#local-data/database/stored-record.ts";
import { newStoredLead } from "#local-data/leads/stored-lead.ts";
import { foldEdit } from "#local-data/merging/fold-edit.ts";
import { writeRecordAndChange } from "#local-data/merging/receive.ts";
import { giveLocalId } from "#local-data/outbox/id-map.ts";
import type { RefusedCreate } from "#local-data/outbox/settle-answers.ts";

/**
 * Repairs a new estimate that was refused because its lead was deleted, if a signed document waits for the estimate: creates the lead
 * again from the document's copy, and moves the estimate and its documents to it. Without a signed document, the refusal stays for the
 * user to decide.
 */
export async function bringLeadBack(
  transaction: StoreTransaction,
  { storeName, id, problem, time }: RefusedCreate,
): Promise<void> {
  if (storeName !== "estimates" || problem.code !== "validation" || problem.errors?.["leadId"] === undefined) return;
  const estimate = await transaction.record(storeName, id);
  const change = await transaction.change({ storeName, id });
  if (!estimate || !change || isLocalId(Number(estimate.leadId))) return;
  const papers = await transaction.recordsWith({ storeName: "estimate-documents", field: "estimateId", value: id });
  const signed = papers.find(({ signatures }) => isSigned({ signatures: (signatures as object | undefined) ?? {} }));
  if (!signed) return;

  const key = { storeName: "leads", id: await giveLocalId(transaction, "leads") } as const;
  const values = newStoredLead(leadOf(signed), new Date(time).toISOString());
  const isSold = papers.some(({ type }) => documentKindOf(Number(type)) === "contract");
  const leadStatus = isSold ? statusAfterContract(values.leadStatus, "Sold") : values.leadStatus;
  const lead = { ...values, leadStatus, id: key.id };
  const created = foldEdit({
    storeName: key.storeName,
    record: lead,
    pending: undefined,
    time,
    edit: { kind: "create" },
  });
  await writeRecordAndChange(transaction, key, created);
  await transaction.putRecord(storeName, { ...estimate, leadId: key.id });
  await transaction.putChange({ storeName, id }, { ...change, error: null });
  for (const paper of papers) await transaction.putRecord("estimate-documents", { ...paper, leadId: key.id });
  await dropStatusOf(transaction, Number(estimate.leadId));
}

/** Drops the contract's status change of the deleted lead, because the new lead has that status. */
async function dropStatusOf(transaction: StoreTransaction, leadId: number): Promise<void> {
  const key = { storeName: "leads", id: leadId } as const;
  const change = await transaction.change(key);
  if (change && [...locallyChangedFields(change)].every((field) => field === "leadStatus"))
    await writeRecordAndChange(transaction, key, { record: undefined, change: undefined });
}

/** The document's copy of the lead; without one, the owner's name. */
function leadOf({ data }: StoredRecord): Partial<LeadFields> {
  const { lead, model } = (data as Record<string, string> | undefined) ?? {};
  // Missing members are absent: none is undefined.
  const fields = (leadFields.partial().safeParse(parse(lead)).data ?? {}) as Partial<LeadFields>;
  if ([fields.firstName, fields.lastName, fields.company].some(Boolean)) return fields;
  const [owner] = (parse(model) as { parties?: { strong?: string[] }[] } | undefined)?.parties ?? [];
  return { ...fields, lastName: owner?.strong?.[0]?.slice(0, 100) || "Lead of a signed paper" };
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
