import { estimateChange, routes, type Route } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { knownMembersOf, unknownFieldsOf } from "./unknown-fields.ts";

const shape = z.object({
  name: z.string(),
  rows: z.array(z.object({ id: z.number() })),
  size: z.union([z.object({ kind: z.literal("a"), width: z.number() }), z.object({ kind: z.literal("b") })]).optional(),
  free: z.record(z.string(), z.object({ at: z.number() })).optional(),
  former: z.record(z.string(), z.unknown()).optional(),
});

test.each([
  [{ name: "x", rows: [] }, []],
  [{ name: "x", rows: [{ id: 1 }, { id: 2, color: "red" }], extra: 1 }, ["rows.1.color", "extra"]],
  [{ name: "x", rows: [], size: { kind: "a", width: 1, depth: 2 } }, ["size.depth"]],
  [{ name: "x", rows: [], size: { kind: "b" } }, []],
  [{ name: "x", rows: [], free: { any: { at: 1, by: 2 } } }, ["free.any.by"]],
  [{ name: "x", rows: [], former: { anything: { at: 1 } } }, []],
  ["no object", []],
])("[SYNC-31] of %j unknown are %j", (value, unknown) => {
  expect(unknownFieldsOf(shape, value, 20)).toEqual(unknown);
});

test("[API-70] of a record that was read what its schema names is kept, the rest is not", () => {
  expect(knownMembersOf(shape, { id: 7, name: "x", rows: [{ id: 1, color: "red" }] })).toEqual({
    name: "x",
    rows: [{ id: 1, color: "red" }],
  });
  for (const other of ["text", null, [1]]) expect(knownMembersOf(shape, other)).toEqual(other);
});

test("[REQ-04] the search for unknown fields ends with the twentieth", () => {
  let read = 0;
  const row = Object.defineProperty({}, "color", {
    enumerable: true,
    get: () => {
      read += 1;
      return "red";
    },
  });
  expect(unknownFieldsOf(shape, { name: "x", rows: Array.from({ length: 1_000 }, () => row) }, 20)).toHaveLength(20);
  expect(read).toBe(20);
});

test("[SYNC-31] every change that travels has a shape to compare with, an estimate's down to its items", () => {
  for (const [name, route] of Object.entries(routes as Record<string, Route>))
    if (route.isSyncedChange && route.body) expect(unknownFieldsOf(route.body, { zz: 1 }, 20), name).toEqual(["zz"]);
  const parts = [{ workflowId: 1, items: [{ id: 1, fieldId: "1.58", shade: "dark" }] }];
  expect(unknownFieldsOf(estimateChange, { revision: 1, former: {}, parts }, 20)).toEqual(["parts.0.items.0.shade"]);
});
