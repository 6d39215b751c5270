import {
  isLocalId,
  isSameValue,
  newestEstimate,
  Problem,
  type LeadFields,
  type LeadListQuery,
  type Page,
  isObject,
} from "@ridgebook/contract";
import { z } from "zod";
import { isNeverSent, type LocalChange } from "#local-data/database/change-record.ts";
import type { LocalStore, RecordListener, StoreSession } from "#local-data/database/local-store.ts";
import type { FieldValues, StoredRecord } from "#local-data/database/stored-record.ts";
import type { Clock } from "#local-data/device/clock.ts";
import type { Connection } from "#local-data/device/connection.ts";
import type { ServerCall } from "#local-data/device/server-calls.ts";
import { fetchRecord } from "#local-data/merging/fetch-record.ts";
import { receiveRecords } from "#local-data/merging/receive.ts";
import { asRefusal } from "#local-data/outbox/device-refusal.ts";
import { resolveId } from "#local-data/outbox/id-map.ts";
import type { InPlaceOf, Outbox, PrepareEdit, SaveResult } from "#local-data/outbox/outbox.ts";
import type { PendingChanges } from "#local-data/outbox/pending-changes.ts";
import { readSyncState, type RecordSyncState } from "#local-data/outbox/record-sync-state.ts";
import { createDeviceLeads, type DeviceLeads } from "./device-leads.ts";
import { findLeads } from "./lead-query.ts";
import { newStoredLead, type StoredLead } from "./stored-lead.ts";

/** A lead with its sync state. */
export interface LocalLead extends StoredLead {
  sync: RecordSyncState;
}

export interface LeadPage extends Page<LocalLead> {
  source: "device" | "server";
  /** The total of each lead's newest estimate on the server, in dollars, by the lead's id; missing on pages from the device. */
  newestTotals?: ReadonlyMap<number, number> | undefined;
}

/**
 * The leads of this device. Reads work offline. Writes store the record with its queue entry, and then wait at most 3 s for the
 * server's reply.
 */
export interface LeadStore {
  /** Reads a page from the device; with `among`, of these leads only. */
  list(query: LeadListQuery, options?: { among?: ReadonlySet<number> | undefined }): Promise<LeadPage>;
  /** The number of leads on this device. */
  count(): Promise<number>;
  /** The distinct statuses of the leads on this device. */
  statuses(): Promise<string[]>;
  /** Reads the leads with these ids, if they are on this device, by id. */
  some(ids: readonly number[]): Promise<Map<number, LocalLead>>;
  /** Fetches a page from the server, with unsent edits on top. Throws the call's `Problem`. */
  fetchPage(query: LeadListQuery): Promise<LeadPage>;
  /** Reads from the device; a local id also finds a lead that has a server id now. */
  find(id: number): Promise<LocalLead | undefined>;
  /** Reads from the server if it can be reached, else from the device. Throws `notFound` (ERR-03). */
  fetch(id: number): Promise<LocalLead>;
  /**
   * Creates a lead. A refused one stays visible in the queue. Continue with the result's id. `whenStored` is called after the lead is
   * stored, before it is sent. `draftKey` is the key of the draft that becomes the lead. `inPlaceOf`: see `Outbox.create`.
   */
  create(
    fields: LeadFields,
    options?: { draftKey?: string; whenStored?: () => void; inPlaceOf?: InPlaceOf },
  ): Promise<SaveResult>;
  /**
   * Saves changed fields. `from` has the values that the form was opened with: a later change of the same field by another user
   * is a conflict.
   */
  update(id: number, changed: Partial<LeadFields>, options?: { from?: Partial<LeadFields> }): Promise<SaveResult>;
  /**
   * Sets the link to the lead's photos elsewhere; "" removes it. Online only. Throws the call's `Problem`: `notFound` also for a lead
   * that is not on the server yet.
   */
  setCameraUrl(id: number, cameraUrl: string): Promise<void>;
  /** If refused, the lead stays unchanged and nothing is queued (OFF-16, LEAD-17). */
  remove(id: number): Promise<SaveResult>;
}

const storeName = "leads";
const PHOTOS = "lead-photos";

