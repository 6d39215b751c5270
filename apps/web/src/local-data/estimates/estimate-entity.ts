import {
  decisionsOf,
  emptySummary,
  isSettledSlice,
  joinSlices,
  mapSliceItemIds,
  readSliceKey,
  slicesToBody,
  splitEstimate,
  type Estimate,
  type EstimateSlices,
  type WorkflowSummary,
} from "@ridgebook/contract";
import type { Entity } from "#local-data/database/entity.ts";
import type { Slices } from "#local-data/database/slices.ts";
import type { FieldValues, StoredRecord } from "#local-data/database/stored-record.ts";

/*
 * An estimate is stored in the specified shape and changed slice by slice (contract: estimate-slices.ts). Split, it keeps
 * `workflowSummaries` beside its slices: the totals in it are the server's, the decisions come from the slices.
 */

type Summaries = Record<string, WorkflowSummary>;

const isSlice = (field: string): boolean => readSliceKey(field) !== undefined;

const pickSlices = (values: FieldValues): EstimateSlices =>
  Object.fromEntries(Object.entries(values).filter(([field]) => isSlice(field)));

const withoutSlices = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !isSlice(field)));

function split({ items, comparisons, ...rest }: StoredRecord): StoredRecord {
  const workflowSummaries = rest.workflowSummaries ?? {};
  const whole = { ...rest, items: items ?? [], comparisons: comparisons ?? [], workflowSummaries };
  return { ...rest, ...splitEstimate(whole as Estimate) };
}

function join(record: StoredRecord): StoredRecord {
  const { id, revision, ...rest } = record;
  const { items, comparisons, workflowSummaries: decided, ...members } = joinSlices(pickSlices(record));
  return {
    id,
    ...(revision !== undefined && { revision }),
    ...withoutSlices(rest),
    ...members,
    items,
    comparisons,
    workflowSummaries: joinSummaries((rest.workflowSummaries ?? {}) as Summaries, decided),
  };
}

/** Joins totals and decisions. */
function joinSummaries(totals: Summaries, decided: Summaries): Summaries {
  const keys = new Set([...Object.keys(totals), ...Object.keys(decided)]);
  const joined: Summaries = {};
  for (const key of keys) {
    const known = totals[key] ?? decided[key];
    if (!known) continue;
    joined[key] = { ...known, ...decisionsOf(decided[key] ?? emptySummary(known)) };
  }
  return joined;
}

function readReply({ itemIds, ...record }: StoredRecord): ReturnType<Slices["readReply"]> {
  const given = (itemIds ?? {}) as Record<string, number>;
  return { record, newItemIds: new Map(Object.entries(given).map(([id, newId]) => [Number(id), newId])) };
}

export const ESTIMATE_SLICES: Slices = {
  split,
  join,
  isSlice,
  toBody: (values) => ({ ...withoutSlices(values), ...slicesToBody(pickSlices(values)) }),
  readReply,
  withItemIds: (values, newItemIds) => mapSliceItemIds(values, newItemIds) as typeof values,
  loadDecideTogether: async () => (await import("./estimate-engine.ts")).decideWork,
};

/** How estimates are sent to the server (1.§7, API-27 to API-31). */
export const ESTIMATE_ENTITY: Entity = {
  collectionPath: "/api/estimates/",
  itemPath: "/api/estimates/",
  updateMethod: "POST",
  fields: ["leadId"],
  references: [{ field: "leadId", storeName: "leads" }],
  slices: ESTIMATE_SLICES,
  isMerged: isSettledSlice,
};
