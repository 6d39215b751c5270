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

/** A lead with what is known of its way to the server. */
export interface LocalLead extends StoredLead {
  sync: RecordSyncState;
}

export interface LeadPage extends Page<LocalLead> {
  source: "device" | "server";
  /** What the newest estimate of a lead comes to at the server, in dollars, by the lead's id; a page of the device has none. */
  newestTotals?: ReadonlyMap<number, number> | undefined;
}

/**
 * The leads of this device. Reading is at once and works without a network; writing is done when the record and its
 * queue entry are stored, and then waits at most 3 s to learn what the server says.
 */
export interface LeadStore {
  /** A page from the device; with `among`, of these leads only. */
  list(query: LeadListQuery, options?: { among?: ReadonlySet<number> | undefined }): Promise<LeadPage>;
  /** How many leads are on this device. */
  count(): Promise<number>;
  /** The different statuses of the leads on this device. */
  statuses(): Promise<string[]>;
  /** Those of these leads that are on this device, by their ids. */
  some(ids: readonly number[]): Promise<Map<number, LocalLead>>;
  /** A page from the server with what waits here laid over it. Throws the `Problem` of the call. */
  fetchPage(query: LeadListQuery): Promise<LeadPage>;
  /** From the device; a local id whose lead was sent finds the lead under its server id. */
  find(id: number): Promise<LocalLead | undefined>;
  /** From the server where it can be reached, else from the device. Throws `notFound` (ERR-03). */
  fetch(id: number): Promise<LocalLead>;
  /**
   * A refused lead stays in the queue, visible; go on with the result's id. `whenStored` hears that the lead is on this device,
   * before the server is asked. `draftKey` is that of the draft that becomes the lead. `inPlaceOf`: see `Outbox.create`.
   */
  create(
    fields: LeadFields,
    options?: { draftKey?: string; whenStored?: () => void; inPlaceOf?: InPlaceOf },
  ): Promise<SaveResult>;
  /**
   * Saves changed fields. `from` holds the values that the form was opened with: what somebody else changed meanwhile
   * then is a conflict instead of being overwritten unseen.
   */
  update(id: number, changed: Partial<LeadFields>, options?: { from?: Partial<LeadFields> }): Promise<SaveResult>;
  /**
   * Keeps the link to the lead's photos elsewhere; "" takes it away. Only with a signal. Throws the call's `Problem`: `notFound` also
   * for a lead that the server does not have yet.
   */
  setCameraUrl(id: number, cameraUrl: string): Promise<void>;
  /** Refused means that the lead is there as before and nothing waits (OFF-16, LEAD-17). */
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
  /** Whether every change of a record is heard of. */
  canKeep: () => boolean;
}): LeadStore {
  const deviceLeads = createDeviceLeads({ store, subscribe, canKeep });

  /** The same object for a lead that is the same as before, so that whoever draws it can tell. */
  const toldBefore = new WeakMap<StoredLead, LocalLead>();
  const toLocalLead = (lead: StoredLead, change: LocalChange | undefined): LocalLead => {
    const sync = readSyncState(change, { isSending: change !== undefined && outbox.isSending(change) });
    const before = toldBefore.get(lead);
    if (before?.sync === sync) return before;
    const told = { ...lead, sync };
    toldBefore.set(lead, told);
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
    // Locally deleted leads, and those that were deleted while the answer was on its way, are left out.
    const shown = page.data.flatMap(({ id }) => device.leadsById.get(id)?.lead ?? []);
    const ownNew = findLeads({
      leads: [...device.leadsById.values()].filter(({ lead }) => isLocalId(lead.id)),
      query,
      timeZone: device.timeZone,
    });
    // The answer to a create may have been lost: then the server's row is the same lead as the one that waits here.
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
      // The server turned out to be out of reach, so the rule for that holds (OFF-16).
      const isRefusedLate = result.outcome === "queued" && isProtected && connection.isUnreachable();
      if (result.outcome !== "refused" && !isRefusedLate) return result;
      await changes.takeBackDelete({ storeName, id: result.id });
      return result.outcome === "refused" ? result : refused;
    } catch (error) {
      return asRefusal(givenId, error);
    }
  };

  /** Photos of a lead that only this device knows go with it, or stay with it. */
  const deleteWithPhotos: PrepareEdit = async (transaction, { record, change }) => {
    if (change && isNeverSent(change))
      for (const { id } of await transaction.recordsWith({ storeName: PHOTOS, field: "leadId", value: record.id })) {
        await transaction.deleteRecord(PHOTOS, id);
        await transaction.putChange({ storeName: PHOTOS, id }, undefined);
      }
    return { kind: "delete" };
  };

  /** What the device itself knows against deleting a lead. */
  const readProtection = (givenId: number): Promise<{ id: number; isProtected: boolean; isAlwaysRefused: boolean }> =>
    store.read(async (transaction) => {
      const id = await resolveId(transaction, { storeName, id: givenId });
      const lead = (await transaction.record(storeName, id)) as StoredLead | undefined;
      if (!lead) throw new Problem("notFound");
      const estimates = await transaction.recordsWith({ storeName: "estimates", field: "leadId", value: id });
      return {
        id,
        isProtected: lead.externalId !== null || estimates.length > 0,
        // The server cannot refuse for the sake of estimates that it does not know yet.
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

/** A server of an older release tells none. */
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

/** Throws `unavailable` for what cannot come from our server. */
function readLeadPage(body: unknown): Page<StoredRecord & StoredLead> & Pick<LeadPage, "newestTotals"> {
  if (!isLeadPage(body)) throw new Problem("unavailable");
  return { ...body, newestTotals: readNewestTotals(body) };
}
