import type { LeadId } from "@ridgebook/contract";
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { enqueueJob } from "#database/job-queue.ts";
import { lead } from "#database/schema/lead-tables.ts";
import { zohoHint, zohoLead, zohoSync } from "#database/schema/zoho-tables.ts";

export type SyncRow = typeof zohoSync.$inferSelect;
export type ZohoLeadRow = typeof zohoLead.$inferSelect;
type SyncValues = Partial<Omit<SyncRow, "companyId">>;

const ownSync = ({ companyId }: CompanyScope) => eq(zohoSync.companyId, companyId);
const ownLeads = ({ companyId }: CompanyScope) => eq(zohoLead.companyId, companyId);
const ownHints = ({ companyId }: CompanyScope) => eq(zohoHint.companyId, companyId);

/** Enqueues a sync of the company. At most one job waits while one runs. */
export const enqueueZohoSync = (scope: CompanyScope): Promise<void> =>
  enqueueJob(scope, {
    name: "sync-zoho",
    payload: { companyId: scope.companyId },
    key: `sync-zoho:${String(scope.companyId)}`,
  });

/** Enqueues a catch-up, under its own key: a webhook's job would replace it. */
export const enqueueZohoCatchUp = (scope: CompanyScope): Promise<void> =>
  enqueueJob(scope, {
    name: "sync-zoho",
    payload: { companyId: scope.companyId, isCatchUp: true },
    key: `catch-up-zoho:${String(scope.companyId)}`,
  });

