import type { RecordId } from "./stored-record.ts";

/** With wider gaps, the extra records would cost more than the saved request. */
const MAX_GAP = 4;
/** Fewer keys are read one by one. */
const MIN_KEYS = 8;

/**
 * Splits ids into runs that are read as one range, and ids that are read one by one. An IndexedDB request takes longer than
 * reading a few extra records, and changes that are sent together mostly have ids close to each other.
 *
 *     splitIntoRuns([7, -2, -1, -4, ..., 90]); // { runs: [[-16, -1]], singles: [7, 90] }
 */
export function splitIntoRuns(ids: readonly number[]): { runs: [from: number, to: number][]; singles: number[] } {
  const runs: [number, number][] = [];
  const singles: number[] = [];
  let run: number[] = [];
  const endRun = (): void => {
    const [from] = run;
    const to = run.at(-1);
    if (from !== undefined && to !== undefined && run.length >= MIN_KEYS) runs.push([from, to]);
    else singles.push(...run);
    run = [];
  };
  for (const id of [...new Set(ids)].sort((one, other) => one - other)) {
    if (id - (run.at(-1) ?? id) > MAX_GAP) endRun();
    run.push(id);
  }
  endRun();
  return { runs, singles };
}

/** The number of requests that reading these ids takes. */
export function countRequests(ids: readonly number[]): number {
  const { runs, singles } = splitIntoRuns(ids);
  return runs.length + singles.length;
}

/** Reads the records with these ids, by id, in as few requests as possible. */
export async function readByRuns<Kept extends { id: RecordId }>(
  ids: readonly number[],
  {
    readRange,
    readSome,
  }: {
    readRange: (from: number, to: number) => Promise<readonly Kept[]>;
    readSome: (ids: readonly number[]) => Promise<readonly (Kept | undefined)[]>;
  },
): Promise<Map<RecordId, Kept>> {
  const { runs, singles } = splitIntoRuns(ids);
  const found = new Map<RecordId, Kept>();
  const note = (read: readonly (Kept | undefined)[]): void => {
    for (const one of read) if (one) found.set(one.id, one);
  };
  for (const [from, to] of runs) note(await readRange(from, to));
  if (singles.length > 0) note(await readSome(singles));
  return found;
}

/**
 * Deletes the records with these ids, in as few requests as possible and in one transaction. Deletes a range as a whole if it holds
 * nothing else.
 */
export async function deleteByRuns(
  ids: readonly number[],
  {
    readIds,
    deleteRange,
    deleteSome,
  }: {
    readIds: (from: number, to: number) => Promise<readonly number[]>;
    deleteRange: (from: number, to: number) => Promise<unknown>;
    deleteSome: (ids: readonly number[]) => Promise<unknown>;
  },
): Promise<void> {
  const named = new Set(ids);
  const { runs, singles } = splitIntoRuns(ids);
  const others = [...singles];
  for (const [from, to] of runs) {
    const found = await readIds(from, to);
    if (found.every((id) => named.has(id))) await deleteRange(from, to);
    else others.push(...found.filter((id) => named.has(id)));
  }
  if (others.length > 0) await deleteSome(others);
}
