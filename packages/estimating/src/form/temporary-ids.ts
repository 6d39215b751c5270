import type { FormLine, FormLines } from "./form-values.ts";

/** Returns the next id for a line that the server does not know yet. */
export type NextId = () => number;

const TEMPORARY_ID_STEP = 2;

/** Generates temporary ids, negative until saved: -2, -4, ... below existing ones (1.§4). */
export function temporaryIds({ below = 0 }: { below?: number } = {}): NextId {
  let last = Math.min(0, below);
  if (last % TEMPORARY_ID_STEP !== 0) last -= 1;
  return () => (last -= TEMPORARY_ID_STEP);
}

/** The lowest id among lines, 0 if none is negative; temporary ids continue below it. */
export function lowestId(values: FormLines): number {
  let lowest = 0;
  for (const lines of Object.values(values))
    for (const line of lines) lowest = Math.min(lowest, line.id, line.children ? lowestId(line.children) : 0);
  return lowest;
}

/** Copies a line with its children under new ids. */
export const copyLine = (line: FormLine, nextId: NextId): FormLine => ({
  ...line,
  id: nextId(),
  ...(line.children && { children: copyLines(line.children, nextId) }),
});

export const copyLines = (lines: FormLines, nextId: NextId): FormLines =>
  Object.fromEntries(
    Object.entries(lines).map(([property, rows]) => [property, rows.map((line) => copyLine(line, nextId))]),
  );
