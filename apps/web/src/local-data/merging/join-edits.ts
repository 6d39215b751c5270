import { pickFields, type FieldValues, type QueuedStoreName } from "#local-data/database/stored-record.ts";
import { foldEdit, type RecordAndChange } from "./fold-edit.ts";
import { isSameValue } from "./same-value.ts";
import { withSiblings } from "./siblings.ts";

/** An unsent edit that was made apart from what waits here: on another device, or while the record stood here twice. */
export interface EditApart {
  storeName: QueuedStoreName;
  values: FieldValues;
  /** What it changed, with the values of before. */
  former: FieldValues;
  /** Values that stood beside its own already. */
  siblings?: FieldValues | undefined;
}

export interface Joined {
  entry: RecordAndChange;
  /** A field has room for one value beside the one that is shown: a third one is left out. */
  isWhole: boolean;
}

/**
 * Makes an edit once more behind what waits here. Of `ownFields` the values that are shown here stay, with the edit's beside them:
 * nobody who entered one of the two had seen the other.
 */
export function joinEdit({
  here: { record, change: pending },
  edit: { storeName, values, former, siblings },
  ownFields,
  time,
}: {
  here: RecordAndChange & { record: NonNullable<RecordAndChange["record"]> };
  edit: EditApart;
  ownFields: ReadonlySet<string>;
  time: number;
}): Joined {
  const fields = Object.keys(former);
  const twice = fields.filter((field) => ownFields.has(field) && !isSameValue(record[field], values[field]));
  const changed = pickFields(
    values,
    fields.filter((field) => !twice.includes(field)),
  );
  const folded = foldEdit({ storeName, record, pending, edit: { kind: "update", changed, from: former }, time });
  return putBeside(folded, [pending?.data.siblings, pickFields(values, twice), siblings]);
}

/** Puts values beside those that the record shows: of several that differ the first. */
export function putBeside({ record, change }: RecordAndChange, claims: readonly (FieldValues | undefined)[]): Joined {
  const siblings: FieldValues = {};
  let isWhole = true;
  for (const [field, value] of claims.flatMap((claim) => Object.entries(claim ?? {}))) {
    if (isSameValue(record?.[field], value)) continue;
    if (!Object.hasOwn(siblings, field)) siblings[field] = value;
    else if (!isSameValue(siblings[field], value)) isWhole = false;
  }
  // Nothing waits here that they could stand beside.
  if (!change) return { entry: { record, change }, isWhole: Object.keys(siblings).length === 0 };
  return { entry: { record, change: withSiblings(change, { record, siblings }) }, isWhole };
}
