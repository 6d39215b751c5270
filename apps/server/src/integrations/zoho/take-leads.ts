import { EMPTY_LEAD, type CompanyId, type Lead, type LeadFields, type LeadId, type UserId } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { listMatchedUsers, type MatchedUser } from "#database/company-users.ts";
import type { Database } from "#database/database.ts";
import { isCompanyActive } from "#database/is-company-active.ts";
import type { StoredFinding } from "#database/schema/zoho-tables.ts";
import { holdGrantId } from "#integrations/connection/grant-repository.ts";
import { placeMeeting, readZohoLead, type FieldRules, type ReadLead } from "./lead-fields.ts";
import type { LeadReferences, LeadWriter } from "./lead-writer.ts";
import { mergeLead, type BaseValues, type MergedLead } from "./merge-lead.ts";
import type { LeadPage } from "./zoho-client.ts";
import { zohoRepository, type ZohoLeadRow } from "./zoho-repository.ts";

/** A run of the job: its grant, and the account's metadata. */
export interface SyncRun extends FieldRules {
  readonly companyId: CompanyId;
  readonly grantId: string;
  /** At the start; reading everything again increments it. */
  readonly generation: number;
}

export interface ToSend {
  readonly zohoId: string;
  readonly sent: MergedLead["sent"];
  /** Zoho's time of the merged version. */
  readonly readTime: Date;
  /**
   * Whether any later change in Zoho has a later time. Zoho's times are in whole seconds: for a version read within its own second,
   * `If-Unmodified-Since` cannot detect a later change.
   */
  readonly isSettled: boolean;
}

/** When a version counts as settled: the rest of its second, and one for skew between Zoho's clocks. */
export const SETTLED_AFTER_MS = 2_000;

/** Leads per transaction, since others wait for the company's change number. */
const AT_ONCE = 50;

/** The run is obsolete: its grant ended, the company is inactive, or everything is read again. */
export class RunEnded extends Error {
  override readonly name = "RunEnded";
}

/** Runs a transaction while the run is current; afterwards it writes nothing and throws RunEnded. */
export const inRun = <Result>(
  database: Database,
  { companyId, grantId, generation }: Pick<SyncRun, "companyId" | "grantId" | "generation">,
  work: (scope: CompanyScope) => Promise<Result>,
): Promise<Result> =>
  database.inCompany({ companyId }, async (scope) => {
    if ((await holdGrantId(scope, "zoho")) !== grantId) throw new RunEnded();
    if ((await zohoRepository.holdSync(scope))?.generation !== generation) throw new RunEnded();
    if (!(await isCompanyActive(scope))) throw new RunEnded();
    return work(scope);
  });

interface Incoming extends ReadLead {
  readonly zohoId: string;
  readonly isSettled: boolean;
}

const personOf = (users: readonly MatchedUser[], owner: string | null): UserId | null =>
  owner === null ? null : (users.find(({ externalId, active }) => active && externalId === owner)?.id ?? null);

/**
 * The salesperson after an owner change in Zoho: the owner's user here, if the lead is unassigned or still the previous owner's. Otherwise
 * our choice stays, and a finding is added.
 */
function takeOwner(
  here: Lead,
  { there, former, users }: { there: Incoming; former: string | null; users: readonly MatchedUser[] },
): { values: Partial<LeadFields>; references: Partial<LeadReferences>; findings: StoredFinding[] } {
  if (there.owner === former && here.userExternalId === there.owner)
    return { values: {}, references: {}, findings: [] };
  const references = { userExternalId: there.owner };
  const person = personOf(users, there.owner);
  if (person === null || person === here.userId) return { values: {}, references, findings: [] };
  const externalIdHere = users.find(({ id }) => id === here.userId)?.externalId;
  if (here.userId === null || (former !== null && externalIdHere === former))
    return { values: { userId: person }, references, findings: [] };
  const nameOf = (id: UserId | null): string => users.find((user) => user.id === id)?.name ?? "";
  const finding = { kind: "bothChanged", field: "userId", here: nameOf(here.userId), there: nameOf(person) } as const;
  return { values: {}, references, findings: [finding] };
}

