import { isLocalId } from "@ridgebook/contract";
import { NOT_RETRIED, type Attempt, type LocalChange } from "#local-data/database/change-record.ts";
import { slicesOf, type Entities, type Entity } from "#local-data/database/entity.ts";
import {
  isQueuedStore,
  type FieldValues,
  type QueuedStoreName,
  type RecordKey,
  type StoredRecord,
} from "#local-data/database/stored-record.ts";
import { localDocumentIdsIn, withDocumentIds } from "#local-data/estimates/document-draft-ids.ts";
import { mapSiblings, siblingsOf } from "#local-data/merging/siblings.ts";
import { localItemIdsIn, withItemIds } from "#local-data/outbox/item-ids.ts";
import type { RescueWork } from "./rescue-work.ts";

/*
 * Local ids are valid on one device only. Records and items from another device get new ones here, records from their store's
 * counter, items from the device's. Frozen bodies stay unchanged, because the server recognizes an attempt by its contents.
 */

/** The ids on this device of records and items from another device. */
export interface NewIds {
  recordId: (key: RecordKey) => number;
  /** Whether a local id belongs to no record of the file, such as one that was deleted before. */
  isUnknown: (key: RecordKey) => boolean;
  itemIds: ReadonlyMap<number, number>;
}

/** All local ids of items in the work, each once. */
export function localItemIdsOf({ changes, records, estimateDrafts }: RescueWork): number[] {
  const found = [
    ...records
      .filter(({ storeName }) => storeName === "estimates")
      .map(({ record: { items, comparisons } }) => ({ items, comparisons })),
    ...changes
      .filter(({ storeName }) => storeName === "estimates")
      .flatMap(({ data: { former, base, removed, attempt, ...data } }) => [
        former,
        ...siblingsOf(data),
        base && { ...base, id: 0 },
        removed && { ...removed, id: 0 },
        attempt?.former,
        attempt?.itemIds?.map(([, id]) => ({ id })),
      ]),
    ...estimateDrafts.map(({ values }) => values),
  ];
  return [...new Set(found.flatMap(localItemIdsIn))];
}

export function renumber(work: RescueWork, { newIds, entities }: { newIds: NewIds; entities: Entities }): RescueWork {
  const withNewIds = (storeName: QueuedStoreName) => recordRenumbering({ entity: entities[storeName], newIds });
  return {
    ...work,
    records: work.records.map(({ storeName, record }) => {
      const { split, join } = slicesOf(entities[storeName]);
      const renumbered = join(withNewIds(storeName)(split(record)));
      return { storeName, record: { ...renumbered, id: newIds.recordId({ storeName, id: record.id }) } };
    }),
    changes: work.changes.map((change) => renumberChange(change, { entity: entities[change.storeName], newIds })),
    drafts: work.drafts.map((draft) => {
      const { storeName, id } = draft;
      return isQueuedStore(storeName) ? { ...draft, id: newIds.recordId({ storeName, id }) } : draft;
    }),
    estimateDrafts: work.estimateDrafts.flatMap((draft) => {
      const documents = localDocumentIdsIn(draft).map((id) => ({ storeName: "estimate-documents", id }) as const);
      // This device may have another document under the same id, to which the half-signed draft would refer.
      if (documents.some(newIds.isUnknown)) return [];
      const estimateId = newIds.recordId({ storeName: "estimates", id: draft.estimateId });
      const values = withItemIds(draft.values, newIds.itemIds);
      const newDocumentIds = new Map(documents.map((key) => [key.id, newIds.recordId(key)]));
      return [withDocumentIds({ ...draft, estimateId, values }, newDocumentIds)];
    }),
  };
}

interface Renumbering {
  entity: Entity | undefined;
  newIds: NewIds;
}

const withReferences = <Values extends FieldValues>(values: Values, { entity, newIds }: Renumbering): Values => {
  const renumbered: FieldValues = { ...values };
  for (const { field, storeName } of entity?.references ?? []) {
    const id = renumbered[field];
    if (typeof id !== "number") continue;
    // This device may have another record under the same id.
    renumbered[field] = newIds.isUnknown({ storeName, id }) ? null : newIds.recordId({ storeName, id });
  }
  return renumbered as Values;
};

/** Gives split values the ids of this device, except for the record's own id. */
const recordRenumbering =
  ({ entity, newIds }: Renumbering) =>
  <Values extends FieldValues>(values: Values): Values =>
    slicesOf(entity).withItemIds(withReferences(values, { entity, newIds }), newIds.itemIds);

function renumberChange({ data, ...change }: LocalChange, { entity, newIds }: Renumbering): LocalChange {
  const id = newIds.recordId(change);
  const renumbered = recordRenumbering({ entity, newIds });
  const { former, siblings, laterSiblings, base, removed, attempt, ...others } = data;
  const asHere = (record: StoredRecord): StoredRecord => ({
    ...renumbered(record),
    id: newIds.recordId({ storeName: change.storeName, id: record.id }),
  });
  return {
    ...change,
    id,
    data: {
      ...others,
      retry: NOT_RETRIED,
      former: renumbered(former),
      ...mapSiblings({ siblings, laterSiblings }, renumbered),
      base: base && asHere(base),
      ...(removed && { removed: asHere(removed) }),
      ...(attempt && { attempt: renumberAttempt(attempt, { entity, newIds }) }),
    },
  };
}

/** Keeps the ids of items in the frozen body, and stores their ids on this device in `itemIds`. */
function renumberAttempt(attempt: Attempt, { entity, newIds }: Renumbering): Attempt {
  const before = new Map(attempt.itemIds);
  const bodyIds = [...new Set(localItemIdsIn(attempt.body ?? {}))];
  const itemIds = bodyIds.map((inBody) => {
    const known = before.get(inBody) ?? inBody;
    return [inBody, newIds.itemIds.get(known) ?? known] as const;
  });
  // Never sent from here: a create may refer to records without a server id, so it uses this device's ids for them.
  const former = attempt.kind === "create" ? withReferences(attempt.former, { entity, newIds }) : attempt.former;
  const refersToLocalRecords = (entity?.references ?? []).some(({ field }) => {
    const id = attempt.former[field];
    return typeof id === "number" && isLocalId(id);
  });
  return {
    ...attempt,
    former,
    ...(refersToLocalRecords && { body: slicesOf(entity).toBody(former) }),
    isKeptOnly: true,
    ...(itemIds.length > 0 && { itemIds }),
  };
}
