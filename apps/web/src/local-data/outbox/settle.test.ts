import { Problem } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { CHANGE_STATES, NOT_RETRIED, type Attempt, type LocalChange } from "#local-data/database/change-record.ts";
import type { StoredRecord } from "#local-data/database/stored-record.ts";
import { settleRefused, settleSaved } from "./settle.ts";

const frozen = (call: Pick<Attempt, "kind" | "method" | "path" | "former">): Attempt => ({
  key: "1",
  frozenAt: 0,
  ...call,
});

test("[OFF-12] a repeated reply does not replace what was pulled since under the same revision", () => {
  const attempt = frozen({ kind: "create", method: "POST", path: "/api/documents/", former: {} });
  const change: LocalChange = {
    storeName: "estimate-documents",
    id: -2,
    state: CHANGE_STATES.added,
    error: null,
    data: { revision: 0, former: {}, base: null, changedTime: 0, retry: NOT_RETRIED, attempt },
  };
  const reply: StoredRecord = { id: 5, revision: 1, name: "Contract", supersededById: null };
  // Another user's change order has replaced it, which is no change of the contract itself.
  const pulled: StoredRecord = { ...reply, supersededById: 6 };
  const settle = (known: StoredRecord | undefined) =>
    settleSaved({ record: { ...reply, id: -2 }, change, attempt, reply, known, isRemoved: false });
  expect(settle(pulled)).toEqual({ record: pulled, change: undefined });
  expect(settle(undefined)).toEqual({ record: reply, change: undefined });
  expect(settle({ ...reply, revision: 0 })).toEqual({ record: reply, change: undefined });
});

test("[SYNC-06] a conflict that is repeated after the record was deleted does not ask the user to choose: the record is gone, the values stay", () => {
  const attempt = frozen({ kind: "update", method: "PUT", path: "/api/leads/5", former: { city: "Old" } });
  const record: StoredRecord = { id: 5, revision: 2, city: "Mine" };
  const change = (base: StoredRecord | null): LocalChange => ({
    storeName: "leads",
    id: 5,
    state: CHANGE_STATES.modified,
    error: null,
    data: { revision: 2, former: {}, base, changedTime: 0, retry: NOT_RETRIED, attempt },
  });
  const conflicts = [{ field: "city", former: "Old", mine: "Mine", theirs: "Theirs" }];
  const problem = new Problem("conflict", { conflicts }).toReply();
  const settle = (base: StoredRecord | null) => settleRefused({ record, change: change(base), attempt, problem });
  expect(settle({ ...record, city: "Theirs" }).change?.error).toEqual(problem);
  const gone = settle(null);
  expect(gone.record).toEqual(record);
  expect(gone.change).toMatchObject({ error: { code: "notFound" }, data: { base: null, former: { city: "Old" } } });
});
