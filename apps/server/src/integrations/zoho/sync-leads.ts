import { setTimeout as wait } from "node:timers/promises";
import type { CompanyId, LeadId } from "@ridgebook/contract";
import { readTimeZone } from "#database/company-settings.ts";
import { listMatchedUsers } from "#database/company-users.ts";
import { isCompanyActive } from "#database/is-company-active.ts";
import { holdGrant } from "#integrations/connection/grant-repository.ts";
import { ProviderFailure } from "#integrations/connection/provider.ts";
import { apiNamesOf, askedFields, changedStatuses, isSent, suggestMapping } from "./lead-fields.ts";
import { createKeepChannel, type ChannelParts } from "./keep-channel.ts";
import type { LeadWriter } from "./lead-writer.ts";
import { differsFromAgreed } from "./merge-lead.ts";
import { createLeadSending, type LeadSyncRun } from "./send-leads.ts";
import { createLeadTaking, inRun, RunEnded, SETTLED_AFTER_MS, type SyncRun } from "./take-leads.ts";
import { isPageGone } from "./zoho-failure.ts";
import { enqueueZohoCatchUp, zohoRepository } from "./zoho-repository.ts";

const METADATA_KEPT_MS = 3_600_000;
/** While a status is missing in Zoho's list, each catch-up reloads the list. */
const METADATA_AWAITED_MS = 240_000;
const HINTS_AT_ONCE = 100;
/** Per run; the rest waits for the next one. */
const MAX_ROUNDS = 500;
const MAX_LOST_PAGES = 3;
const CHANGES_AT_ONCE = 500;

/**
 * The job that syncs a company's leads with its Zoho account (decision 0102). It can be interrupted and restarted: each step stores its
 * progress with its result and is idempotent.
 */
