import { isSameValue, isSettledSlice, sliceValue } from "@ridgebook/contract";
import type { FieldValues, StoredRecord } from "#local-data/database/stored-record.ts";

/** How many values before the newest are remembered of a slice: no user saves more often than that between two drawings. */
const MAX_EARLIER = 8;

/** What this tab saved into one slice of one estimate: the newest value, and those that stood there before, oldest first. */
interface Saved {
  readonly newest: unknown;
  readonly earlier: readonly unknown[];
}

/**
 * What this tab saved itself. A page that saves twice in a row, faster than it is drawn, names the value that its own first save has
 * replaced: to the outbox that looks like a change by another user, and a value that is put back looks unchanged. Slices that are
 * merged need the value that the page shows.
 */
interface OwnSaves {
  /** Notes a save. `ids` are the page's id of the estimate and the one that it has on this device now. */
  add(ids: readonly number[], slices: { readonly changed: FieldValues; readonly record: StoredRecord }): void;
  /** Whether only saves of this tab lie between the value that a page shows and the stored one. */
  leadTo(id: number, slice: { readonly key: string; readonly shown: unknown; readonly stored: unknown }): boolean;
}

export function createOwnSaves(): OwnSaves {
  const saves = new Map<string, Saved>();
  const keyOf = (id: number, slice: string): string => `${id} ${slice}`;
  return {
    add: (ids, { changed, record }) => {
      for (const [slice, newest] of Object.entries(changed)) {
        if (isSettledSlice(slice)) continue;
        for (const id of new Set(ids)) {
          const key = keyOf(id, slice);
          const before = saves.get(key);
          const stored = sliceValue(slice, record[slice]);
          // After a change by another user, pages have seen that one or ask about it.
          const earlier = before && isSameValue(before.newest, stored) ? before.earlier : [];
          saves.set(key, { newest, earlier: [...earlier, stored].slice(-MAX_EARLIER) });
        }
      }
    },
    leadTo: (id, { key, shown, stored }) => {
      const saved = saves.get(keyOf(id, key));
      return (
        saved !== undefined &&
        isSameValue(saved.newest, stored) &&
        saved.earlier.some((earlier) => isSameValue(earlier, shown))
      );
    },
  };
}
