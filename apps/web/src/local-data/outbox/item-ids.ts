import { isLocalId } from "@ridgebook/contract";
import type { NextId } from "@ridgebook/estimating";
import type { DeviceDatabase } from "#local-data/database/device-database.ts";
import { ITEM_IDS } from "#local-data/database/specified-database.ts";
import { onDevice } from "#local-data/device/storage-problem.ts";
import { ID_STEP } from "./id-map.ts";

/** Far more than one form can ask for. */
const RESERVED_AT_ONCE = 100_000;

/**
 * Reserves local ids for new items of estimates. They are unique on the device across forms, tabs, accounts and logouts, because drafts
 * with such ids outlive all of these.
 */
export async function reserveItemIds(database: DeviceDatabase): Promise<NextId> {
  const before = await onDevice(() =>
    database.transaction("rw", database.counters, async () => {
      const last = (await database.counters.get(ITEM_IDS))?.lastId ?? 0;
      await database.counters.put({ name: ITEM_IDS, lastId: last + RESERVED_AT_ONCE * ID_STEP });
      return last;
    }),
  );
  let given = 0;
  return () => {
    given += 1;
    if (given > RESERVED_AT_ONCE) throw new Error("The reserved item ids are used up.");
    return before + given * ID_STEP;
  };
}

/** Members of lines and items that hold the id of an item. */
export const ITEM_ID_MEMBERS: ReadonlySet<string> = new Set(["id", "parentItemId"]);

/** The local ids in items or in a form's lines, at any depth. */
export function localItemIdsIn(value: unknown): number[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([member, each]) => {
    if (!ITEM_ID_MEMBERS.has(member) || typeof each !== "number") return localItemIdsIn(each);
    return isLocalId(each) ? [each] : [];
  });
}

/** The same JSON with new ids of items, at any depth. */
export function withItemIds<Value>(value: Value, newItemIds: ReadonlyMap<number, number>): Value {
  if (newItemIds.size === 0 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => withItemIds(each, newItemIds)) as Value;
  return Object.fromEntries(
    Object.entries(value).map(([member, each]: [string, unknown]) => [
      member,
      ITEM_ID_MEMBERS.has(member) && typeof each === "number"
        ? (newItemIds.get(each) ?? each)
        : withItemIds(each, newItemIds),
    ]),
  ) as Value;
}
