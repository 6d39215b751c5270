/** A line's id, and the name under which its row stays the same on screen. */
export interface FollowedRow {
  readonly id: number;
  readonly key: number;
}

/**
 * Rows keep their key while ids change under them: a save gives new lines the server's ids, and a row that somebody types in must
 * not be made anew for that. A row whose id is unknown, where an id is gone at the same place, is that row under a new id.
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
