import { isSameValue } from "@ridgebook/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHANGE_STATES, type Attempt, type LocalChange } from "#local-data/database/change-record.ts";
import type { FieldValues, StoredRecord } from "#local-data/database/stored-record.ts";
import { ENTITIES } from "#local-data/entities.ts";
import { freezeAttempt, makeAttempt } from "#local-data/outbox/attempt.ts";
import { foldEdit, type LocalEdit, type RecordAndChange } from "./fold-edit.ts";

const storeName = "leads";
const synced: StoredRecord = { id: 7, revision: 3, city: "Portage", street: "1 Elm St" };
const fresh: StoredRecord = { id: -2, revision: 0, city: "Portage", street: "1 Elm St" };

const fold = ({ record, change }: RecordAndChange, edit: LocalEdit): RecordAndChange =>
  record ? foldEdit({ storeName, record, pending: change, edit, time: 1_000 }) : { record, change };
const create = fold({ record: fresh, change: undefined }, { kind: "create" });
const update = (state: RecordAndChange, changed: FieldValues): RecordAndChange =>
  fold(state, { kind: "update", changed });
const remove = (state: RecordAndChange): RecordAndChange => fold(state, { kind: "delete" });

function send({ record, change }: RecordAndChange): {
  record: StoredRecord | undefined;
  change: LocalChange;
  attempt: Attempt;
} {
  const entity = ENTITIES.leads;
  if (!change || !entity) throw new Error("There is nothing to send.");
  const attempt = makeAttempt({
    change,
    record,
    entity: { ...entity, fields: ["city", "street"] },
    key: "key-1",
    time: 2_000,
  });
  return { record, change: freezeAttempt({ change, attempt }), attempt };
}

