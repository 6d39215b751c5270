import { expect, test } from "vitest";
import type { ConflictChoice } from "#local-data/database/slices.ts";
import type { StoredRecord } from "#local-data/database/stored-record.ts";
import { openConflictOf, resolveConflict } from "./resolve-conflict.ts";
import { foldEdit, type RecordAndChange } from "./fold-edit.ts";
import { joinEdit, putBeside } from "./join-edits.ts";

const storeName = "leads";
const synced: StoredRecord = { id: 7, revision: 3, city: "Portage", street: "1 Elm St" };
const CITY = new Set(["city"]);

const here = (city: string): RecordAndChange => {
  const edit = { kind: "update", changed: { city } } as const;
  const { change } = foldEdit({ storeName, record: synced, pending: undefined, edit, time: 1_000 });
  return { record: { ...synced, city }, change };
};

const join = ({ record, change }: RecordAndChange, city: string): RecordAndChange =>
  joinEdit({
    here: { record: record ?? synced, change },
    edit: { storeName, values: { city }, former: { city: "Portage" }, siblings: [] },
    ownFields: CITY,
    time: 2_000,
  });

/** The values that a user would see, and what is left once they have chosen. */
function choose(entry: RecordAndChange, choice: ConflictChoice): { asked: unknown[]; next: RecordAndChange } {
  if (!entry.record || !entry.change) throw new Error("There is nothing to choose.");
  const { record, change } = entry;
  const asked = openConflictOf({ record, change })?.fields.map(({ mine, theirs }) => [mine, theirs]) ?? [];
  return { asked, next: resolveConflict({ record, change, choices: { city: choice } }) };
}

test("[SYNC-70] of several unsent values of a field each comes up once, in the order in which they came", () => {
  const others = ["Mattawan", "Kalamazoo", "Mattawan", "Paw Paw", "Lawton"];
  const entry = others.reduce(join, here("Lawton"));
  const first = choose(entry, "mine");
  expect(first.asked).toEqual([["Lawton", "Mattawan"]]);
  const second = choose(first.next, "theirs");
  expect(second.asked).toEqual([["Lawton", "Kalamazoo"]]);
  const third = choose(second.next, "mine");
  expect(third.asked).toEqual([["Kalamazoo", "Paw Paw"]]);
  expect(third.next).toMatchObject({
    record: { city: "Kalamazoo" },
    change: { data: { former: { city: "Portage" } } },
  });
  expect(third.next.change?.data).not.toHaveProperty("siblings");
});

test("[SYNC-70] a value that was beside another raises a question also without other unsent changes", () => {
  // The other device shows the server's current value.
  const entry = joinEdit({
    here: { record: { ...synced, city: "Lawton" }, change: undefined },
    edit: { storeName, values: { city: "Lawton" }, former: { city: "Portage" }, siblings: [{ city: "Mattawan" }] },
    ownFields: new Set(),
    time: 2_000,
  });
  expect(choose(entry, "mine")).toEqual({
    asked: [["Lawton", "Mattawan"]],
    next: { record: { ...synced, city: "Lawton" }, change: undefined },
  });
  expect(choose(entry, "theirs").next).toMatchObject({
    record: { city: "Mattawan" },
    change: { data: { former: { city: "Lawton" } } },
  });
});

test("[SYNC-70] an edit that stands here already leaves nothing to do", () => {
  const { change } = joinEdit({
    here: { record: synced, change: undefined },
    edit: { storeName, values: { city: "Portage" }, former: { city: "Lawton" }, siblings: [] },
    ownFields: new Set(),
    time: 2_000,
  });
  expect(change).toBeUndefined();
});

test("[SYNC-70] a new record that is edited to the other value asks no more", () => {
  const added = foldEdit({ storeName, record: synced, pending: undefined, edit: { kind: "create" }, time: 1_000 });
  const entry = putBeside(added, { storeName, siblings: [{ city: "Mattawan" }], time: 2_000 });
  expect(entry.change?.data.siblings).toEqual({ city: "Mattawan" });
  const edit = { kind: "update", changed: { city: "Mattawan" } } as const;
  const edited = foldEdit({ storeName, record: synced, pending: entry.change, edit, time: 3_000 });
  expect(edited.record).toMatchObject({ city: "Mattawan" });
  expect(edited.change?.data).not.toHaveProperty("siblings");
});
