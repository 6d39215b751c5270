import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EMPTY_LEAD, LEAD_FIELDS, leadRecord, type LeadChange, type LeadFields } from "#entities/lead.ts";
import type { UserId } from "#ids.ts";
import { mergeChange } from "./merge-values.ts";

type SentChange = LeadChange & { former: Record<string, unknown> };

const mergeLeadChange = ({
  current,
  change: { former, revision: _revision, ...wanted },
}: {
  current: LeadFields;
  change: SentChange;
}) =>
  mergeChange<LeadFields>({
    written: leadRecord.written,
    current,
    wanted: wanted as Partial<LeadFields>,
    former,
    store: (value) => (typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\uFFFD") : value),
  });

const change = (fields: Partial<LeadFields>, former: Record<string, unknown>): SentChange => ({
  revision: 1,
  former,
  ...fields,
});

describe("[API-43] [SYNC-06] merging a change into a lead", () => {
  test("a field that no one else touched is accepted", () => {
    const current = { ...EMPTY_LEAD, lastName: "Whitfield", city: "Portage" };
    expect(mergeLeadChange({ current, change: change({ city: "Holland" }, { city: "Portage" }) })).toEqual({
      values: { city: "Holland" },
    });
  });

  test("a field that another user changed is a conflict, and nothing else of the change is taken", () => {
    const current = { ...EMPTY_LEAD, city: "Lansing" };
    const merged = mergeLeadChange({
      current,
      change: change({ city: "Holland", street: "1 Oak St" }, { city: "Portage", street: "" }),
    });
    expect(merged).toEqual({
      conflicts: [{ field: "city", former: "Portage", mine: "Holland", theirs: "Lansing" }],
    });
  });

  test("two people who wanted the same have no conflict", () => {
    const current = { ...EMPTY_LEAD, city: "Holland" };
    expect(mergeLeadChange({ current, change: change({ city: "Holland" }, { city: "Portage" }) })).toEqual({
      values: {},
    });
  });

  test("lists are compared item by item", () => {
    const current = { ...EMPTY_LEAD, projectTypes: ["Roofing", "Gutters"] };
    const taken = mergeLeadChange({
      current,
      change: change({ projectTypes: ["Roofing"] }, { projectTypes: ["Roofing", "Gutters"] }),
    });
    expect(taken.values).toEqual({ projectTypes: ["Roofing"] });
    const reordered = mergeLeadChange({
      current,
      change: change({ projectTypes: ["Roofing"] }, { projectTypes: ["Gutters", "Roofing"] }),
    });
    expect(reordered.conflicts).toHaveLength(1);
  });

  test("the same moment written differently is the same", () => {
    const current = { ...EMPTY_LEAD, meetingDate: "2026-05-14T14:00:00.000Z" };
    const merged = mergeLeadChange({
      current,
      change: change({ meetingDate: null }, { meetingDate: "2026-05-14T14:00:00Z" }),
    });
    expect(merged.values).toEqual({ meetingDate: null });
    const same = mergeLeadChange({
      current,
      change: change({ meetingDate: "2026-05-14T14:00:00Z" }, { meetingDate: null }),
    });
    expect(same.values).toEqual({});
  });

  test.each([
    { what: "an object", former: { a: [[[]]] } },
    { what: "text with a NUL character", former: "a\u0000" },
    { what: "a number", former: 7 },
  ])("a former value that no lead can have ($what) is a conflict and not repeated", ({ former }) => {
    const merged = mergeLeadChange({ current: EMPTY_LEAD, change: change({ city: "Holland" }, { city: former }) });
    expect(merged.conflicts).toEqual([{ field: "city", former: null, mine: "Holland", theirs: "" }]);
  });

  test("half an emoji in a conflict can be stored", () => {
    const merged = mergeLeadChange({
      current: { ...EMPTY_LEAD, city: "Lansing" },
      change: change({ city: "A\ud83d" }, { city: "B\ud83d" }),
    });
    expect(merged.conflicts).toEqual([{ field: "city", former: "B\ufffd", mine: "A\ufffd", theirs: "Lansing" }]);
  });
});

describe("[API-43] merging, whatever people write", () => {
  const word = fc.constantFrom("", "a", "b", "c");
  const leads: fc.Arbitrary<LeadFields> = fc.record({
    ...(Object.fromEntries(LEAD_FIELDS.map((field) => [field, word])) as Record<keyof LeadFields, typeof word>),
    phone: fc.constantFrom("", "+16165550101", "+16165550102"),
    mobilePhone: fc.constantFrom("", "+16165550103"),
    email: fc.constantFrom("", "a@mail.test", "b@mail.test"),
    state: fc.constantFrom("", "MI", "OH"),
    zipCode: fc.constantFrom("", "49002", "49003"),
    projectTypes: fc.constantFrom([], ["Roofing"], ["Roofing", "Siding"]),
    meetingDate: fc.constantFrom(null, "2026-05-14T14:00:00.000Z", "2026-05-15T14:00:00.000Z"),
    userId: fc.constantFrom(null, 1 as UserId, 2 as UserId),
    additionalSalesmanId: fc.constantFrom(null, 3 as UserId),
  });
  const fieldSets = fc.uniqueArray(fc.constantFrom(...LEAD_FIELDS), { minLength: 1 });

  /** The change that a user who saw `from` sends to make the chosen fields those of `to`. */
  const changeOf = (from: LeadFields, to: LeadFields, fields: readonly (keyof LeadFields)[]): SentChange => ({
    revision: 1,
    ...Object.fromEntries(fields.map((field) => [field, to[field]])),
    former: Object.fromEntries(fields.map((field) => [field, from[field]])),
  });
  const apply = (current: LeadFields, sent: SentChange): LeadFields => {
    const { values } = mergeLeadChange({ current, change: sent });
    return values ? { ...current, ...values } : current;
  };

  test("a change to what one saw always succeeds, and sending it again changes nothing", () => {
    fc.assert(
      fc.property(leads, leads, fieldSets, (from, to, fields) => {
        const sent = changeOf(from, to, fields);
        const once = apply(from, sent);
        for (const field of LEAD_FIELDS) expect(once[field]).toEqual(fields.includes(field) ? to[field] : from[field]);
        expect(mergeLeadChange({ current: once, change: sent })).toEqual({ values: {} });
      }),
      { seed: 20260514, numRuns: 300 },
    );
  });

  test("people who change different fields both get their way, in either order", () => {
    fc.assert(
      fc.property(leads, leads, leads, fieldSets, (base, one, two, fields) => {
        const others = LEAD_FIELDS.filter((field) => !fields.includes(field));
        const first = changeOf(base, one, fields);
        const second = changeOf(base, two, others);
        const result = apply(apply(base, first), second);
        expect(result).toEqual(apply(apply(base, second), first));
        for (const field of LEAD_FIELDS)
          expect(result[field]).toEqual(fields.includes(field) ? one[field] : two[field]);
      }),
      { seed: 20260515, numRuns: 300 },
    );
  });

  test("another user's change is never overwritten unseen", () => {
    fc.assert(
      fc.property(leads, leads, leads, fieldSets, (base, one, two, fields) => {
        const current = apply(base, changeOf(base, one, fields));
        const { values, conflicts } = mergeLeadChange({ current, change: changeOf(base, two, fields) });
        const contested = fields.filter(
          (field) =>
            JSON.stringify(current[field]) !== JSON.stringify(base[field]) &&
            JSON.stringify(current[field]) !== JSON.stringify(two[field]),
        );
        expect((conflicts ?? []).map(({ field }) => field).sort()).toEqual([...contested].sort());
        expect(values === undefined).toBe(contested.length > 0);
      }),
      { seed: 20260516, numRuns: 300 },
    );
  });
});
