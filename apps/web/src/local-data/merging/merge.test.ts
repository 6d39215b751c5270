import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LocalChange } from "#local-data/database/change-record.ts";
import type { Entity } from "#local-data/database/entity.ts";
import type { FieldValues, StoredRecord } from "#local-data/database/stored-record.ts";
import { freezeAttempt, makeAttempt } from "#local-data/outbox/attempt.ts";
import { settleRefused, settleSaved } from "#local-data/outbox/settle.ts";
import { foldEdit, type RecordAndChange } from "./fold-edit.ts";
import { mergeIncoming, mergeRemoval } from "./merge.ts";

const storeName = "leads";
const entity: Entity = {
  collectionPath: "/api/leads/",
  itemPath: "/api/leads/",
  updateMethod: "PUT",
  fields: ["city", "street", "phone"],
  references: [],
};
const base: StoredRecord = { id: 7, revision: 3, city: "Portage", street: "1 Elm St", phone: "" };

const edit = ({ record, change }: RecordAndChange, changed: FieldValues): RecordAndChange =>
  foldEdit({ storeName, record: record ?? base, pending: change, edit: { kind: "update", changed }, time: 1 });
const editedBase = (changed: FieldValues): RecordAndChange => edit({ record: base, change: undefined }, changed);
const send = ({ record, change }: RecordAndChange) => {
  if (!change) throw new Error("There is nothing to send.");
  const attempt = makeAttempt({ change, record, entity, key: "key-1", time: 2 });
  return { record, change: freezeAttempt({ change, attempt }), attempt };
};
const problem = { status: 400, code: "validation" as const, title: "No" };

describe("a pull never overwrites what waits to be sent", () => {
  test("locally changed fields stay on top, the rest follows the server, former values stay", () => {
    const local = editedBase({ city: "Mattawan" });
    const incoming = { ...base, revision: 4, city: "Kalamazoo", street: "2 Oak St" };
    const merged = mergeIncoming({ ...local, incoming });
    expect(merged.record).toEqual({ ...incoming, city: "Mattawan" });
    expect(merged.change?.data).toMatchObject({ base: incoming, former: { city: "Portage" } });
  });

  test("an older version changes nothing", () => {
    const local = editedBase({ city: "Mattawan" });
    expect(mergeIncoming({ ...local, incoming: { ...base, revision: 2, street: "old" } })).toEqual(local);
    expect(mergeIncoming({ record: base, change: undefined, incoming: { ...base, revision: 2 } }).record).toBe(base);
  });

  test("a lead that was deleted on the server while an edit waits keeps the local values", () => {
    const local = editedBase({ city: "Mattawan" });
    const merged = mergeRemoval(local);
    expect(merged.record).toEqual(local.record);
    expect(merged.change?.data.base).toBeNull();
    expect(mergeRemoval({ record: base, change: undefined })).toEqual({ record: undefined, change: undefined });
  });

  test("a waiting delete stays hidden, and comes back as the newer record if it is refused", () => {
    const local = foldEdit({ storeName, record: base, pending: undefined, edit: { kind: "delete" }, time: 1 });
    const incoming = { ...base, revision: 4, street: "2 Oak St" };
    const merged = mergeIncoming({ ...local, incoming });
    expect(merged.record).toBeUndefined();
    const sent = send(merged);
    expect(settleRefused({ ...sent, problem }).record).toEqual(incoming);
  });

  describe("[SYNC-06] a conflict that waits for its person", () => {
    const conflicting = (...names: string[]): RecordAndChange => {
      const edited = editedBase({ city: "Mattawan", street: "2 Oak St" });
      const theirs: FieldValues = { city: "Kalamazoo", street: "3 Ash St" };
      const conflicts = names.map((field) => ({
        field,
        former: base[field],
        mine: edited.record?.[field],
        theirs: theirs[field],
        changedBy: "Marcus Bell",
        changedTime: "2040-05-14T08:00:00.000Z",
      }));
      const error = { status: 409, code: "conflict" as const, title: "No", conflicts };
      return { ...edited, change: edited.change && { ...edited.change, error } };
    };
    const later = { modifiedTime: "2040-05-14T09:30:00.000Z" };
    const pull = (local: RecordAndChange, values: FieldValues) =>
      mergeIncoming({ ...local, incoming: { ...base, revision: 5, ...later, ...values } }).change?.error;

    test("says no more who entered a value that took the place of the one they had entered", () => {
      const [city, street] =
        pull(conflicting("city", "street"), { city: "Paw Paw", street: "3 Ash St" })?.conflicts ?? [];
      expect(city).toEqual({
        field: "city",
        former: "Portage",
        mine: "Mattawan",
        theirs: "Paw Paw",
        changedTime: later.modifiedTime,
      });
      expect(street).toMatchObject({ theirs: "3 Ash St", changedBy: "Marcus Bell" });
    });

    test.each([
      { given: "both entered the same", city: "Mattawan" },
      { given: "the other value was taken back", city: "Portage" },
    ])("asks no more where $given meanwhile", ({ city }) => {
      expect(pull(conflicting("city"), { city })).toBeNull();
      expect(pull(conflicting("city", "street"), { city, street: "3 Ash St" })?.conflicts).toMatchObject([
        { field: "street" },
      ]);
    });

    // Twelve months at no interest; an older app leaves out what of the lender's fee the company bears.
    const term = { months: 12, ratePercent: 0, feePercent: 4, offerId: "12m" };
    test.each([
      { storeName: "leads", field: "meetingDate", mine: "2040-05-20T14:00:00Z", theirs: "2040-05-20T14:00:00.000Z" },
      { storeName: "estimates", field: "term", mine: term, theirs: { ...term, lenderFeePercent: 2 } },
    ] as const)(
      "[SYNC-88] asks no more where the server's $field is the same by the rule of the server",
      ({ storeName, field, mine, theirs }) => {
        const { record, change } = foldEdit({
          storeName,
          record: { ...base, [field]: null },
          pending: undefined,
          time: 1,
          edit: { kind: "update", changed: { [field]: mine } },
        });
        const conflicts = [{ field, former: null, mine, theirs: "something else" }];
        const error = { status: 409, code: "conflict" as const, title: "No", conflicts };
        expect(pull({ record, change: change && { ...change, error } }, { [field]: theirs })).toBeNull();
      },
    );

    test("is sent again if the record was deleted meanwhile, so that its user learns of that", () => {
      const waiting = conflicting("city");
      const { record, change } = mergeRemoval(waiting);
      expect(record).toEqual(waiting.record);
      expect(change).toMatchObject({ error: null, data: { base: null, former: { city: "Portage" } } });
    });

    test("another refusal stays unchanged if the record was deleted meanwhile", () => {
      const refused = conflicting("city");
      const change = refused.change && { ...refused.change, error: problem };
      expect(mergeRemoval({ ...refused, change }).change?.error).toEqual(problem);
    });
  });

  const fields = fc.record(
    {
      city: fc.constantFrom("a", "b", "c"),
      street: fc.constantFrom("a", "b", "c"),
      phone: fc.constantFrom("a", "b", "c"),
    },
    { requiredKeys: [] },
  );

  test("[SYNC-07] any edits before and behind an attempt, and any incoming version: typed values are shown, others are the server's", () => {
    fc.assert(
      fc.property(fields, fields, fields, (before, behind, foreign) => {
        const edited = editedBase(before);
        fc.pre(edited.change !== undefined);
        const local = edit(send(edited), behind);
        const incoming: StoredRecord = { ...base, revision: 4, ...foreign };
        const { record } = mergeIncoming({ ...local, incoming });
        for (const field of entity.fields) {
          const isOurs = field in before || field in behind;
          const typed = ({ ...base, ...before, ...behind } as FieldValues)[field];
          if (isOurs && typed !== base[field]) expect(record?.[field]).toBe(typed);
          if (!isOurs) expect(record?.[field]).toBe(incoming[field]);
        }
      }),
    );
  });
});

