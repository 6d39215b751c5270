/** A line's id, and the React key of its row. */
export interface FollowedRow {
  readonly id: number;
  readonly key: number;
}

/**
 * Keeps the React keys of rows whose ids change: saving replaces local ids by the server's, and must not remount a row that the user types
 * in. If the list's length is unchanged, an unknown id at the place of a missing one is the same row.
 */
export function followKeys(
  before: readonly FollowedRow[],
  ids: readonly number[],
  nextKey: () => number,
): readonly FollowedRow[] {
  const known = new Map(before.map((row) => [row.id, row]));
  const now = new Set(ids);
  return ids.map((id, index) => {
    const same = known.get(id);
    if (same) return same;
    const there = before[index];
    const isRenamed = there !== undefined && before.length === ids.length && !now.has(there.id);
    return { id, key: isRenamed ? there.key : nextKey() };
  });
}
