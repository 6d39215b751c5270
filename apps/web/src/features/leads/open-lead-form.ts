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

/** The initial data of a form. */
export interface OpenedLeadForm {
  /** Undefined: saving creates a lead. */
  recordId: number | undefined;
  /** The lead as the form, or its draft, was opened. */
  opened: LeadFields;
  values: LeadFormValues;
  /** When the restored draft was stored, in epoch milliseconds; undefined without one. */
  restoredTime: number | undefined;
  /** The draft's key for a new lead, so that it becomes one lead. */
  draftKey: string;
  /** Draft text of fields that no longer exist. */
  retiredTexts: readonly string[];
  /** Why the server last rejected this lead, if it did. */
  problem: Problem | undefined;
}

/**
 * Opens the form of a stored or new lead, restoring its draft.
 *
 * An unknown local id starts a new lead (LEAD-14). Throws `notFound` for any other unknown id.
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
  /** A new lead's default salesperson. */
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

/** A super admin who entered the company is not a member. */
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