describe("folding an edit into what waits", () => {
  test("[OFF-05] states are stored as unchanged 1, deleted 2, modified 3, added 4", () => {
    expect(CHANGE_STATES).toEqual({ unchanged: 1, deleted: 2, modified: 3, added: 4 });
  });

  test.each([
    { rule: "OFF-07", given: "a new record that is edited", ends: update(create, { city: "Mattawan" }), state: 4 },
    {
      rule: "OFF-06",
      given: "a synced record that is edited",
      ends: update({ record: synced, change: undefined }, { city: "Mattawan" }),
      state: 3,
    },
    {
      rule: "OFF-08",
      given: "a synced record that is deleted",
      ends: remove({ record: synced, change: undefined }),
      state: 2,
    },
    { rule: "OFF-08", given: "a new record that is deleted", ends: remove(create), state: undefined },
    {
      rule: "OFF-08",
      given: "a new record that is edited and deleted",
      ends: remove(update(create, { city: "Mattawan" })),
      state: undefined,
    },
    {
      rule: "OFF-08",
      given: "a record that is deleted after its create was attempted",
      ends: remove(send(create)),
      state: 2,
    },
    {
      rule: "OFF-07",
      given: "a record that is edited after its create was attempted",
      ends: update(send(create), { city: "Mattawan" }),
      state: 3,
    },
  ])("[$rule] $given waits in state $state", ({ ends, state }) => {
    expect(ends.change?.state).toBe(state);
  });

  test("the former value is the one before the first unsent edit", () => {
    const twice = update(update({ record: synced, change: undefined }, { city: "Mattawan" }), { city: "Kalamazoo" });
    expect(twice.change?.data).toMatchObject({ former: { city: "Portage" }, revision: 3, base: synced });
    expect(twice.record).toMatchObject({ city: "Kalamazoo" });
  });

  test("an attempt keeps its key and body, whatever is edited behind it", () => {
    const sent = send(update({ record: synced, change: undefined }, { city: "Mattawan" }));
    const later = update(update(sent, { city: "Kalamazoo" }), { street: "2 Oak St" });
    expect(later.change?.data.attempt).toEqual(sent.attempt);
    expect(sent.attempt.body).toEqual({ city: "Mattawan", revision: 3, former: { city: "Portage" } });
    expect(later.change?.data.former).toEqual({ city: "Mattawan", street: "1 Elm St" });
  });

  test("an edit of a refused change clears its error", () => {
    const refused = update({ record: synced, change: undefined }, { city: "Mattawan" });
    const change = refused.change && {
      ...refused.change,
      error: { status: 400, code: "validation" as const, title: "No" },
    };
    expect(update({ record: refused.record, change }, {}).change?.error).toBeNull();
  });

  test("a field that is put back shows another user's value of meanwhile", () => {
    const edited = update({ record: synced, change: undefined }, { city: "Mattawan" });
    const base = { ...synced, revision: 4, city: "Kalamazoo" };
    const change = edited.change && { ...edited.change, data: { ...edited.change.data, base } };
    expect(update({ record: edited.record, change }, { city: "Portage" })).toEqual({ record: base, change: undefined });
  });

  test("`from` tells what the user saw, so that another user's newer value becomes a conflict", () => {
    const { change } = foldEdit({
      storeName,
      record: { ...synced, city: "Kalamazoo" },
      pending: undefined,
      edit: { kind: "update", changed: { city: "Mattawan" }, from: { city: "Portage" } },
      time: 1_000,
    });
    expect(change?.data.former).toEqual({ city: "Portage" });
  });

  const unsentElsewhere = update({ record: synced, change: undefined }, { city: "Kalamazoo" });
  const fromOtherTab = ({ record, change }: RecordAndChange, edit: { changed: FieldValues; from: FieldValues }) =>
    foldEdit({ storeName, record: record ?? synced, pending: change, edit: { kind: "update", ...edit }, time: 2_000 });
  const sentAsIs = (state: RecordAndChange): RecordAndChange => ({ record: state.record, change: send(state).change });

  describe("an edit from a form that has not seen another tab's unsent one", () => {
    const typed = { changed: { city: "Mattawan" }, from: { city: "Portage" } };

    test("[SYNC-70][OFF-09] keeps both values and asks, instead of taking the other's place", () => {
      const { record, change } = fromOtherTab(unsentElsewhere, typed);
      expect(record?.city).toBe("Mattawan");
      expect(change?.data).toMatchObject({ former: { city: "Portage" }, siblings: { city: "Kalamazoo" } });
    });

    test("[SYNC-70] keeps both behind an attempt that is on its way", () => {
      const { change } = fromOtherTab(sentAsIs(unsentElsewhere), typed);
      expect(change?.data.siblings).toEqual({ city: "Kalamazoo" });
    });

    test("[SYNC-70] keeps both of a record that the server has never had", () => {
      const added = update(create, { city: "Kalamazoo" });
      const { record, change } = fromOtherTab(added, { changed: { city: "Mattawan" }, from: { city: fresh.city } });
      expect([record?.city, change?.data.siblings]).toEqual(["Mattawan", { city: "Kalamazoo" }]);
    });

    test("[SYNC-70] puts back what it saw: the unseen value stays beside it", () => {
      const seen = fromOtherTab(unsentElsewhere, { changed: { city: "Lawton" }, from: { city: "Kalamazoo" } });
      const { record, change } = fromOtherTab(seen, { changed: { city: "Portage" }, from: { city: "Kalamazoo" } });
      expect([record?.city, change?.data.former, change?.data.siblings]).toEqual(["Portage", {}, { city: "Lawton" }]);
    });

    test("asks nothing where the fields differ, or the values are the same", () => {
      const other = fromOtherTab(unsentElsewhere, { changed: { street: "1 Elm St" }, from: { street: synced.street } });
      const same = fromOtherTab(unsentElsewhere, { changed: { city: "Kalamazoo" }, from: { city: "Portage" } });
      for (const { change } of [other, same]) expect(change?.data.siblings).toBeUndefined();
    });

    test("asks nothing about a value that it saw", () => {
      const { change } = fromOtherTab(unsentElsewhere, {
        changed: { city: "Mattawan" },
        from: { city: "Kalamazoo" },
      });
      expect(change?.data).toMatchObject({ former: { city: "Portage" } });
      expect(change?.data.siblings).toBeUndefined();
    });
  });

  const values = fc.record(
    { city: fc.constantFrom("a", "b", "c"), street: fc.constantFrom("a", "b", "c") },
    { requiredKeys: [] },
  );

  test("any edits of a synced record: former names exactly the fields that differ from what the server has", () => {
    fc.assert(
      fc.property(fc.array(values), (edits) => {
        const start: RecordAndChange = { record: { id: 7, revision: 1, city: "a", street: "b" }, change: undefined };
        const { record, change } = edits.reduce(update, start);
        const differing = ["city", "street"].filter((field) => !isSameValue(record?.[field], start.record?.[field]));
        expect(Object.keys(change?.data.former ?? {}).sort()).toEqual(differing);
        for (const field of differing) expect(change?.data.former[field]).toBe(start.record?.[field]);
        // The last typed value is shown.
        expect(record).toEqual({ ...start.record, ...Object.assign({}, ...edits) });
      }),
    );
  });

  test("any edits behind an attempt: the attempt stays as it was, and the last typed values are shown", () => {
    fc.assert(
      fc.property(fc.array(values, { minLength: 1 }), fc.array(values), (before, behind) => {
        const sent = send(before.reduce(update, create));
        const { record, change } = behind.reduce(update, sent);
        expect(change?.data.attempt).toEqual(sent.attempt);
        expect(record).toEqual({ ...fresh, ...Object.assign({}, ...before, ...behind) });
        for (const [field, former] of Object.entries(change?.data.former ?? {})) {
          expect(former).toEqual(sent.attempt.body?.[field]);
          expect(record?.[field]).not.toEqual(former);
        }
      }),
    );
  });
});