export function createLeadStore({
  store,
  connection,
  outbox,
  changes,
  clock,
  subscribe,
  canKeep,
}: {
  store: LocalStore;
  connection: Connection;
  outbox: Outbox;
  changes: PendingChanges;
  clock: Clock;
  subscribe: (listener: RecordListener) => void;
  /** Whether the cache is notified of every change. */
  canKeep: () => boolean;
}): LeadStore {
  const deviceLeads = createDeviceLeads({ store, subscribe, canKeep });

  /** Keeps the same object for an unchanged lead, so that React can skip it. */
  const localLeads = new WeakMap<StoredLead, LocalLead>();
  const toLocalLead = (lead: StoredLead, change: LocalChange | undefined): LocalLead => {
    const sync = readSyncState(change, { isSending: change !== undefined && outbox.isSending(change) });
    const before = localLeads.get(lead);
    if (before?.sync === sync) return before;
    const told = { ...lead, sync };
    localLeads.set(lead, told);
    return told;
  };

  const list: LeadStore["list"] = async (query, { among } = {}) => {
    const { leadsById, changesById, timeZone } = await deviceLeads.read();
    const asked = [...leadsById.values()].filter(({ lead }) => !among || among.has(lead.id));
    const found = findLeads({ leads: asked, query, timeZone });
    const { offset, limit } = query;
    const data = found.slice(offset, offset + limit).map((lead) => toLocalLead(lead, changesById.get(lead.id)));
    return { data, offset, limit, totalCount: found.length, source: "device" };
  };

  const some: LeadStore["some"] = async (ids) => {
    const { leadsById, changesById } = await deviceLeads.read();
    const found = ids.flatMap((id) => leadsById.get(id)?.lead ?? []);
    return new Map(found.map((lead) => [lead.id, toLocalLead(lead, changesById.get(lead.id))]));
  };

  const count: LeadStore["count"] = async () => (await deviceLeads.read()).leadsById.size;

  const statuses: LeadStore["statuses"] = async () => {
    const { leadsById } = await deviceLeads.read();
    return [...new Set([...leadsById.values()].map(({ lead }) => lead.leadStatus))];
  };

  const fetchPage: LeadStore["fetchPage"] = async (query) => {
    const session = store.session();
    const { body } = await connection.call({
      method: "GET",
      path: "/api/leads",
      query: queryTexts(query),
      session: session.owner,
    });
    const page = readLeadPage(body);
    await receive(session, page.data);
    const device = await deviceLeads.read();
    // Leaves out leads that were deleted here, or during the call.
    const shown = page.data.flatMap(({ id }) => device.leadsById.get(id)?.lead ?? []);
    const ownNew = findLeads({
      leads: [...device.leadsById.values()].filter(({ lead }) => isLocalId(lead.id)),
      query,
      timeZone: device.timeZone,
    });
    // If the reply to a create was lost, the server's row is the same lead as the unsent one here.
    const rows = shown.filter((row) => !isAnsweredCreate({ row, device }));
    return {
      data: [...(page.offset === 0 ? ownNew : []), ...rows].map((lead) =>
        toLocalLead(lead, device.changesById.get(lead.id)),
      ),
      offset: page.offset,
      limit: page.limit,
      totalCount: page.totalCount - (page.data.length - rows.length) + ownNew.length,
      source: "server",
      newestTotals: page.newestTotals,
    };
  };

  const receive = (session: StoreSession, incoming: readonly StoredRecord[]): Promise<void> =>
    session.write((transaction) => receiveRecords(transaction, { storeName, incoming, isLate: true }));

  const find: LeadStore["find"] = (givenId) =>
    store.read(async (transaction) => {
      const id = await resolveId(transaction, { storeName, id: givenId });
      const lead = (await transaction.record(storeName, id)) as StoredLead | undefined;
      return lead && toLocalLead(lead, await transaction.change({ storeName, id }));
    });

  const fetch: LeadStore["fetch"] = async (givenId) => {
    const id = await store.read((transaction) => resolveId(transaction, { storeName, id: givenId }));
    if (!isLocalId(id) && connection.hasNetwork())
      await fetchRecord(
        { store, connection },
        { storeName, id },
        { path: `/api/leads/${String(id)}`, isRecord: isLead },
      );
    const lead = await find(id);
    if (!lead) throw new Problem("notFound");
    return lead;
  };

  const create: LeadStore["create"] = async (fields, { draftKey, whenStored, inPlaceOf } = {}) => {
    const time = new Date(clock.now()).toISOString();
    const key = await outbox.create({ storeName, values: newStoredLead(fields, time), draftKey, inPlaceOf });
    whenStored?.();
    return await outbox.sendNow(key);
  };

  const update: LeadStore["update"] = async (id, changed, { from } = {}) => {
    try {
      const edit = {
        kind: "update" as const,
        changed: changed as FieldValues,
        ...(from && { from: from as FieldValues }),
      };
      return await outbox.sendNow(await outbox.edit({ storeName, id, edit }));
    } catch (error) {
      return asRefusal(id, error);
    }
  };

  const setCameraUrl: LeadStore["setCameraUrl"] = async (givenId, cameraUrl) => {
    const session = store.session();
    const id = await session.read((transaction) => resolveId(transaction, { storeName, id: givenId }));
    if (isLocalId(id)) throw new Problem("notFound");
    const path = `/api/leads/${String(id)}/SetCameraUrl`;
    const { body } = await connection.call({ method: "POST", path, body: { cameraUrl }, session: session.owner });
    if (!isLead(body) || body.id !== id) throw new Problem("unavailable");
    await receive(session, [body]);
  };

  const remove: LeadStore["remove"] = async (givenId) => {
    try {
      const { id, isProtected, isAlwaysRefused } = await readProtection(givenId);
      const refused: SaveResult = { outcome: "refused", id, problem: new Problem("inUse") };
      if (isAlwaysRefused || (isProtected && connection.isUnreachable())) return refused;
      const result = await outbox.sendNow(await outbox.edit({ storeName, id, edit: deleteWithPhotos }));
      // The server cannot be reached after all, so the offline rule applies (OFF-16).
      const isRefusedLate = result.outcome === "queued" && isProtected && connection.isUnreachable();
      if (result.outcome !== "refused" && !isRefusedLate) return result;
      await changes.takeBackDelete({ storeName, id: result.id });
      return result.outcome === "refused" ? result : refused;
    } catch (error) {
      return asRefusal(givenId, error);
    }
  };

  /** Deletes an unsent lead together with its photos. */
  const deleteWithPhotos: PrepareEdit = async (transaction, { record, change }) => {
    if (change && isNeverSent(change))
      for (const { id } of await transaction.recordsWith({ storeName: PHOTOS, field: "leadId", value: record.id })) {
        await transaction.deleteRecord(PHOTOS, id);
        await transaction.putChange({ storeName: PHOTOS, id }, undefined);
      }
    return { kind: "delete" };
  };

  /** Reads whether the device itself must refuse to delete a lead. */
  const readProtection = (givenId: number): Promise<{ id: number; isProtected: boolean; isAlwaysRefused: boolean }> =>
    store.read(async (transaction) => {
      const id = await resolveId(transaction, { storeName, id: givenId });
      const lead = (await transaction.record(storeName, id)) as StoredLead | undefined;
      if (!lead) throw new Problem("notFound");
      const estimates = await transaction.recordsWith({ storeName: "estimates", field: "leadId", value: id });
      return {
        id,
        isProtected: lead.externalId !== null || estimates.length > 0,
        // The server does not have unsent estimates, so it cannot refuse because of them.
        isAlwaysRefused: estimates.some((estimate) => isLocalId(estimate.id)),
      };
    });

  return { list, some, count, statuses, fetchPage, find, fetch, create, update, setCameraUrl, remove };
}

