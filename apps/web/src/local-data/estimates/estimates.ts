import {
  EMPTY_ESTIMATE,
  ESTIMATE_MEMBERS,
  pick,
  isLocalId,
  mapItemIds,
  Problem,
  type Estimate,
  type EstimateMembers,
  type StoredEstimateItem,
  isSameValue,
  isObject,
} from "@ridgebook/contract";
import type { IndexedPriceBook } from "@ridgebook/estimating";
import type { DeviceDatabase } from "#local-data/database/device-database.ts";
import type { LocalStore, RecordListener } from "#local-data/database/local-store.ts";
import type { FieldValues, RecordKey, StoredRecord } from "#local-data/database/stored-record.ts";
import type { Clock } from "#local-data/device/clock.ts";
import type { Connection } from "#local-data/device/connection.ts";
import { createKeptEntries, type Entry } from "#local-data/merging/kept-entries.ts";
import type { MadeEdit } from "#local-data/merging/take-back-edit.ts";
import { asRefusal } from "#local-data/outbox/device-refusal.ts";
import { ITEM_ID_MEMBERS, localItemIdsIn, reserveItemIds } from "#local-data/outbox/item-ids.ts";
import type { InPlaceOf, Outbox, SaveResult } from "#local-data/outbox/outbox.ts";
import type { PendingChanges } from "#local-data/outbox/pending-changes.ts";
import { readSyncState } from "#local-data/outbox/record-sync-state.ts";
import { readNewestVersion } from "#local-data/price-book/kept-price-books.ts";
import type { PriceBookReader } from "#local-data/price-book/price-book.ts";
import { ESTIMATE_SLICES } from "./estimate-entity.ts";
import { NOT_MADE, startKey, type EstimateStore, type LeftOut, type LocalEstimate } from "./estimate-store.ts";
import { createNewestTotals } from "./newest-totals.ts";
import { createOwnSaves } from "./own-saves.ts";

/** Loads the engine with its catalogue when it is first needed: the list of leads works without it. */
const loadEngine = () => import("./estimate-engine.ts");

const storeName = "estimates";

/** A stored estimate; its ids are negative until the server has given others. */
type StoredEstimate = Omit<Estimate, "id" | "leadId"> & { id: number; leadId: number };

/** An estimate of which nothing is decided yet, and what only the server writes, as it begins without one. */
const NEW_ESTIMATE = {
  ...EMPTY_ESTIMATE,
  revision: 0,
  items: [],
  comparisons: [],
  workflowSummaries: {},
  documents: [],
  principal: 0,
  monthlyRate: 0,
  monthlyPayment: 0,
} as const satisfies Partial<StoredEstimate>;

