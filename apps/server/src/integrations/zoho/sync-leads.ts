import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { CompanyId, LeadId } from "@ridgebook/contract";
import { readTimeZone } from "#database/company-settings.ts";
import { listMatchedUsers } from "#database/company-users.ts";
import type { Database } from "#database/database.ts";
import { isCompanyActive } from "#database/is-company-active.ts";
import type { SecretBox } from "#secrets/secret-box.ts";
import { zohoWebhookPlace } from "#secrets/secret-places.ts";
import { holdGrant } from "#integrations/connection/grant-repository.ts";
import { ProviderFailure } from "#integrations/connection/provider.ts";
import {
  apiNamesOf,
  askedFields,
  changedStatuses,
  isSent,
  suggestMapping,
  toZohoValue,
  type SentField,
} from "./lead-fields.ts";
import type { LeadWriter } from "./lead-writer.ts";
import { differsFromAgreed } from "./merge-lead.ts";
import { createLeadTaking, inRun, RunEnded, SETTLED_AFTER_MS, type SyncRun, type ToSend } from "./take-leads.ts";
import type { ZohoClient } from "./zoho-client.ts";
import { isPageGone } from "./zoho-failure.ts";
import { enqueueZohoCatchUp, zohoRepository } from "./zoho-repository.ts";

const METADATA_KEPT_MS = 3_600_000;
/** While a status waits for Zoho's list, each catch-up looks whether the list has it now. */
const METADATA_AWAITED_MS = 240_000;
const HINTS_AT_ONCE = 100;
/** Of one run; what is left waits for the next one. */
const MAX_ROUNDS = 500;
const MAX_LOST_PAGES = 3;
const CHANGES_AT_ONCE = 500;
const DAY_MS = 86_400_000;
/** Zoho takes a week at most, and an hour for more than that. */
const CHANNEL_MS = 6 * DAY_MS;

export const newWebhookToken = (): string => randomBytes(24).toString("base64url");

const isSetUpForPosts = (publicUrl: string): boolean => publicUrl.startsWith("https:");
export const webhookUrlOf = (publicUrl: string, companyId: CompanyId): string =>
  `${publicUrl}/api/zohointegration/events/${String(companyId)}`;

interface LeadSyncRun extends SyncRun {
  readonly isRehearsal: boolean;
  /** Records that are not sent yet, because they may still change within the second that was read. */
  readonly unsettled: Set<string>;
}

/**
 * The job that brings the leads of a company and of its Zoho account in step (decision 0102). It may end at any moment and begin again:
 * each step stores how far it came with what it did, and does nothing to what is done.
 */