/** Creates new leads from Zoho's, and merges known ones field by field. */
export function createLeadTaking({ database, leads }: { database: Database; leads: LeadWriter }) {
  /** Creates the lead with Zoho's values; those that don't fit become findings. */
  async function addLeads(
    scope: CompanyScope,
    read: readonly Incoming[],
    { run: { timeZone }, users }: { run: SyncRun; users: readonly MatchedUser[] },
  ) {
    const incoming = read.map((there) => placeMeeting(there, { here: null, agreed: null, timeZone }));
    const made = await leads.create(
      scope,
      incoming.map(({ zohoId, owner, values, createdTime }) => ({
        ...EMPTY_LEAD,
        ...values,
        userId: personOf(users, owner),
        createdTime,
        externalId: zohoId,
        userExternalId: owner,
      })),
    );
    return incoming.flatMap((there, index): Omit<ZohoLeadRow, "companyId">[] => {
      const here = made[index];
      if (!here) return [];
      const findings = [...there.unfit].map(([field, value]): StoredFinding => {
        return { kind: "notTaken", field, here: here[field], there: value };
      });
      return [toRow(there, { leadId: here.id, base: there.values, findings })];
    });
  }

  const toRow = (
    { zohoId, owner, modifiedTime }: Incoming,
    given: { leadId: number; base: BaseValues; findings: readonly StoredFinding[] },
  ): Omit<ZohoLeadRow, "companyId"> => ({ ...given, zohoId, owner, modifiedTime, state: "linked" });

  async function mergeOne(
    scope: CompanyScope,
    here: Lead,
    { there, link, run, users }: { there: Incoming; link: ZohoLeadRow | undefined; run: SyncRun; users: MatchedUser[] },
  ): Promise<{ row: Omit<ZohoLeadRow, "companyId">; toSend: ToSend | undefined }> {
    const former = (link?.findings ?? []).filter(({ kind }) => kind !== "deletedThere");
    const base = link?.base ?? {};
    const placed = placeMeeting(there, {
      here: here.meetingDate,
      agreed: base["meetingDate"],
      timeZone: run.timeZone,
    });
    const merged = mergeLead({ here, there: placed, base, former, metadata: run.metadata });
    const owner = takeOwner(here, { there, former: link?.owner ?? null, users });
    const findings =
      owner.findings.length > 0 ? merged.findings.filter(({ field }) => field !== "userId") : merged.findings;
    const values = { ...merged.taken, ...owner.values };
    const references = {
      ...owner.references,
      ...(here.externalId !== there.zohoId && { externalId: there.zohoId }),
    };
    if (Object.keys(values).length + Object.keys(references).length > 0)
      await leads.change(scope, here, { values, references });
    const row = toRow(there, {
      leadId: here.id,
      base: merged.base,
      findings: [...findings, ...owner.findings],
    });
    const hasNews = Object.keys(merged.sent).length > 0;
    const { zohoId, modifiedTime: readTime, isSettled } = there;
    return { row, toSend: hasNews ? { zohoId, sent: merged.sent, readTime, isSettled } : undefined };
  }

  async function takeSome(scope: CompanyScope, run: SyncRun, incoming: readonly Incoming[]): Promise<ToSend[]> {
    const ids = incoming.map(({ zohoId }) => zohoId);
    const users = await listMatchedUsers(scope);
    const links = new Map((await zohoRepository.holdLeads(scope, ids)).map((link) => [link.zohoId, link]));
    const unknown = ids.filter((id) => !links.has(id));
    // Imported with Zoho's id.
    const imported = await leads.findByExternalId(scope, unknown);
    // From now on it is linked to this record only.
    await zohoRepository.removeLinksOf(scope, [...imported.values()]);
    const leadIdOf = (id: string): LeadId | undefined =>
      (links.get(id)?.leadId as LeadId | undefined) ?? imported.get(id);
    const leadIds = ids.flatMap((id) => leadIdOf(id) ?? []);
    const held = await leads.hold(scope, leadIds);
    const heldById = new Map(held.map((lead) => [lead.id, lead]));
    const rows: Omit<ZohoLeadRow, "companyId">[] = [];
    const toSend: ToSend[] = [];
    const added: Incoming[] = [];
    for (const there of incoming) {
      const leadId = leadIdOf(there.zohoId);
      const here = leadId === undefined ? undefined : heldById.get(leadId);
      if (!here) {
        added.push(there);
        continue;
      }
      const link = links.get(there.zohoId);
      const merged = await mergeOne(scope, here, { there, link, run, users });
      rows.push(merged.row);
      if (merged.toSend) toSend.push(merged.toSend);
    }
    rows.push(...(await addLeads(scope, added, { run, users })));
    await zohoRepository.saveLeads(scope, rows);
    return toSend;
  }

  return {
    /** Applies rows from Zoho; returns what to send back. */
    async take(run: SyncRun, { rows, answeredTime }: Pick<LeadPage, "rows" | "answeredTime">): Promise<ToSend[]> {
      // If a page has a record twice, keep the later version.
      const byId = new Map<string, Incoming>();
      for (const row of rows) {
        const read = readZohoLead(row, run);
        if (!read) continue;
        const isSettled = answeredTime.getTime() - read.modifiedTime.getTime() >= SETTLED_AFTER_MS;
        byId.set(row.id, { ...read, zohoId: row.id, isSettled });
      }
      const incoming = [...byId.values()];
      const toSend: ToSend[] = [];
      for (let start = 0; start < incoming.length; start += AT_ONCE) {
        const some = incoming.slice(start, start + AT_ONCE);
        toSend.push(...(await inRun(database, run, (scope) => takeSome(scope, run, some))));
      }
      return toSend;
    },

    /**
     * Leads deleted in Zoho stay here, with their estimates, but are unlinked: they can be deleted here. Restored ones are linked again.
     */
    unlink: (run: SyncRun, zohoIds: readonly string[]): Promise<void> =>
      inRun(database, run, async (scope) => {
        const links = (await zohoRepository.holdLeads(scope, zohoIds)).filter(({ state }) => state === "linked");
        const leadIds = links.map(({ leadId }) => leadId as LeadId);
        const held = await leads.hold(scope, leadIds);
        for (const lead of held) await leads.change(scope, lead, { values: {}, references: { externalId: null } });
        const finding: StoredFinding = { kind: "deletedThere", field: "", here: "", there: "" };
        const unlinked = links.map((link) => ({ ...link, state: "deleted" as const, findings: [finding] }));
        await zohoRepository.saveLeads(scope, unlinked);
      }),

    /** Records that Zoho has these values: they become the base. */
    noteSent: (
      run: SyncRun,
      { zohoId, sent, modifiedTime }: { zohoId: string; sent: ToSend["sent"]; modifiedTime: Date | undefined },
    ): Promise<void> =>
      inRun(database, run, async (scope) => {
        const [link] = await zohoRepository.holdLeads(scope, [zohoId]);
        if (!link) return;
        const base = { ...link.base, ...sent };
        await zohoRepository.saveLeads(scope, [{ ...link, base, modifiedTime: modifiedTime ?? link.modifiedTime }]);
      }),

    /** Records that Zoho rejected these values: each side keeps its own. */
    noteNotAccepted: (run: SyncRun, { zohoId, sent }: { zohoId: string; sent: ToSend["sent"] }): Promise<void> =>
      inRun(database, run, async (scope) => {
        const [link] = await zohoRepository.holdLeads(scope, [zohoId]);
        if (!link) return;
        const refused = Object.entries(sent).map(([field, here]): StoredFinding => {
          return { kind: "notAccepted", field, here, there: link.base[field] ?? null };
        });
        const others = link.findings.filter(({ field }) => !Object.hasOwn(sent, field));
        await zohoRepository.saveLeads(scope, [{ ...link, findings: [...others, ...refused] }]);
      }),
  };
}