describe("settling an answer", () => {
  test("values that the server tidied are no edit behind the attempt", () => {
    const sent = send(editedBase({ phone: "269 555 0114" }));
    const reply = { ...base, revision: 4, phone: "+12695550114" };
    expect(settleSaved({ ...sent, reply, known: base, isRemoved: false })).toEqual({
      record: reply,
      change: undefined,
    });
  });

  test("an edit behind starts from the tidied value", () => {
    const sent = send(editedBase({ phone: "269 555 0114" }));
    const behind = edit(sent, { phone: "+12695550186" });
    const reply = { ...base, revision: 4, phone: "+12695550114" };
    const settled = settleSaved({
      ...sent,
      ...behind,
      change: behind.change ?? sent.change,
      reply,
      known: base,
      isRemoved: false,
    });
    expect(settled.change).toMatchObject({ state: 3, data: { former: { phone: "+12695550114" }, revision: 4 } });
    expect(settled.change?.data.attempt).toBeUndefined();
  });

  test("[SYNC-06] where the server merges, a later edit starts from what was sent, not from what another user entered meanwhile", () => {
    const sent = send(editedBase({ city: "Mattawan", street: "2 Oak St" }));
    const behind = edit(sent, { city: "Lawton", street: "3 Ash St" });
    const reply = { ...base, revision: 5, city: "Kalamazoo", street: "2 Oak Street" };
    const isMerged = (field: string): boolean => field === "city";
    const change = behind.change ?? sent.change;
    const settled = settleSaved({ ...sent, ...behind, change, reply, known: base, isRemoved: false, isMerged });
    expect(settled.change?.data.former).toEqual({ city: "Mattawan", street: "2 Oak Street" });
    expect(settled.record).toMatchObject({ city: "Lawton", street: "3 Ash St", revision: 5 });
  });

  test("a refused attempt is folded back: its former value wins over that of the edit behind it", () => {
    const sent = send(editedBase({ city: "Mattawan" }));
    const behind = edit(sent, { city: "Kalamazoo" });
    const change = behind.change as LocalChange;
    const refused = settleRefused({ record: behind.record, change, attempt: sent.attempt, problem });
    expect(refused.change).toMatchObject({ state: 3, error: problem, data: { former: { city: "Portage" } } });
    expect(refused.record).toMatchObject({ city: "Kalamazoo" });
  });

  test("a refused attempt that was undone behind it leaves nothing to say", () => {
    const sent = send(editedBase({ city: "Mattawan" }));
    const behind = edit(sent, { city: "Portage" });
    const change = behind.change as LocalChange;
    expect(settleRefused({ record: behind.record, change, attempt: sent.attempt, problem })).toEqual({
      record: base,
      change: undefined,
    });
  });
});
