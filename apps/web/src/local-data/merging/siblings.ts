import { isSameValue } from "@ridgebook/contract";
import type { ChangeData, LocalChange } from "#local-data/database/change-record.ts";
import type { FieldValues, StoredRecord } from "#local-data/database/stored-record.ts";

interface Siblings {
  siblings?: FieldValues | undefined;
  laterSiblings?: readonly FieldValues[] | undefined;
}

/** The values that stand beside those which the record shows: first one of each such field, then what further ones there are. */
export const siblingsOf = ({ siblings, laterSiblings = [] }: Siblings): readonly FieldValues[] =>
  siblings ? [siblings, ...laterSiblings] : laterSiblings;

/**
 * The change with these values beside the ones that the record shows, each once, in their order. A sibling that the record shows by now
 * needs no choice any more and is left out.
 */
export function withSiblings(
  change: LocalChange,
  { record, siblings: claimed }: { record: StoredRecord | undefined; siblings: readonly FieldValues[] },
): LocalChange {
  const { siblings: _before, laterSiblings: _behind, ...data } = change.data;
  const kept: FieldValues[] = [];
  for (const [field, value] of claimed.flatMap((values) => Object.entries(values))) {
    const known = kept.filter((values) => Object.hasOwn(values, field));
    if ([record, ...known].some((values) => isSameValue(values?.[field], value))) continue;
    kept[known.length] = { ...kept[known.length], [field]: value };
  }
  return { ...change, data: { ...data, ...inTurns(kept) } };
}

/** Siblings with another name for what they name. */
export const mapSiblings = (data: Siblings, map: (values: FieldValues) => FieldValues) =>
  inTurns(siblingsOf(data).map(map));

const inTurns = ([siblings, ...laterSiblings]: readonly FieldValues[]): Pick<ChangeData, keyof Siblings> => ({
  ...(siblings && { siblings }),
  ...(laterSiblings.length > 0 && { laterSiblings }),
});