export function createLeadSync({
  leads,
  sleep = wait,
  ...parts
}: ChannelParts & { leads: LeadWriter; sleep?: ((ms: number) => Promise<unknown>) | undefined }) {
  const { database, client, now } = parts;
  const keepChannel = createKeepChannel(parts);
  const taking = createLeadTaking({ database, leads });
  const send = createLeadSending({ database, client, taking });

  /** The run's state; undefined if not connected, or the company is inactive. */
  async function begin(companyId: CompanyId): Promise<LeadSyncRun | undefined> {
    const begun = await database.inCompany({ companyId }, async (scope) => {
      const grant = await holdGrant(scope, "zoho");
      if (!grant || !(await isCompanyActive(scope))) return undefined;
      const row = await zohoRepository.findSync(scope);
      if (row?.grantId !== grant.grantId)
        // Another grant may be another account: read everything again. Links and merge bases stay.
        await zohoRepository.saveSync(scope, {
          grantId: grant.grantId,
          cursor: null,
          deletedCursor: null,
          caughtUpTime: null,
          metadata: null,
          metadataTime: null,
          channelEndsTime: null,
        });
      return {
        grant,
        row: await zohoRepository.findSync(scope),
        timeZone: await readTimeZone(scope),
        isStatusAwaited: await zohoRepository.hasStatusFindings(scope),
      };
    });
    if (!begun?.row) return undefined;
    const { grant, row, timeZone, isStatusAwaited } = begun;
    const { grantId, isRehearsal } = grant;
    const { generation } = row;
    const keptMs = isStatusAwaited ? METADATA_AWAITED_MS : METADATA_KEPT_MS;
    const isFresh = row.metadataTime && now().getTime() - row.metadataTime.getTime() < keptMs;
    const metadata = isFresh && row.metadata ? row.metadata : await client.readMetadata(companyId);
    const mapping = row.mapping ?? suggestMapping(metadata);
    if (metadata !== row.metadata)
      // If an admin saved a mapping in the meantime, this run has ended.
      await inRun(database, { companyId, grantId, generation }, async (scope) => {
        await zohoRepository.hintStatuses(scope, changedStatuses(row.metadata, metadata));
        await zohoRepository.saveSync(scope, {
          metadata,
          metadataTime: now(),
          ...(row.mapping === null && { mapping }),
        });
      });
    // Requesting a deleted field would fail every list.
    const known = (apiName: string | null): string | null =>
      metadata.leads.some((field) => field.apiName === apiName) ? apiName : null;
    const kept = {
      meetingDate: known(mapping.meetingDate),
      projectType: known(mapping.projectType),
      customerNumber: known(mapping.customerNumber),
    };
    return {
      companyId,
      grantId,
      generation,
      isRehearsal,
      metadata,
      timeZone,
      mapping: { ...mapping, ...kept },
      unsettled: new Set(),
    };
  }

  const read = <Result>(
    run: SyncRun,
    work: (scope: Parameters<typeof zohoRepository.findSync>[0]) => Promise<Result>,
  ) => inRun(database, run, work);

  /** Our leads changed since the last run that differ from the merge base. */
  async function noteChangesHere(run: SyncRun): Promise<void> {
    for (;;) {
      const isDone = await read(run, async (scope) => {
        const above = (await zohoRepository.findSync(scope))?.sentUpTo ?? 0;
        const changed = await zohoRepository.listChangedHere(scope, { above, limit: CHANGES_AT_ONCE });
        const last = changed.at(-1);
        if (!last) return true;
        const ids = changed.map(({ leadId }) => leadId as LeadId);
        const held = await leads.hold(scope, ids);
        const byId = new Map(held.map((lead) => [lead.id as number, lead]));
        const names = apiNamesOf(run.mapping);
        const differs = changed.filter(({ leadId, link }) => {
          const lead = byId.get(leadId);
          return lead && [...names.keys()].some((field) => isSent(field) && differsFromAgreed(lead, link.base, field));
        });
        const zohoIds = differs.map(({ link }) => link.zohoId);
        await zohoRepository.addHints(scope, zohoIds);
        await zohoRepository.saveSync(scope, { sentUpTo: last.changeNumber });
        return changed.length < CHANGES_AT_ONCE;
      });
      if (isDone) return;
    }
  }

  /** After someone was linked with a Zoho user: assigns them that owner's unassigned leads. */
  async function adoptLeads(run: SyncRun): Promise<void> {
    await read(run, async (scope) => {
      const users = (await listMatchedUsers(scope)).filter(({ active, externalId }) => active && externalId !== null);
      const owners = users.flatMap(({ externalId }) => externalId ?? []);
      const found = await zohoRepository.listUnowned(scope, { owners, limit: CHANGES_AT_ONCE });
      const ids = found.map(({ leadId }) => leadId);
      const held = await leads.hold(scope, ids);
      for (const lead of held) {
        const person = users.find(({ externalId }) => externalId === lead.userExternalId);
        if (person) await leads.change(scope, lead, { values: { userId: person.id }, references: {} });
      }
    });
  }

  /**
   * Applies Zoho's changes since the cursor, oldest first. Pages are requested by the last row's time rather than by number, because rows
   * move during reading. Only within one second, as after an import in Zoho, are they requested by token.
   */
  async function follow(run: LeadSyncRun): Promise<void> {
    let cursor = (await read(run, (scope) => zohoRepository.findSync(scope)))?.cursor ?? undefined;
    const fields = askedFields(run.mapping);
    let pageToken: string | undefined;
    let lostPages = 0;
    // One second earlier: other leads may have changed in the last row's second.
    const sinceOf = (time: Date | undefined): Date | undefined => time && new Date(time.getTime() - 1_000);
    let since = sinceOf(cursor);
    for (;;) {
      const page = await client.listChanged(run.companyId, { fields, since, pageToken }).catch((error: unknown) => {
        if (!isPageGone(error) || (lostPages += 1) > MAX_LOST_PAGES) throw error;
        return undefined;
      });
      if (!page) {
        pageToken = undefined;
        continue;
      }
      await send(run, await taking.take(run, page));
      const last = page.rows.at(-1);
      const lastTime = last && new Date(last.Modified_Time);
      if (lastTime && !Number.isNaN(lastTime.getTime())) {
        cursor = lastTime;
        await read(run, (scope) => zohoRepository.moveCursor(scope, "cursor", lastTime));
      }
      if (!page.hasMore) return;
      const next = sinceOf(cursor);
      const isLater = next !== undefined && (since === undefined || next > since);
      if (!isLater && page.nextPageToken === undefined) throw new ProviderFailure("unreadable");
      pageToken = isLater ? undefined : page.nextPageToken;
      since = isLater ? next : since;
    }
  }

  async function followDeleted(run: SyncRun): Promise<void> {
    const cursor = (await read(run, (scope) => zohoRepository.findSync(scope)))?.deletedCursor;
    const since = cursor ? new Date(cursor.getTime() - 1_000) : undefined;
    const deleted = await client.listDeleted(run.companyId, since);
    if (deleted.length === 0) return;
    const newest = deleted.reduce((latest, { time }) => (time > latest ? time : latest), new Date(0));
    await read(run, async (scope) => {
      // Deleted leads are read again: they may have been restored. Unlinked ones don't matter.
      const ids = deleted.map(({ id }) => id);
      const linked = (await zohoRepository.holdLeads(scope, ids)).filter(({ state }) => state === "linked");
      const zohoIds = linked.map(({ zohoId }) => zohoId);
      await zohoRepository.addHints(scope, zohoIds);
      await zohoRepository.moveCursor(scope, "deletedCursor", newest);
    });
  }

  /** Each once: hints that arrive in the meantime wait for the next run. */
  async function takeHints(run: LeadSyncRun): Promise<void> {
    const fields = askedFields(run.mapping);
    let above = "";
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const hints = await read(run, (scope) => zohoRepository.listHints(scope, { above, limit: HINTS_AT_ONCE }));
      const last = hints.at(-1);
      if (!last) return;
      above = last.zohoId;
      const ids = hints.map(({ zohoId }) => zohoId);
      const page = await client.listByIds(run.companyId, { fields, ids });
      const found = new Set(page.ids);
      const toSend = await taking.take(run, page);
      const missing = ids.filter((id) => !found.has(id));
      if (missing.length > 0) await taking.unlink(run, missing);
      await send(run, toSend);
      await read(run, (scope) => zohoRepository.removeHints(scope, hints));
    }
  }

  async function runAll(companyId: CompanyId, { isCatchUp }: { isCatchUp: boolean }): Promise<void> {
    const run = await begin(companyId);
    if (!run) return;
    const row = await read(run, (scope) => zohoRepository.findSync(scope));
    await adoptLeads(run);
    if (isCatchUp || !row?.caughtUpTime) {
      // Without a channel changes arrive minutes later, but are not lost.
      await keepChannel(run).catch((error: unknown) => {
        if (!(error instanceof ProviderFailure)) throw error;
      });
      const began = now();
      await follow(run);
      await followDeleted(run);
      await read(run, (scope) => zohoRepository.saveSync(scope, { caughtUpTime: began }));
    }
    await noteChangesHere(run);
    await takeHints(run);
    if (run.unsettled.size === 0) return;
    await sleep(SETTLED_AFTER_MS);
    await takeHints(run);
  }

  return {
    /** What fails now is retried by the next run: every five minutes, and after changes. */
    async run(companyId: CompanyId, { isCatchUp }: { isCatchUp: boolean }): Promise<void> {
      try {
        await runAll(companyId, { isCatchUp });
      } catch (error) {
        // The connection's health reports it.
        if (!(error instanceof ProviderFailure || error instanceof RunEnded)) throw error;
      }
    },

    /** Enqueues a catch-up for each connected company. */
    async queueAll(companyIds: readonly CompanyId[]): Promise<void> {
      for (const companyId of companyIds)
        await database.inCompany({ companyId }, async (scope) => {
          if (await holdGrant(scope, "zoho")) await enqueueZohoCatchUp(scope);
        });
    },
  };
}
