/** More than a screen holds. */
const ROWS_AT_ONCE = 30;

/**
 * The rows to draw before the rest of a long list: the first ones of the new list, above rows of the list drawn before. The
 * page keeps its height meanwhile, so a scrolled page stays where it is.
 */
export function rowsAtOnce<Row extends { readonly id: number }>({
  next,
  drawn,
}: {
  next: readonly Row[];
  drawn: readonly Row[];
}): readonly Row[] {
  if (next === drawn || next.length <= ROWS_AT_ONCE) return next;
  const first = next.slice(0, ROWS_AT_ONCE);
  const firstIds = new Set(first.map(({ id }) => id));
  const rest = drawn.slice(ROWS_AT_ONCE).filter(({ id }) => !firstIds.has(id));
  return [...first, ...rest].slice(0, next.length);
}
