import { Problem, type CompanyId } from "@ridgebook/contract";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatCursor, PAGED_STORES, readCursor, type ChangeCursor } from "./change-cursor.ts";

const companyId = 7 as CompanyId;
const number = fc.nat({ max: Number.MAX_SAFE_INTEGER });

test("a cursor reads as it was written", () => {
  const cursors: fc.Arbitrary<ChangeCursor> = fc.oneof(
    fc.record({ kind: fc.constant("changes" as const), companyId: fc.constant(companyId), number }),
    fc.record({
      kind: fc.constant("firstDownload" as const),
      companyId: fc.constant(companyId),
      store: fc.constantFrom(...PAGED_STORES),
      high: number,
      below: number,
      count: number,
    }),
  );
  fc.assert(
    fc.property(cursors, (cursor) => {
      expect(readCursor(formatCursor(cursor), { companyId })).toEqual(cursor);
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
])("'%s' is no cursor of the company: load afresh", (text) => {
  expect(() => readCursor(text, { companyId })).toThrow(new Problem("cursorTooOld"));
});
