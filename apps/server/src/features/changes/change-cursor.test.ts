import { Problem, type CompanyId, type UserId } from "@ridgebook/contract";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatCursor, PAGED_STORES, readCursor, type ChangeCursor } from "./change-cursor.ts";

const companyId = 7 as CompanyId;
const ANN = 1_000_000_012 as UserId;
const number = fc.nat({ max: Number.MAX_SAFE_INTEGER });

test("a cursor reads as it was written", () => {
  const sight = fc.constantFrom(null, ANN);
  const cursors: fc.Arbitrary<ChangeCursor> = fc.oneof(
    fc.record({ kind: fc.constant("changes" as const), companyId: fc.constant(companyId), sight, number }),
    fc.record({
      kind: fc.constant("firstDownload" as const),
      companyId: fc.constant(companyId),
      sight,
      store: fc.constantFrom(...PAGED_STORES),
      high: number,
      below: number,
      count: number,
    }),
  );
  fc.assert(
    fc.property(cursors, (cursor) => {
      expect(readCursor(formatCursor(cursor), { companyId, sight: cursor.sight })).toEqual(cursor);
    }),
    { seed: 1 },
  );
});

test.each([
  "",
  "c",
  "c:8:5",
  "c:7",
  "c:7:-1",
  "c:7:1e3",
  "c:7:5 ",
  " c:7:5",
  "f:7:1:2",
  "f:8:1:2:3",
  "e:7:1:2",
  "e:8:1:2:3:4",
  "g:7:1:2:3:4",
  "C:7:5",
  "c:7:5:f:7:1:2:3",
  "c:7:5:own",
  "c:7:5:ownnull",
])("'%s' is no cursor of the company: reload everything", (text) => {
  expect(() => readCursor(text, { companyId, sight: null })).toThrow(new Problem("cursorTooOld"));
});

test("[SYNC-76] a cursor continues only for the leads that its user may see", () => {
  const bob = (ANN + 1) as UserId;
  for (const [made, asked] of [
    [null, ANN],
    [ANN, null],
    [ANN, bob],
  ] as const)
    for (const cursor of [
      formatCursor({ kind: "changes", companyId, sight: made, number: 5 }),
      formatCursor({ kind: "firstDownload", companyId, sight: made, store: "leads", high: 9, below: 7, count: 2 }),
    ])
      expect(() => readCursor(cursor, { companyId, sight: asked })).toThrow(new Problem("cursorTooOld"));
});
