import {
  EMPTY_LEAD,
  idInAddress,
  isLocalId,
  LEAD_FIELDS,
  Problem,
  type UserId,
  type LeadFields,
} from "@ridgebook/contract";
import {
  pickFields,
  readDraft,
  restoreDraft,
  toFormValues,
  type LeadFormValues,
} from "#features/leads/lead-form-values.ts";
import { NEW_LEAD } from "#features/leads/new-lead.ts";
import { NEW_LEAD_DRAFT_ID } from "#features/leads/use-lead-draft.ts";
import type { LocalData } from "#local-data/local-data.ts";
import type { LocalLead } from "#local-data/leads/leads.ts";

/** Everything a form needs to begin. */
export interface OpenedLeadForm {
  /** Undefined: saving creates a lead. */
  recordId: number | undefined;
  /** The lead as it was when the form, or the draft in it, was opened. */
  opened: LeadFields;
  values: LeadFormValues;
  /** When the restored draft was kept, epoch milliseconds; undefined when there was none. */
  restoredTime: number | undefined;
  /** Of what a new lead is typed in, so that it becomes one lead. */
  draftKey: string;
  /** What the draft holds of fields that are gone since it was typed. */
  retiredTexts: readonly string[];
  /** Why the server refused this lead the last time, if it did. */
  problem: Problem | undefined;
}

/**
 * Opens the form of a lead from the device, or of a new one, and brings back what was typed and not saved.
 *
 * An id of this device that names no lead begins a new one (LEAD-14). Throws `notFound` for any other that is unknown.
 */
export async function openLeadForm({
  localData,
  idText,
  timeZone,
  salesperson,
}: {
  localData: LocalData;
  idText: string;
  timeZone: string;
  /** Who a new lead belongs to at first. */
  salesperson: UserId | undefined;
}): Promise<OpenedLeadForm> {
  const lead = await findLead({ localData, idText });
  const current = lead
    ? (pickFields({ fields: LEAD_FIELDS, from: lead }) as LeadFields)
    : { ...EMPTY_LEAD, userId: await memberOrNull({ localData, salesperson }) };
  const kept = await localData.drafts.read({ storeName: "leads", id: lead?.id ?? NEW_LEAD_DRAFT_ID });
  const draft = kept && readDraft(kept.values, { timeZone, release: kept.release });
  const changes = lead?.sync === "failed" ? await localData.changes.list() : [];
  const refused = changes.find((change) => change.storeName === "leads" && change.id === lead?.id)?.problem;
  return {
    recordId: lead?.id,
    ...(draft
      ? restoreDraft({ draft, current, timeZone })
      : { opened: current, values: toFormValues({ fields: current, timeZone }) }),
    restoredTime: draft ? kept.savedTime : undefined,
    draftKey: kept?.key ?? localData.drafts.newKey(),
    retiredTexts: draft?.retired ?? [],
    problem: refused && new Problem(refused.code, refused),
  };
}

async function findLead({
  localData,
  idText,
}: {
  localData: LocalData;
  idText: string;
}): Promise<LocalLead | undefined> {
  if (idText === NEW_LEAD) return undefined;
  const id = idInAddress(idText);
  if (!id) throw new Problem("notFound");
  return (await localData.leads.find(id)) ?? (isLocalId(id) ? undefined : await localData.leads.fetch(id));
}

/** A super admin who entered the company sells nothing there. */
async function memberOrNull({
  localData,
  salesperson,
}: {
  localData: LocalData;
  salesperson: UserId | undefined;
}): Promise<UserId | null> {
  const person = salesperson === undefined ? undefined : await localData.users.find(salesperson);
  return person?.active ? person.id : null;
}
