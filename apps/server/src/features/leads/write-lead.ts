import type { Lead, LeadFields, LeadId, WebhookEvent } from "@ridgebook/contract";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { seeingAllLeads } from "#database/lead-sight.ts";
import { lead as leadTable } from "#database/schema/lead-tables.ts";
import { storable } from "#database/storable.ts";
import { announce } from "#database/webhook-outbox.ts";
import { toLead } from "./lead-presenter.ts";
import { holdLead, insertLeads, toLeadValues, updateLead } from "./lead-repository.ts";

/* How leads are written by any source: a person, Hover, the CRM. */

type Held = NonNullable<Awaited<ReturnType<typeof holdLead>>>;

/** Runs work that writes a lead, even if that takes it out of the writer's sight. */
export const writingLeads = <Result>(
  scope: CompanyScope,
  written: readonly Pick<LeadFields, "userId" | "additionalSalesmanId">[],
  write: () => Promise<Result>,
): Promise<Result> => {
  const { userId } = scope;
  const staysInSight =
    userId !== undefined && written.every((each) => each.userId === userId || each.additionalSalesmanId === userId);
  return staysInSight ? write() : seeingAllLeads(scope, write);
};

const nameOf = ({ firstName, lastName, company }: Lead): string => `${firstName} ${lastName}`.trim() || company;

export const announceLeads = (
  scope: CompanyScope,
  { event, leads, now }: { event: WebhookEvent; leads: readonly Lead[]; now: Date },
): Promise<void> =>
  announce(scope, { event, records: leads.map((lead) => ({ about: nameOf(lead), record: lead })), now });

/** External ids of a lead. */
type References = Pick<Lead, "externalId" | "userExternalId" | "hoverJobId" | "cameraUrl">;
type CrmReferences = Omit<References, "hoverJobId" | "cameraUrl">;

/** Writes a change of a locked lead with its next revision, the fields' authors, and the company's webhooks. */
export async function writeHeldLead(
  scope: CompanyScope,
  { row, lastSave }: Held,
  { values, references = {}, now }: { values: Partial<LeadFields>; references?: Partial<References>; now: Date },
): Promise<Lead> {
  const current = toLead(row);
  const modifiedBy = scope.userId ?? null;
  const written = await writingLeads(scope, [{ ...current, ...values }], () =>
    updateLead(
      scope,
      current.id,
      {
        ...toLeadValues(values),
        ...references,
        revision: current.revision + 1,
        modifiedTime: now,
        modifiedBy,
      },
      {
        fields: [...Object.keys(values), ...Object.keys(references)],
        save: { by: modifiedBy, at: now.toISOString() },
        lastSave,
      },
    ),
  );
  const changed = toLead(written);
  await announceLeads(scope, { event: "lead.changed", leads: [changed], now });
  return changed;
}

/** Leads as a CRM sync writes them: like any other change, without an author. */
export const crmLeads = ({ now }: { now: () => Date }) => ({
  async create(
    scope: CompanyScope,
    leads: readonly (LeadFields & CrmReferences & { readonly createdTime: Date | undefined })[],
  ): Promise<Lead[]> {
    if (leads.length === 0) return [];
    const time = now();
    const rows = await insertLeads(
      scope,
      leads.map(({ externalId, userExternalId, createdTime = time, ...fields }) => ({
        ...toLeadValues(storable(fields)),
        externalId,
        userExternalId,
        modifiedTime: time,
        modifiedBy: null,
        createdTime: createdTime < time ? createdTime : time,
      })),
    );
    const made = rows.map(toLead);
    await announceLeads(scope, { event: "lead.created", leads: made, now: time });
    return made;
  },

  /** In id order, to avoid deadlocks. */
  async hold(scope: CompanyScope, ids: readonly LeadId[]): Promise<Lead[]> {
    const held: Lead[] = [];
    for (const id of [...new Set(ids)].sort((one, other) => one - other)) {
      const found = await holdLead(scope, id);
      if (found) held.push(toLead(found.row));
    }
    return held;
  },

  async change(
    scope: CompanyScope,
    lead: Lead,
    { values, references }: { values: Partial<LeadFields>; references: Partial<CrmReferences> },
  ): Promise<Lead> {
    const held = await holdLead(scope, lead.id);
    if (!held) throw new Error("A lead was held for a change and is not there.");
    return writeHeldLead(scope, held, { values, references, now: now() });
  },

  async findByExternalId(scope: CompanyScope, externalIds: readonly string[]): Promise<Map<string, LeadId>> {
    if (externalIds.length === 0) return new Map();
    const rows = await scope.db
      .select({ id: leadTable.id, externalId: leadTable.externalId })
      .from(leadTable)
      .where(and(eq(leadTable.companyId, scope.companyId), inArray(leadTable.externalId, [...externalIds])))
      .orderBy(asc(leadTable.id));
    const found = new Map<string, LeadId>();
    for (const { id, externalId } of rows)
      if (externalId !== null && !found.has(externalId)) found.set(externalId, id as LeadId);
    return found;
  },
});
