/** Moves one of the entries up (-1) or down (1); returns the list unchanged at its end. */
export function moveFile(ids: readonly string[], index: number, by: -1 | 1): readonly string[] {
  const [moved, passed] = [ids[index], ids[index + by]];
  if (moved === undefined || passed === undefined) return ids;
  return ids.map((id, at) => (at === index ? passed : at === index + by ? moved : id));
}
