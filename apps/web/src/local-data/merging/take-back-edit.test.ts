import { describe, expect, test } from "vitest";
import { CHANGE_STATES, NOT_RETRIED, type LocalChange } from "#local-data/database/change-record.ts";
import type { FieldValues, StoredRecord } from "#local-data/database/stored-record.ts";
import { ENTITIES } from "#local-data/entities.ts";
import { freezeAttempt, makeAttempt } from "#local-data/outbox/attempt.ts";
import { settleRefused } from "#local-data/outbox/settle.ts";
import { foldEdit } from "./fold-edit.ts";
import { takeBackEdit } from "./take-back-edit.ts";

const entity = ENTITIES.estimates;
if (!entity) throw new Error("Estimates are not sent.");

const SYNCED: StoredRecord = { id: 9, revision: 3, name: "Roof", promotion: 0 };
const PROBLEM = { status: 400, code: "validation", title: "No." } as const;
const key = "0000000000000001";

const edit = (record: StoredRecord, pending: LocalChange | undefined, changed: FieldValues) => {
  const folded = foldEdit({ storeName: "estimates", record, pending, edit: { kind: "update", changed }, time: 1 });
  if (!folded.record || !folded.change) throw new Error("Nothing was edited.");
  return { record: folded.record, change: folded.change };
};

/** An attempt about everything that waits, and its refusal. */
const refuse = ({ record, change }: { record: StoredRecord; change: LocalChange }) => {
  const attempt = makeAttempt({ change, record, entity, key, time: 2 });
  const settled = settleRefused({ record, change: freezeAttempt({ change, attempt }), attempt, problem: PROBLEM });
  if (!settled.change) throw new Error("The refusal was forgotten.");
  return { record: settled.record, change: settled.change };
};

describe("taking back a refused edit", () => {
  test("[EST-20] removes all of it", () => {
    const made = { before: { record: SYNCED, change: undefined }, changed: { name: "Mine" } };
    expect(takeBackEdit({ ...refuse(edit(SYNCED, undefined, made.changed)), made })).toEqual({
      record: SYNCED,
      change: undefined,
    });
  });

  test("[EST-20] keeps what waited before it, which is sent again", () => {
    const before = edit(SYNCED, undefined, { name: "Mine" });
    const changed = { name: "Newer", promotion: 50 };
    const { record, change } = takeBackEdit({
      ...refuse(edit(before.record, before.change, changed)),
      made: { before, changed },
    });
    expect(record).toEqual({ ...SYNCED, name: "Mine" });
    expect(change).toMatchObject({ error: null, state: CHANGE_STATES.modified, data: { former: { name: "Roof" } } });
  });

  test("leaves a field alone that was edited again since", () => {
    const made = { before: { record: SYNCED, change: undefined }, changed: { name: "Mine", promotion: 50 } };
    const refused = refuse(edit(SYNCED, undefined, made.changed));
    const { record, change } = takeBackEdit({
      record: { ...SYNCED, ...made.changed, name: "Newest" },
      change: refused.change,
      made,
    });
    expect(record).toMatchObject({ name: "Newest", promotion: 0 });
    expect(change?.data.former).toEqual({ name: "Roof" });
  });

  test("shows another user's value of meanwhile", () => {
    const made = { before: { record: SYNCED, change: undefined }, changed: { name: "Mine" } };
    const { record, change } = refuse(edit(SYNCED, undefined, made.changed));
    const base = { ...SYNCED, revision: 4, name: "Theirs" };
    expect(takeBackEdit({ record, change: { ...change, data: { ...change.data, base } }, made })).toEqual({
      record: base,
      change: undefined,
    });
  });

  test("of a new estimate that waits leaves it as it was new", () => {
    const data = { revision: 0, former: {}, base: null, changedTime: 0, retry: NOT_RETRIED };
    const created: LocalChange = { storeName: "estimates", id: -2, state: CHANGE_STATES.added, error: null, data };
    const before = { record: { ...SYNCED, id: -2 }, change: created };
    const changed = { name: "Mine" };
    const edited = edit(before.record, created, changed);
    const { record, change } = takeBackEdit({ ...refuse(edited), made: { before, changed } });
    expect(record).toEqual(before.record);
    expect(change).toMatchObject({ state: CHANGE_STATES.added, error: null });
  });

  test("of an estimate that was deleted since changes nothing", () => {
    const made = { before: { record: SYNCED, change: undefined }, changed: { name: "Mine" } };
    const { change } = refuse(edit(SYNCED, undefined, made.changed));
    const deleted = { ...change, state: CHANGE_STATES.deleted };
    expect(takeBackEdit({ record: undefined, change: deleted, made })).toEqual({ record: undefined, change: deleted });
  });
});
