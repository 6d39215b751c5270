import { isSameIn } from "@ridgebook/contract";
import type { ChangeData, LocalChange } from "#local-data/database/change-record.ts";
import type { FieldValues, StoredRecord } from "#local-data/database/stored-record.ts";

interface Siblings {
  siblings?: FieldValues | undefined;
  laterSiblings?: readonly FieldValues[] | undefined;
}

/** The unsent values besides the record's own: first one for each such field, then further ones. */
export const siblingsOf = ({ siblings, laterSiblings = [] }: Siblings): readonly FieldValues[] =>
  siblings ? [siblings, ...laterSiblings] : laterSiblings;

/**
 * The change with these siblings, without duplicates and in their order. Drops a sibling that equals the record's own value, because there
 * is nothing to choose.
 */
export function withSiblings(
  change: LocalChange,
  { record, siblings: claimed }: { record: StoredRecord | undefined; siblings: readonly FieldValues[] },
): LocalChange {
  const { siblings: _before, laterSiblings: _behind, ...data } = change.data;
  const kept: FieldValues[] = [];
  for (const [field, value] of claimed.flatMap((values) => Object.entries(values))) {
    const known = kept.filter((values) => Object.hasOwn(values, field));
    const isSame = isSameIn(change.storeName, field);
    if ([record, ...known].some((values) => isSame(values?.[field], value))) continue;
    kept[known.length] = { ...kept[known.length], [field]: value };
  }
  return { ...change, data: { ...data, ...inTurns(kept) } };
}

/** Maps the values of all siblings. */
export const mapSiblings = (data: Siblings, map: (values: FieldValues) => FieldValues) =>
  inTurns(siblingsOf(data).map(map));

const inTurns = ([siblings, ...laterSiblings]: readonly FieldValues[]): Pick<ChangeData, keyof Siblings> => ({
  ...(siblings && { siblings }),
  ...(laterSiblings.length > 0 && { laterSiblings }),
});
