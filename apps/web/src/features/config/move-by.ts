/** Moves the item at `index` one place up or down; returns the list unchanged at its end. */
export function moveBy<Item>(items: readonly Item[], index: number, by: -1 | 1): Item[] {
  const moved = [...items];
  const [item] = moved.splice(index, 1);
  if (item === undefined || index + by < 0 || index + by > moved.length) return [...items];
  moved.splice(index + by, 0, item);
  return moved;
}
