import { expect, test } from "vitest";
import { rowsAtOnce } from "#features/leads/rows-at-once.ts";

const rows = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ id: first + index }));
const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id);

test("[LEAD-01] a long list is drawn with its first rows above the rows drawn before, each lead once", () => {
  const next = rows(51, 150);
  const shown = idsOf(rowsAtOnce({ next, drawn: rows(1, 100) }));
  expect(shown.slice(0, 30)).toEqual(idsOf(rows(51, 80)));
  expect(shown.slice(30)).toEqual([...idsOf(rows(31, 50)), ...idsOf(rows(81, 100))]);
});

test("[LEAD-01] a list that fits on a screen is drawn whole", () => {
  const next = rows(1, 30);
  expect(rowsAtOnce({ next, drawn: rows(1, 100) })).toBe(next);
});

test("[LEAD-01] a shorter list never keeps more rows than it has", () => {
  expect(rowsAtOnce({ next: rows(201, 240), drawn: rows(1, 100) })).toHaveLength(40);
});

test("[LEAD-01] once the rest can be drawn, the list is the new one", () => {
  const next = rows(1, 100);
  expect(rowsAtOnce({ next, drawn: next })).toBe(next);
});
