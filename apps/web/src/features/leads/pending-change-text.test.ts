import type { FieldConflict } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { describePendingChange } from "#features/leads/pending-change-text.ts";

const field = (name: string) => ({ field: name, former: "a", value: "b" });

describe("the text about an unsent change", () => {
  test("a new lead waits", () => {
    expect(describePendingChange({ kind: "created", status: "waiting", fields: [field("city")] })).toEqual({
      title: "Waiting to be sent",
      text: "This lead is on this device only so far.",
      tone: "waiting",
    });
  });

  test("changed fields are named as the form names them", () => {
    const change = { kind: "changed", status: "sending", fields: ["phone", "city", "userId"].map(field) } as const;
    expect(describePendingChange({ ...change, fields: [...change.fields] })).toEqual({
      title: "Sending",
      text: "Changed here: Phone, City, and Salesperson.",
      tone: "waiting",
    });
  });

  test("a refused change says why, what was kept and nothing else", () => {
    const problem = {
      status: 400,
      code: "validation",
      title: "One or more validation errors occurred.",
      errors: { zipCode: ["Zip code must be a valid Zip Code. Path '$.zipCode', line 1, position 5."] },
    } as const;
    const { errors, ...rest } = problem;
    expect(
      describePendingChange({
        kind: "changed",
        status: "failed",
        fields: [field("zipCode")],
        problem: { ...rest, errors: { zipCode: [...errors.zipCode] } },
      }).text,
    ).toBe("Zip code must be a valid Zip Code. What you entered is kept on this device.");
  });

  test("a conflict says who changed what", () => {
    expect(
      describePendingChange({
        kind: "changed",
        status: "conflict",
        fields: [field("phone"), field("city")],
        problem: { status: 409, code: "conflict", title: "", changedBy: "Marcus Bell" },
        conflict: { otherVersion: "server", fields: [{ field: "phone", former: "a", mine: "b", theirs: "c" }] },
      }).text,
    ).toBe("Marcus Bell changed Phone too. Your version is kept on this device. Choose which values stay.");
  });

  test("[SYNC-06] a conflict with another device of the same person speaks to that person", () => {
    expect(
      describePendingChange({
        kind: "changed",
        status: "conflict",
        fields: [field("phone")],
        problem: { status: 409, code: "conflict", title: "", changedBy: "Ann Lee", changedByYou: true },
        conflict: { otherVersion: "server", fields: [{ field: "phone", former: "a", mine: "b", theirs: "c" }] },
      }).text,
    ).toBe("You changed Phone elsewhere too. This device keeps its version. Choose which values stay.");
  });

  test("[SYNC-06] a conflict of several people names those who changed these fields, each once", () => {
    const by = (name: string, changedBy: string) => ({
      field: name,
      former: "a",
      mine: "b",
      theirs: "c",
      changedBy,
      changedTime: "2026-05-14T14:00:00.000Z",
    });
    const textOf = (...fields: FieldConflict[]) =>
      describePendingChange({
        kind: "changed",
        status: "conflict",
        fields: [field("phone")],
        problem: { status: 409, code: "conflict", title: "", changedBy: "Ann Lee", changedByYou: true },
        conflict: { otherVersion: "server", fields },
      }).text;
    const [city, street, phone] = [by("city", "Bob Stone"), by("street", "Bob Stone"), by("phone", "Ann Lee")];
    expect(textOf(city, street)).toMatch(/^Bob Stone changed City and Street too\. Your version is kept/);
    expect(textOf(city, { ...phone, changedByYou: true })).toMatch(
      /^Bob Stone and you elsewhere changed City and Phone too\. Your version is kept/,
    );
  });

  test("[SYNC-70] another unsent value is the user's own", () => {
    expect(
      describePendingChange({
        kind: "changed",
        status: "conflict",
        fields: [field("phone")],
        conflict: { otherVersion: "unsent", fields: [{ field: "phone", former: "a", mine: "b", theirs: "c" }] },
      }).text,
    ).toBe("There is another unsent value for Phone. Both are kept on this device. Choose which values stay.");
  });
});