function isAnsweredCreate({ row, device }: { row: StoredLead; device: DeviceLeads }): boolean {
  return [...device.changesById.values()].some(({ data: { attempt } }) => {
    if (attempt?.kind !== "create") return false;
    const values: FieldValues = { ...row };
    return Object.entries(attempt.former).every(([field, value]) => isSameValue(values[field], value));
  });
}

function queryTexts({
  searchQuery,
  userId,
  startDate,
  endDate,
  withoutStatus = [],
  limit,
  offset,
  sort,
}: LeadListQuery): NonNullable<ServerCall["query"]> {
  return {
    ...(searchQuery !== "" && { searchQuery }),
    ...(userId !== undefined && { userId: String(userId) }),
    ...(startDate !== undefined && { startDate }),
    ...(endDate !== undefined && { endDate }),
    ...(withoutStatus.length > 0 && { withoutStatus }),
    limit: String(limit),
    offset: String(offset),
    ...(sort !== undefined && { sort }),
  };
}

/** Empty for a server of an older release. */
const readNewestTotals = ({ newestEstimates }: Record<string, unknown>): ReadonlyMap<number, number> =>
  new Map(
    z
      .array(newestEstimate)
      .catch([])
      .parse(newestEstimates)
      .map(({ leadId, total }) => [leadId, total]),
  );

const isLead = (value: unknown): value is StoredRecord & StoredLead =>
  isObject(value) && Number.isInteger(value.id) && Number.isInteger(value.revision);

const isLeadPage = (body: unknown): body is Page<StoredRecord & StoredLead> & Record<string, unknown> =>
  isObject(body) &&
  Array.isArray(body.data) &&
  body.data.every(isLead) &&
  [body.offset, body.limit, body.totalCount].every(Number.isInteger);

/** Throws `unavailable` for a body that cannot come from our server. */
function readLeadPage(body: unknown): Page<StoredRecord & StoredLead> & Pick<LeadPage, "newestTotals"> {
  if (!isLeadPage(body)) throw new Problem("unavailable");
  return { ...body, newestTotals: readNewestTotals(body) };
}