export function createEstimateStore({
  store,
  device,
  drafts,
  connection,
  outbox,
  changes,
  clock,
  priceBook,
  subscribe,
  canKeep,
}: {
  store: LocalStore;
  device: DeviceDatabase;
  drafts: EstimateStore["drafts"];
  connection: Connection;
  outbox: Outbox;
  changes: PendingChanges;
  clock: Clock;
  priceBook: Pick<PriceBookReader, "read" | "readVersion" | "readWorkflows">;
  subscribe: (listener: RecordListener) => void;
  /** Whether listeners are called for every change of a record. */
  canKeep: () => boolean;
}): EstimateStore {
  /* Reading */

  const kept = createKeptEntries({
    store,
    connection,
    storeName,
    path: "/api/estimates",
    asKept: asEstimate,
    isRecord: isEstimate,
    isAnsweredCreate,
  });

  const toLocalEstimate = async ({ record: estimate, change }: Entry<StoredEstimate>): Promise<LocalEstimate> => {
    const { calculateEstimate } = await loadEngine();
    return {
      ...estimate,
      ...calculateEstimate(estimate),
      ...(change && { modifiedTime: laterTime(estimate.modifiedTime, change.data.changedTime) }),
      sync: readSyncState(change, { isSending: change !== undefined && outbox.isSending(change) }),
    };
  };

  const toLocalEstimates = async (entries: readonly Entry<StoredEstimate>[]): Promise<LocalEstimate[]> => {
    const newestFirst = [...entries].sort(
      ({ record: one }, { record: other }) =>
        other.createdTime.localeCompare(one.createdTime) || compareAge(one, other),
    );
    return await Promise.all(newestFirst.map(toLocalEstimate));
  };

  const find: EstimateStore["find"] = async (id) => {
    const entry = await store.read((transaction) => kept.find(transaction, id));
    return entry && (await toLocalEstimate(entry));
  };

  const fetch: EstimateStore["fetch"] = async (id) => {
    await kept.fetch(id);
    const estimate = await find(id);
    if (!estimate) throw new Problem("notFound");
    return estimate;
  };

  /* Writing */

  const keep = async (
    values: Omit<StoredEstimate, "id" | "createdTime" | "modifiedTime">,
    inPlaceOf?: InPlaceOf,
  ): Promise<RecordKey> => {
    const time = new Date(clock.now()).toISOString();
    return await outbox.create({ storeName, values: { ...values, createdTime: time, modifiedTime: time }, inPlaceOf });
  };

  const add = async (...made: Parameters<typeof keep>): Promise<SaveResult> =>
    await outbox.sendNow(await keep(...made));

  const create: EstimateStore["create"] = async (estimate) =>
    await add({ ...NEW_ESTIMATE, priceBookVersion: await readNewestVersion({ store, device }), ...estimate });

  /** Undefined when the device does not have the version and cannot get it. */
  const readPriceBook = async (version: number): Promise<IndexedPriceBook | undefined> => {
    if (version === 0) return undefined;
    try {
      return (await priceBook.readVersion(version)).indexed;
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  };

  const copy: EstimateStore["copy"] = async (id, { name, inPlaceOf }) => {
    try {
      const { contentsOfCopy, NO_PAYMENT } = await loadEngine();
      const nextId = await reserveItemIds(device);
      const { entry, settings } = await store.read(async (transaction) => ({
        entry: await kept.find(transaction, id),
        settings: await transaction.record("settings", 1),
      }));
      if (!entry) throw new Problem("notFound");
      const book = await readPriceBook(entry.record.priceBookVersion);
      const { contents, adjustments } = contentsOfCopy(entry.record, { book, settings });
      const { items, comparisons } = withOtherItemIds(contents, nextId);
      const { leadId, workflowSummaries } = contents;
      const values = { ...NEW_ESTIMATE, ...pick(contents, ESTIMATE_MEMBERS) };
      const result = await add({ ...values, leadId, name, items, comparisons, workflowSummaries }, inPlaceOf);
      if (!isRefusedForPayment(result)) return { ...result, adjustments };
      // The offer was withdrawn before this device received that.
      const edit = { kind: "update", changed: { ...NO_PAYMENT } } as const;
      const mended = await outbox.edit({ storeName, id: result.id, edit }).catch(() => undefined);
      // The copy is there, refused: a user who reads that it was not made would make another one.
      if (!mended) return { ...result, adjustments };
      return { ...(await outbox.sendNow(mended)), adjustments: [...adjustments, { kind: "payment" }] };
    } catch (error) {
      return { ...asRefusal(id, error), adjustments: [] };
    }
  };

  const createFromTemplate: EstimateStore["createFromTemplate"] = async (template, { leadId, name }) => {
    const leftOut = { workflowIds: [], lines: [] } satisfies LeftOut;
    try {
      const { estimateOfTemplate } = await loadEngine();
      const nextId = await reserveItemIds(device);
      const [book, workflows] = await Promise.all([priceBook.read(), priceBook.readWorkflows()]);
      if (book.version === 0 || !book.isComplete) throw new Problem("unavailable");
      const offered = new Set<number>(workflows.filter(({ enabled }) => enabled).map(({ id }) => id));
      const { starts, lost, ...contents } = estimateOfTemplate(template, {
        book: book.indexed,
        nextId,
        isOffered: (id) => offered.has(id),
      });
      const key = await keep({ ...NEW_ESTIMATE, ...contents, leadId, name, priceBookVersion: book.version });
      const lines = [...lost];
      try {
        for (const { copyKey, values } of starts)
          await drafts.save({ estimateId: key.id, copyKey: startKey(copyKey) }, { values });
      } catch {
        // The estimate exists, and a second one would not help: it starts without choices, as every new one does.
        lines.push("the choices of the template, for which there is no room on this device");
      }
      const workflowIds = template.workflowIds.filter((id) => !offered.has(id));
      return { ...(await outbox.sendNow(key)), leftOut: { workflowIds, lines } };
    } catch (error) {
      return { ...asRefusal(NOT_MADE, error), leftOut };
    }
  };

  const ownSaves = createOwnSaves();

  const save: EstimateStore["save"] = async (id, edit, { from, takesBackRefusal = false }) => {
    try {
      const { findChangedSlices, settleUnseenSlices } = await loadEngine();
      const seen = ESTIMATE_SLICES.split({ ...from });
      const made: { edit?: MadeEdit } = {};
      const key = await outbox.edit({
        storeName,
        id,
        edit: async (transaction, before) => {
          const localIds = localItemIdsIn([edit.parts, from.items, from.comparisons]);
          const newItemIds = await transaction.itemIds(localIds);
          const { record } = before;
          const meant = findChangedSlices({
            edit,
            from: seen,
            record,
            newItemIds,
            isOwnSave: (slice) => ownSaves.leadTo(id, slice),
          });
          const found = settleUnseenSlices({ edit: meant, ...before });
          if (Object.keys(found.changed).length === 0) return undefined;
          made.edit = { before, changed: found.changed };
          ownSaves.add([id, record.id], { changed: found.changed, record });
          return { kind: "update", ...found, revision: from.revision };
        },
      });
      if (!made.edit) return { outcome: "synced", id: key.id };
      const result = await outbox.sendNow(key);
      if (!takesBackRefusal) return result;
      const saved = { storeName, id: result.id } as const;
      if (result.outcome === "refused") await changes.takeBackEdit(saved, made.edit);
      if (result.outcome !== "queued" || !result.failure) return result;
      await changes.editBack(saved, made.edit);
      return { outcome: "refused", id: result.id, problem: result.failure };
    } catch (error) {
      return asRefusal(id, error);
    }
  };

  const remove: EstimateStore["remove"] = async (givenId) => {
    try {
      const { id, isProtected, isAlwaysRefused } = await readProtection(givenId);
      const refused: SaveResult = { outcome: "refused", id, problem: new Problem("inUse") };
      if (isAlwaysRefused || (isProtected && connection.isUnreachable())) return refused;
      const result = await outbox.sendNow(await outbox.edit({ storeName, id, edit: { kind: "delete" } }));
      // The server cannot be reached after all, so the offline rule applies (OFF-16).
      const isRefusedLate = result.outcome === "queued" && isProtected && connection.isUnreachable();
      if (result.outcome === "refused" || isRefusedLate) {
        await changes.takeBackDelete({ storeName, id: result.id });
        return result.outcome === "refused" ? result : refused;
      }
      // Drafts that stay after a failure are harmless.
      if (result.outcome === "synced")
        await import("./estimate-drafts.ts")
          .then(({ dropEstimateDrafts }) => dropEstimateDrafts({ database: device, store, estimateId: result.id }))
          .catch(() => undefined);
      return result;
    } catch (error) {
      return asRefusal(givenId, error);
    }
  };

  /** Reads whether the device itself must refuse to delete an estimate. */
  const readProtection = (givenId: number): Promise<{ id: number; isProtected: boolean; isAlwaysRefused: boolean }> =>
    store.read(async (transaction) => {
      const entry = await kept.find(transaction, givenId);
      if (!entry) throw new Problem("notFound");
      const { id, documents } = entry.record;
      const here = await transaction.recordsWith({ storeName: "estimate-documents", field: "estimateId", value: id });
      return {
        id,
        isProtected: documents.length > 0 || here.length > 0,
        // The server does not have unsent documents, so it cannot refuse because of them.
        isAlwaysRefused: here.some((document) => isLocalId(document.id)),
      };
    });

  return {
    listOfLead: async (id) => await toLocalEstimates(await kept.listNaming("leadId", { storeName: "leads", id })),
    fetchOfLead: async (id) => await toLocalEstimates(await kept.fetchOfLead(id)),
    listNewest: ({ limit, leadIds }) =>
      store.read(async (transaction) => {
        const idsByLead = await transaction.idsByLead(storeName);
        const ids = leadIds ? leadIds.flatMap((id) => idsByLead.get(id) ?? []) : [...idsByLead.values()].flat();
        const newest = ids.map((id) => ({ id })).sort(compareAge);
        const records = await transaction.recordsByIds(
          storeName,
          newest.slice(0, limit).map(({ id }) => id),
        );
        return records.flatMap((record) => (record ? [asEstimate(record)] : []));
      }),
    newestTotals: createNewestTotals({
      store,
      subscribe,
      canKeep,
      calculateTotal: async (record) => (await loadEngine()).calculateEstimate(asEstimate(record)).totals.total,
    }),
    receiveOfLead: async (id) => (await kept.fetchOfLead(id)).map(({ record }) => record),
    find,
    fetch,
    create,
    copy,
    createFromTemplate,
    save,
    remove,
    reserveItemIds: () => reserveItemIds(device),
    itemIdsOf: async (ids) => {
      const newIds = await store.read((transaction) => transaction.itemIds(ids.filter(isLocalId)));
      const asked = new Set(ids);
      return new Map([...newIds].filter(([id]) => asked.has(id)));
    },
    drafts,
  };
}

/** The modified time of an estimate with an unsent edit: the edit counts as its last change. */
const laterTime = (modifiedTime: string, changedTime: number): string =>
  changedTime > Date.parse(modifiedTime) ? new Date(changedTime).toISOString() : modifiedTime;

// Records of this store come from the contract's replies or from `NEW_ESTIMATE`.
const asEstimate = (record: StoredRecord): StoredEstimate =>
  ({ ...NEW_ESTIMATE, ...record }) as unknown as StoredEstimate;

const PAYMENT_MEMBERS: ReadonlySet<string> = new Set(["paymentOption", "term"] satisfies (keyof EstimateMembers)[]);

/** Whether the server refused a save only because of the payment option. */
function isRefusedForPayment(result: SaveResult): boolean {
  if (result.outcome !== "refused") return false;
  const fields = Object.keys(result.problem.details.errors ?? {});
  return fields.length > 0 && fields.every((field) => PAYMENT_MEMBERS.has(field));
}

/** Gives items and comparisons new ids; an item that is in both gets the same one. */
function withOtherItemIds(
  { items, comparisons }: Pick<StoredEstimate, "items" | "comparisons">,
  nextId: () => number,
): Pick<StoredEstimate, "items" | "comparisons"> {
  const newIds = new Map<number, number>();
  for (const { id } of [items, ...comparisons.map((each) => each.items)].flat())
    if (!newIds.has(id)) newIds.set(id, nextId());
  const follow = (old: readonly StoredEstimateItem[]): StoredEstimateItem[] => mapItemIds(old, newIds);
  return { items: follow(items), comparisons: comparisons.map((each) => ({ ...each, items: follow(each.items) })) };
}

/** Local ids count down, the server's up. */
const compareAge = (one: Pick<StoredEstimate, "id">, other: Pick<StoredEstimate, "id">): number =>
  isLocalId(one.id) === isLocalId(other.id)
    ? Math.abs(other.id) - Math.abs(one.id)
    : Number(isLocalId(other.id)) - Number(isLocalId(one.id));

function isAnsweredCreate(
  { record, change }: Entry<StoredEstimate>,
  entries: readonly Entry<StoredEstimate>[],
): boolean {
  if (change) return false;
  const values = withoutItemIds(ESTIMATE_SLICES.split(record));
  return entries.some((other) => {
    const attempt = other.change?.data.attempt;
    if (attempt?.kind !== "create") return false;
    return Object.entries(withoutItemIds(attempt.former)).every(([field, value]) => isSameValue(values[field], value));
  });
}

/** The server gives items other ids. */
function withoutItemIds(values: FieldValues): FieldValues {
  const text = JSON.stringify(values, (member, value: unknown) => (ITEM_ID_MEMBERS.has(member) ? undefined : value));
  return JSON.parse(text) as FieldValues;
}

const isEstimate = (value: unknown): value is StoredRecord =>
  isObject(value) && Number.isInteger(value.id) && Number.isInteger(value.revision) && Array.isArray(value.items);