export function createLeadSync({
  database,
  client,
  leads,
  secrets,
  publicUrl,
  now,
  sleep = wait,
}: {
  database: Database;
  client: ZohoClient;
  leads: LeadWriter;
  secrets: SecretBox;
  publicUrl: string;
  now: () => Date;
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
}) {
  const taking = createLeadTaking({ database, leads });

  /** What the run works with; undefined where nothing is connected, or the company is not active. */
  async function begin(companyId: CompanyId): Promise<LeadSyncRun | undefined> {
    const begun = await database.inCompany({ companyId }, async (scope) => {
      const grant = await holdGrant(scope, "zoho");
      if (!grant || !(await isCompanyActive(scope))) return undefined;
      const row = await zohoRepository.findSync(scope);
      if (row?.grantId !== grant.grantId)
        // Another permission may be another account: everything is read once more. Links and what both sides agreed on stay.
        await zohoRepository.saveSync(scope, {
          ...{ grantId: grant.grantId, cursor: null, deletedCursor: null, caughtUpTime: null },
          ...{ metadata: null, metadataTime: null, channelEndsTime: null },
        });
      return {
        ...{ grant, row: await zohoRepository.findSync(scope), timeZone: await readTimeZone(scope) },
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
      // A mapping that an admin saved meanwhile has ended this run.
      await inRun(database, { companyId, grantId, generation }, async (scope) => {
        await zohoRepository.hintStatuses(scope, changedStatuses(row.metadata, metadata));
        await zohoRepository.saveSync(scope, {
          ...{ metadata, metadataTime: now() },
          ...(row.mapping === null && { mapping }),
        });
      });
    // A field that the account no longer has would fail every list.
    const known = (apiName: string | null): string | null =>
      metadata.leads.some((field) => field.apiName === apiName) ? apiName : null;
    const kept = {
      ...{ meetingDate: known(mapping.meetingDate), projectType: known(mapping.projectType) },
      customerNumber: known(mapping.customerNumber),
    };
    return {
      ...{ companyId, grantId, generation, isRehearsal, metadata, timeZone },
      ...{ mapping: { ...mapping, ...kept }, unsettled: new Set() },
    };
  }

  const read = <Result>(
    run: SyncRun,
    work: (scope: Parameters<typeof zohoRepository.findSync>[0]) => Promise<Result>,
  ) => inRun(database, run, work);

  /** Leads that were changed here since the last run, where they differ from what both sides agreed on. */
  async function noteChangesHere(run: SyncRun): Promise<void> {
    for (;;) {
      const isDone = await read(run, async (scope) => {
        const above = (await zohoRepository.findSync(scope))?.sentUpTo ?? 0;
        const changed = await zohoRepository.listChangedHere(scope, { above, limit: CHANGES_AT_ONCE });
        const last = changed.at(-1);
        if (!last) return true;
        const held = await leads.hold(
          scope,
          changed.map(({ leadId }) => leadId as LeadId),
        );
        const byId = new Map(held.map((lead) => [lead.id as number, lead]));
        const names = apiNamesOf(run.mapping);
        const differs = changed.filter(({ leadId, link }) => {
          const lead = byId.get(leadId);
          return lead && [...names.keys()].some((field) => isSent(field) && differsFromAgreed(lead, link.base, field));
        });
        await zohoRepository.addHints(
          scope,
          differs.map(({ link }) => link.zohoId),
        );
        await zohoRepository.saveSync(scope, { sentUpTo: last.changeNumber });
        return changed.length < CHANGES_AT_ONCE;
      });
      if (isDone) return;
    }
  }

  /** Somebody was linked with a user of Zoho: leads of that owner that are nobody's are theirs. */
  async function adoptLeads(run: SyncRun): Promise<void> {
    await read(run, async (scope) => {
      const users = (await listMatchedUsers(scope)).filter(({ active, externalId }) => active && externalId !== null);
      const owners = users.flatMap(({ externalId }) => externalId ?? []);
      const found = await zohoRepository.listUnowned(scope, { owners, limit: CHANGES_AT_ONCE });
      const held = await leads.hold(
        scope,
        found.map(({ leadId }) => leadId),
      );
      for (const lead of held) {
        const person = users.find(({ externalId }) => externalId === lead.userExternalId);
        if (person) await leads.change(scope, lead, { values: { userId: person.id }, references: {} });
      }
    });
  }

  /** Zoho does not know what it has just listed: deleted since, or not to be changed. */
  async function settleGone(run: SyncRun, { zohoId, sent }: ToSend): Promise<void> {
    const { ids } = await client.listByIds(run.companyId, { fields: ["Modified_Time"], ids: [zohoId] });
    if (ids.includes(zohoId)) await taking.noteNotAccepted(run, { zohoId, sent });
    else await taking.unlink(run, [zohoId]);
  }

  async function sendOne(run: SyncRun, order: ToSend): Promise<void> {
    const { zohoId, sent, readTime } = order;
    const names = apiNamesOf(run.mapping);
    const values: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(sent) as [SentField, unknown][]) {
      const name = names.get(field);
      if (name !== undefined) values[name] = toZohoValue(field, value, run);
    }
    const result = await client.update(run.companyId, { id: zohoId, values, readTime });
    if (result.outcome === "done") await taking.noteSent(run, { zohoId, sent, modifiedTime: result.modifiedTime });
    else if (result.outcome === "notAccepted") {
      const refused = Object.keys(sent).filter(
        (field) => result.field === undefined || names.get(field as SentField) === result.field,
      );
      const isNamed = refused.length > 0 && refused.length < Object.keys(sent).length;
      const isWrong = (field: string): boolean => !isNamed || refused.includes(field);
      const part = (isIn: (field: string) => boolean) =>
        Object.fromEntries(Object.entries(sent).filter(([field]) => isIn(field))) as ToSend["sent"];
      await taking.noteNotAccepted(run, { zohoId, sent: part(isWrong) });
      // Zoho's list may have lost the status since it was read: the next run looks.
      if ("leadStatus" in part(isWrong))
        await read(run, (scope) => zohoRepository.saveSync(scope, { metadataTime: null }));
      // The others are worth another try without it.
      if (isNamed) await sendOne(run, { ...order, sent: part((field) => !isWrong(field)) });
    } else if (result.outcome === "gone") await settleGone(run, order);
    else await read(run, (scope) => zohoRepository.addHints(scope, [zohoId]));
  }

  const send = async (run: LeadSyncRun, all: readonly ToSend[]): Promise<void> => {
    for (const each of all) {
      if (each.isSettled) {
        await sendOne(run, each);
        continue;
      }
      run.unsettled.add(each.zohoId);
      await read(run, (scope) => zohoRepository.addHints(scope, [each.zohoId]));
    }
  };

  /**
   * Takes in what Zoho changed since the cursor, oldest first. A page is asked for by the time of the last row rather than by its number:
   * rows move while they are read. Only within one second, as after an import in Zoho, pages go on by token.
   */
  async function follow(run: LeadSyncRun): Promise<void> {
    let cursor = (await read(run, (scope) => zohoRepository.findSync(scope)))?.cursor ?? undefined;
    const fields = askedFields(run.mapping);
    let pageToken: string | undefined;
    let lostPages = 0;
    // One second earlier: others may have been changed in the second of the last row.
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
      // What is deleted is read again like everything else: it may be back. Others than ours mean nothing here.
      const links = await zohoRepository.holdLeads(
        scope,
        deleted.map(({ id }) => id),
      );
      await zohoRepository.addHints(
        scope,
        links.filter(({ state }) => state === "linked").map(({ zohoId }) => zohoId),
      );
      await zohoRepository.moveCursor(scope, "deletedCursor", newest);
    });
  }

  /** Each once: what is hinted again meanwhile waits for the next run. */
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

  /** Has Zoho post what changes, where it can reach this installation; what it does not post, `follow` finds. */
  async function keepChannel(run: LeadSyncRun): Promise<void> {
    if (!isSetUpForPosts(publicUrl) && !run.isRehearsal) return;
    const { companyId } = run;
    const row = await read(run, (scope) => zohoRepository.findSync(scope));
    const { channelEndsTime: endsTime } = row ?? {};
    if (endsTime && endsTime.getTime() - now().getTime() > DAY_MS) return;
    const place = zohoWebhookPlace(companyId);
    // Before Zoho knows it: what it posts at once is let in.
    const kept = await read(run, (scope) =>
      zohoRepository.keepWebhookToken(scope, secrets.seal(newWebhookToken(), place)),
    );
    const token = secrets.open(kept, place);
    const url = webhookUrlOf(publicUrl, companyId);
    const asked = new Date(now().getTime() + CHANNEL_MS);
    const isNew = !endsTime || endsTime <= now();
    const ends = await client.watch(companyId, { isNew, token, url, ends: asked }).catch(async (error: unknown) => {
      // A channel that Zoho does not know any more cannot be renewed: the next catch-up asks for a new one.
      if (error instanceof ProviderFailure) await read(run, (scope) => zohoRepository.noteChannelEnd(scope));
      throw error;
    });
    await read(run, (scope) => zohoRepository.noteChannel(scope, { token: kept, ends }));
  }

  async function runAll(companyId: CompanyId, { isCatchUp }: { isCatchUp: boolean }): Promise<void> {
    const run = await begin(companyId);
    if (!run) return;
    const row = await read(run, (scope) => zohoRepository.findSync(scope));
    await adoptLeads(run);
    if (isCatchUp || !row?.caughtUpTime) {
      // A channel that is not to be had costs minutes, not data.
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
    /** What Zoho does not answer now, the next run asks for: every five minutes, and when something changes. */
    async run(companyId: CompanyId, { isCatchUp }: { isCatchUp: boolean }): Promise<void> {
      try {
        await runAll(companyId, { isCatchUp });
      } catch (error) {
        // The connection's health says what it was.
        if (!(error instanceof ProviderFailure || error instanceof RunEnded)) throw error;
      }
    },

    /** Queues a catch-up for each company that is connected. */
    async queueAll(companyIds: readonly CompanyId[]): Promise<void> {
      for (const companyId of companyIds)
        await database.inCompany({ companyId }, async (scope) => {
          if (await holdGrant(scope, "zoho")) await enqueueZohoCatchUp(scope);
        });
    },
  };
}