export const zohoRepository = {
  findSync: async (scope: CompanyScope): Promise<SyncRow | undefined> =>
    (await scope.db.select().from(zohoSync).where(ownSync(scope)))[0],

  async saveSync(scope: CompanyScope, values: SyncValues): Promise<void> {
    await scope.db
      .insert(zohoSync)
      .values({ companyId: scope.companyId, ...values })
      .onConflictDoUpdate({ target: zohoSync.companyId, set: { companyId: scope.companyId, ...values } });
  },

  /** Locked until the transaction ends, to serialize a run with a restart. */
  holdSync: async (scope: CompanyScope): Promise<SyncRow | undefined> =>
    (await scope.db.select().from(zohoSync).where(ownSync(scope)).for("no key update"))[0],

  /** Ends any current run: the next one reads these values. */
  async endRun(scope: CompanyScope, values: SyncValues): Promise<void> {
    await zohoRepository.saveSync(scope, values);
    await scope.db
      .update(zohoSync)
      .set({ generation: sql`${zohoSync.generation} + 1` })
      .where(ownSync(scope));
  },

  /** The sealed secret of posts. */
  findWebhookToken: async (scope: CompanyScope): Promise<string | undefined> =>
    (await scope.db.select({ token: zohoSync.webhookToken }).from(zohoSync).where(ownSync(scope)))[0]?.token ??
    undefined,

  /** Stores a sealed token unless one exists. Returns the stored one. */
  async keepWebhookToken(scope: CompanyScope, webhookToken: string): Promise<string> {
    const kept = sql`coalesce(${zohoSync.webhookToken}, ${webhookToken})`;
    const [row] = await scope.db
      .insert(zohoSync)
      .values({ companyId: scope.companyId, webhookToken })
      .onConflictDoUpdate({ target: zohoSync.companyId, set: { webhookToken: kept } })
      .returning({ token: zohoSync.webhookToken });
    return row?.token ?? webhookToken;
  },

  /** Records when the subscription with this sealed token ends; a no-op if the token was replaced. */
  async noteChannel(scope: CompanyScope, { token, ends }: { token: string; ends: Date }): Promise<void> {
    await scope.db
      .update(zohoSync)
      .set({ channelEndsTime: ends })
      .where(and(ownSync(scope), eq(zohoSync.webhookToken, token)));
  },

  async noteChannelEnd(scope: CompanyScope): Promise<void> {
    await scope.db.update(zohoSync).set({ channelEndsTime: null }).where(ownSync(scope));
  },

  /** Clears all leads' bases and findings of these fields, whose mapping changed. */
  async forgetFields(scope: CompanyScope, fields: readonly string[]): Promise<void> {
    if (fields.length === 0) return;
    const names = sql`${JSON.stringify(fields)}::jsonb`;
    await scope.db
      .update(zohoLead)
      .set({
        base: sql`${zohoLead.base} - array(select jsonb_array_elements_text(${names}))`,
        findings: sql`coalesce((select jsonb_agg(finding) from jsonb_array_elements(${zohoLead.findings}) as finding
          where not ${names} ? (finding ->> 'field')), '[]'::jsonb)`,
      })
      .where(ownLeads(scope));
  },

  /** Forward only, so that reading a page twice is harmless. */
  async moveCursor(scope: CompanyScope, column: "cursor" | "deletedCursor", time: Date): Promise<void> {
    await scope.db
      .update(zohoSync)
      .set({ [column]: sql`greatest(${zohoSync[column]}, ${time.toISOString()}::timestamptz)` })
      .where(ownSync(scope));
  },

  /** Locked until the transaction ends, to serialize an admin's decision with a merge. */
  holdLeads: (scope: CompanyScope, zohoIds: readonly string[]): Promise<ZohoLeadRow[]> =>
    scope.db
      .select()
      .from(zohoLead)
      .where(and(ownLeads(scope), inArray(zohoLead.zohoId, [...zohoIds])))
      .orderBy(asc(zohoLead.zohoId))
      .for("no key update"),

  /** A lead's link to Zoho; undefined if the company has no such lead. */
  async findOfLead(scope: CompanyScope, leadId: LeadId): Promise<{ link: ZohoLeadRow | null } | undefined> {
    const [found] = await scope.db
      .select({ link: zohoLead })
      .from(lead)
      .leftJoin(zohoLead, and(eq(zohoLead.companyId, lead.companyId), eq(zohoLead.leadId, lead.id)))
      .where(and(eq(lead.companyId, scope.companyId), eq(lead.id, leadId)));
    return found;
  },

  async removeLinksOf(scope: CompanyScope, leadIds: readonly number[]): Promise<void> {
    if (leadIds.length > 0)
      await scope.db.delete(zohoLead).where(and(ownLeads(scope), inArray(zohoLead.leadId, [...leadIds])));
  },

  async saveLeads(scope: CompanyScope, rows: readonly Omit<ZohoLeadRow, "companyId">[]): Promise<void> {
    if (rows.length === 0) return;
    const { companyId, db } = scope;
    const written = ["leadId", "state", "base", "owner", "modifiedTime", "findings"] as const;
    await db
      .insert(zohoLead)
      .values(rows.map((row) => ({ ...row, companyId })))
      .onConflictDoUpdate({
        target: [zohoLead.companyId, zohoLead.zohoId],
        set: Object.fromEntries(
          written.map((column) => [column, sql`excluded.${sql.identifier(zohoLead[column].name)}`]),
        ),
      });
  },

  countLinked: (scope: CompanyScope): Promise<number> =>
    scope.db.$count(zohoLead, and(ownLeads(scope), eq(zohoLead.state, "linked"))),

  countHints: (scope: CompanyScope): Promise<number> => scope.db.$count(zohoHint, ownHints(scope)),

  countFindings: async (scope: CompanyScope): Promise<number> => {
    const [row] = await scope.db
      .select({ count: sql<number>`coalesce(sum(jsonb_array_length(${zohoLead.findings})), 0)`.mapWith(Number) })
      .from(zohoLead)
      .where(ownLeads(scope));
    return row?.count ?? 0;
  },

  listWithFindings: (scope: CompanyScope, limit: number) =>
    scope.db
      .select({
        zohoId: zohoLead.zohoId,
        leadId: zohoLead.leadId,
        findings: zohoLead.findings,
        firstName: lead.firstName,
        lastName: lead.lastName,
        company: lead.company,
      })
      .from(zohoLead)
      .innerJoin(lead, and(eq(lead.companyId, zohoLead.companyId), eq(lead.id, zohoLead.leadId)))
      .where(and(ownLeads(scope), sql`${zohoLead.findings} <> '[]'::jsonb`))
      .orderBy(asc(zohoLead.leadId))
      .limit(limit),

  async addHints(scope: CompanyScope, zohoIds: readonly string[]): Promise<void> {
    const ids = [...new Set(zohoIds)].sort();
    if (ids.length === 0) return;
    // One parameter, however many there are.
    await scope.db.execute(sql`
      insert into ${zohoHint} (company_id, zoho_id)
      select ${scope.companyId}, id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as id
      on conflict (company_id, zoho_id) do update set hints = ${zohoHint.hints} + 1`);
  },

  /** Whether any lead's status is missing in Zoho's list. */
  hasStatusFindings: async (scope: CompanyScope): Promise<boolean> =>
    (
      await scope.db
        .select({ zohoId: zohoLead.zohoId })
        .from(zohoLead)
        .where(and(ownLeads(scope), sql`${zohoLead.findings} @> '[{"kind": "statusUnknown"}]'::jsonb`))
        .limit(1)
    ).length > 0,

  /** Adds hints for leads with a finding about one of these statuses. */
  async hintStatuses(scope: CompanyScope, statuses: readonly string[]): Promise<void> {
    if (statuses.length === 0) return;
    const names = sql`${JSON.stringify(statuses)}::jsonb`;
    const rows = await scope.db
      .select({ zohoId: zohoLead.zohoId })
      .from(zohoLead)
      .where(
        and(
          ownLeads(scope),
          eq(zohoLead.state, "linked"),
          sql`exists (select from jsonb_array_elements(${zohoLead.findings}) as finding
            where finding ->> 'kind' in ('statusUnknown', 'notAccepted')
              and finding ->> 'field' = 'leadStatus' and ${names} ? (finding ->> 'here'))`,
        ),
      );
    const zohoIds = rows.map(({ zohoId }) => zohoId);
    await zohoRepository.addHints(scope, zohoIds);
  },

  listHints: (
    scope: CompanyScope,
    { above, limit }: { above: string; limit: number },
  ): Promise<{ zohoId: string; hints: number }[]> =>
    scope.db
      .select({ zohoId: zohoHint.zohoId, hints: zohoHint.hints })
      .from(zohoHint)
      .where(and(ownHints(scope), gt(zohoHint.zohoId, above)))
      .orderBy(asc(zohoHint.zohoId))
      .limit(limit),

  /** Unless hinted again in the meantime. */
  async removeHints(scope: CompanyScope, hints: readonly { zohoId: string; hints: number }[]): Promise<void> {
    if (hints.length === 0) return;
    await scope.db.execute(sql`
      delete from ${zohoHint} using jsonb_to_recordset(${JSON.stringify(hints)}::jsonb) as done("zohoId" text, hints bigint)
      where ${ownHints(scope)} and ${zohoHint.zohoId} = done."zohoId" and ${zohoHint.hints} = done.hints`);
  },

  async clearHints(scope: CompanyScope): Promise<void> {
    await scope.db.delete(zohoHint).where(ownHints(scope));
  },

  /** Linked leads changed here since, in order. */
  listChangedHere: (scope: CompanyScope, { above, limit }: { above: number; limit: number }) =>
    scope.db
      .select({ leadId: lead.id, changeNumber: lead.changeNumber, link: zohoLead })
      .from(lead)
      .innerJoin(zohoLead, and(eq(zohoLead.companyId, lead.companyId), eq(zohoLead.leadId, lead.id)))
      .where(and(eq(lead.companyId, scope.companyId), eq(zohoLead.state, "linked"), gt(lead.changeNumber, above)))
      .orderBy(asc(lead.changeNumber))
      .limit(limit),

  /** Unassigned linked leads of these Zoho owners. */
  async listUnowned(scope: CompanyScope, { owners, limit }: { owners: readonly string[]; limit: number }) {
    if (owners.length === 0) return [];
    const rows = await scope.db
      .select({ leadId: lead.id, owner: lead.userExternalId })
      .from(lead)
      .innerJoin(zohoLead, and(eq(zohoLead.companyId, lead.companyId), eq(zohoLead.leadId, lead.id)))
      .where(
        and(
          eq(lead.companyId, scope.companyId),
          eq(zohoLead.state, "linked"),
          sql`${lead.userId} is null`,
          inArray(lead.userExternalId, [...owners]),
        ),
      )
      .orderBy(asc(lead.id))
      .limit(limit);
    return rows.map(({ leadId, owner }) => ({ leadId: leadId as LeadId, owner }));
  },
};
