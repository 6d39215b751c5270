import { EMPTY_LEAD, LEAD_FIELDS, type FieldConflict, type ProblemReply } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import {
  agoText,
  allOthersText,
  changeDetail,
  changeTitle,
  conflictText,
  conflictTexts,
  fieldLabel,
  fieldValueText,
  fixText,
  keepText,
  otherVersion,
  panelSummary,
  panelTitle,
  deletedText,
  isDeletedElsewhere,
  refusalText,
  versionText,
  waitingText,
} from "#app/sync-panel/describe-change.ts";
import { unsyncedWarning } from "#app/session/logout-warning.ts";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";

/** 12:36 PM in New York, where summer time is four hours behind UTC. */
const CHANGED = Date.parse("2026-05-14T16:36:00Z");

const reader = {
  timeZone: "America/New_York",
  now: Date.parse("2026-05-14T21:00:00Z"),
  userNames: new Map([[7, "Marcus Bell"]]),
};

const buildChange = (given: Partial<PendingChange> = {}): PendingChange => ({
  storeName: "leads",
  id: -2,
  kind: "created",
  status: "waiting",
  fields: [],
  record: {
    ...EMPTY_LEAD,
    id: -2,
    firstName: "Amy",
    lastName: "Kowalski",
    street: "914 Elm St",
    city: "Schoolcraft",
  },
  changedTime: CHANGED,
  attempts: 0,
  ...given,
});

describe("the text of a waiting change", () => {
  test.each([
    ["created", "New lead, Amy Kowalski", "914 Elm St, Schoolcraft · created 4 h ago"],
    ["deleted", "Deleted lead, Amy Kowalski", "914 Elm St, Schoolcraft · deleted 4 h ago"],
    ["changed", "Lead, Amy Kowalski", "Phone, Meeting · 4 h ago"],
  ] as const)("that is %s", (kind, title, detail) => {
    const fields = ["phone", "meetingDate"].map((field) => ({ field, former: "", value: "" }));
    const change = buildChange({ kind, fields: kind === "changed" ? fields : [] });
    expect(changeTitle(change)).toBe(title);
    expect(changeDetail({ change, reader })).toBe(detail);
  });

  test("[DOC-31] of a document is described by its name and number", () => {
    const record = { id: -4, name: "Contract, Roofing", data: { number: "2026-0514-K7QD" } };
    const change = buildChange({ storeName: "estimate-documents", id: -4, record });
    expect(changeTitle(change)).toBe("New document, Contract, Roofing");
    expect(changeDetail({ change, reader })).toBe("2026-0514-K7QD · created 4 h ago");
  });

  test("[SYNC-26] of an estimate counts its lines, each with what is below it, and names whose it is", () => {
    const line = (id: number, quantity: number, parentItemId: number | null = null) => ({ id, parentItemId, quantity });
    const fields = [
      // One is longer, one has another length below it, one is gone and one came: 4.
      {
        field: "items:4:4.50",
        former: [line(1, 10), line(2, 1), line(3, 7, 2), line(4, 5), line(5, 6)],
        value: [line(1, 12), line(2, 1), line(3, 8, 2), line(5, 6), line(-20, 9)],
      },
      { field: "items:1:1.58", former: null, value: [line(-22, 128)] },
      { field: "discountPercent:4", former: null, value: 0.1 },
    ];
    const record = { id: 9, name: "Front roof" };
    const lead = { ...EMPTY_LEAD, id: 7, firstName: "Karen", lastName: "Whitfield" };
    const change = buildChange({ storeName: "estimates", id: 9, kind: "changed", record, lead, fields });
    expect(changeTitle(change)).toBe("Estimate “Front roof”");
    expect(changeDetail({ change, reader: { ...reader, now: CHANGED + 4 * 60_000 } })).toBe(
      "5 lines changed, Gutters discount · Karen Whitfield · 4 min ago",
    );
  });

  test("[SYNC-26] of a signed document says so", () => {
    const signatures = { customer: { data: "data:image/png;base64,AAAA", timestamp: "2026-05-14T16:36:00Z" } };
    const record = { id: -4, name: "Contract, Roofing", data: {}, signatures };
    const change = buildChange({ storeName: "estimate-documents", id: -4, record });
    expect(changeTitle(change)).toBe("Signed document, Contract, Roofing");
    expect(changeDetail({ change, reader })).toBe("signed 4 h ago");
  });

  test.each([
    [0, "just now"],
    [59_999, "just now"],
    [4 * 60_000, "4 min ago"],
    [3_599_999, "59 min ago"],
    [3_600_000, "1 h ago"],
    [12 * 3_600_000, "May 14, 12:36 PM"],
  ])("[SYNC-26] from %d ms ago was %j", (passed, text) => {
    expect(agoText({ time: CHANGED, reader: { ...reader, now: CHANGED + passed } })).toBe(text);
  });

  test("[PHOTO-06] of a photo is described by its lead and its caption", () => {
    const { record: lead } = buildChange();
    const record = { id: -4, leadId: -2, caption: "North slope" };
    const change = buildChange({ storeName: "lead-photos", id: -4, record, ...(lead && { lead }) });
    expect(changeTitle(change)).toBe("New photo of lead Amy Kowalski");
    expect(changeDetail({ change, reader })).toBe("North slope · created 4 h ago");
    expect(changeTitle({ ...change, kind: "deleted" })).toBe("Deleted photo of lead Amy Kowalski");
  });

  test("[SYNC-67] that was tried often without an answer says so", () => {
    const detailAfter = (attempts: number): string =>
      changeDetail({ change: buildChange({ kind: "deleted", attempts }), reader });
    expect(detailAfter(4)).toBe("914 Elm St, Schoolcraft · deleted 4 h ago");
    expect(detailAfter(5)).toBe("914 Elm St, Schoolcraft · deleted 4 h ago · tried 5 times without an answer");
  });

  test("that needs another one first says so", () => {
    const change = buildChange({ storeName: "estimates", record: null, waitsFor: { storeName: "leads", id: -2 } });
    expect(changeTitle(change)).toBe("New estimate");
    expect(changeDetail({ change, reader })).toBe("created 4 h ago · goes after its lead");
  });

  test.each([
    [1, "Waiting, 1st"],
    [2, "Waiting, 2nd"],
    [3, "Waiting, 3rd"],
    [4, "Waiting, 4th"],
    [11, "Waiting, 11th"],
    [22, "Waiting, 22nd"],
  ])("at place %d reads %j", (place, text) => {
    expect(waitingText(place)).toBe(text);
  });
});

describe("a refused change", () => {
  const problem = { status: 400, code: "validation" as const, title: "One or more validation errors occurred." };

  test("[OFF-13] says what the server said about its fields", () => {
    expect(refusalText({ ...problem, errors: { email: ["E-mail is not valid."], city: ["City is too long."] } })).toBe(
      "E-mail is not valid. City is too long.",
    );
    expect(refusalText(problem)).toBe("One or more validation errors occurred.");
  });

  test("[SYNC-82] a deleted record says who deleted it, and when", () => {
    const deleted = { status: 404, code: "notFound", title: "This lead was deleted by Bob Stone." } as const;
    const problem = { ...deleted, changedTime: "2026-05-14T16:36:00.000Z" };
    expect(isDeletedElsewhere({ status: "failed", problem })).toBe(true);
    expect(isDeletedElsewhere({ status: "failed", problem: deleted })).toBe(false);
    expect(deletedText(problem, reader)).toBe("This lead was deleted by Bob Stone, 12:36 PM.");
  });

  test("names the field to fix where it is one", () => {
    expect(fixText({ storeName: "leads", problem: { ...problem, errors: { email: ["E-mail is not valid."] } } })).toBe(
      "Fix e-mail",
    );
    expect(fixText({ storeName: "leads", problem: { ...problem, errors: { email: [""], city: [""] } } })).toBe("Fix");
    expect(fixText({ storeName: "leads", problem })).toBe("Fix");
  });
});

describe("two versions", () => {
  const conflict = (field: string) => ({ field, former: "", mine: "a", theirs: "b" });

  const problemOf = (given: Partial<ProblemReply>): ProblemReply => ({
    status: 409,
    code: "conflict",
    title: "",
    ...given,
  });
  const otherOf = (change: Pick<PendingChange, "conflict" | "problem">, field = conflict("city")) =>
    versionText(otherVersion({ change, field, reader }));

  test("name the other person where the server did", () => {
    const problem = problemOf({ changedBy: "Marcus Bell", changedTime: "2026-05-14T16:36:00.000Z" });
    expect(conflictText({ problem })).toBe("You and Marcus Bell changed the same fields. Choose what stays.");
    expect(otherOf({ problem })).toBe("Marcus Bell, 12:36 PM");
    expect(conflictText({})).toBe("You and somebody else changed the same fields. Choose what stays.");
    expect(otherOf({})).toBe("Somebody else");
  });

  test("[SYNC-06] speak to the person who changed the same from another device", () => {
    const problem = problemOf({ changedBy: "Ann Lee", changedByYou: true });
    expect(conflictText({ problem })).toBe("You changed the same fields here and elsewhere. Choose what stays.");
    expect(otherOf({ problem })).toBe("You, elsewhere");
    expect(allOthersText({ problem })).toBe("All others");
  });

  test("[SYNC-06] name the user who changed that field, not the one who saved the record last", () => {
    const city = { ...conflict("city"), changedBy: "Bob Stone", changedTime: "2026-05-14T14:00:00.000Z" };
    const own = { changedBy: "Ann Lee", changedByYou: true, changedTime: "2026-05-14T15:00:00.000Z" };
    const phone = { ...conflict("phone"), ...own };
    // A user who no longer exists: still known to be another user.
    const zipCode = { ...conflict("zipCode"), changedTime: "2026-05-14T14:30:00.000Z" };
    const changeOf = (...fields: FieldConflict[]) => ({
      conflict: { otherVersion: "server" as const, fields },
      problem: problemOf(own),
    });
    expect(otherOf(changeOf(city), city)).toBe("Bob Stone, 10:00 AM");
    expect(conflictText(changeOf(city))).toBe("You and Bob Stone changed the same fields. Choose what stays.");
    expect(allOthersText(changeOf(city))).toBe("All theirs");
    expect(otherOf(changeOf(city, phone, zipCode), zipCode)).toBe("Somebody else, 10:30 AM");
    expect(conflictText(changeOf(city, phone, zipCode))).toBe(
      "You, Bob Stone, and somebody else changed the same fields. Choose what stays.",
    );
    expect(conflictText(changeOf(phone))).toBe("You changed the same fields here and elsewhere. Choose what stays.");
  });

  test("[SYNC-70] name two unsent versions, which are of the same person", () => {
    const change = { conflict: { otherVersion: "unsent" as const, fields: [conflict("city")] } };
    expect(conflictText(change)).toBe("The same fields were changed twice, apart from each other. Choose what stays.");
    expect(otherOf(change)).toBe("Other version");
    expect(allOthersText(change)).toBe("All others");
    expect(allOthersText({})).toBe("All theirs");
  });

  test("[SYNC-70] say how many unsent versions there are where they are more than two", () => {
    const conflicting = { otherVersion: "unsent" as const, fields: [conflict("city")] };
    const beside = [{ city: "Lawton" }, { city: "Mattawan" }];
    expect(conflictText({ conflict: conflicting, beside })).toBe(
      "The same fields were changed 3 times, apart from each other. Choose what stays, two at a time.",
    );
  });

  test.each([
    [["city"], "Keep this one"],
    [["city", "phone"], "Keep these two"],
    [["city", "phone", "email"], "Keep these 3"],
  ])("of %j are kept with %j", (fields, text) => {
    expect(keepText(fields.map(conflict))).toBe(text);
  });

  test.each([
    ["meetingDate", "2026-05-14T20:30:00.000Z", "May 14, 4:30 PM"],
    ["mobilePhone", "+12695550168", "(269) 555-0168"],
    ["userId", 7, "Marcus Bell"],
    ["userId", 8, "A former user"],
    ["projectTypes", ["Roofing", "Gutters"], "Roofing, Gutters"],
    ["projectTypes", [], "–"],
    ["city", "", "–"],
    ["meetingDate", null, "–"],
  ])("show %s %j as %j", (field, value, text) => {
    expect(fieldValueText({ storeName: "leads", field, value, reader })).toBe(text);
  });

  test("call every field of a lead by its name in the forms", () => {
    for (const field of LEAD_FIELDS) expect(fieldLabel({ storeName: "leads", field })).not.toBe(field);
  });
});

describe("two versions of the work of an estimate", () => {
  const copy = (workflowEstimateId: number, name: string) => ({ workflowId: 1, workflowEstimateId, name });
  const textsOf = (
    field: "workflowIds" | "duplicateWorkflows",
    versions: Pick<FieldConflict, "former" | "mine" | "theirs">,
    otherVersion: "server" | "unsent" = "server",
  ) => {
    const conflicting = { field, ...versions };
    return conflictTexts({
      change: { storeName: "estimates", conflict: { otherVersion, fields: [conflicting] } },
      field: conflicting,
      reader,
    });
  };
  const copiesOf = (versions: Parameters<typeof textsOf>[1], otherVersion?: "server" | "unsent") =>
    textsOf("duplicateWorkflows", versions, otherVersion);

  test("name a copy that both added under one number, and that choosing mine does not lose the other one", () => {
    const barn = copy(2, "Barn");
    expect(copiesOf({ former: [barn], mine: [barn, copy(3, "Garage")], theirs: [barn, copy(3, "Shed")] })).toEqual({
      former: "–",
      mine: "Garage (Roofing 3) beside the other one",
      theirs: "Shed (Roofing 3)",
    });
    // Their lines differ, though their names do not.
    expect(copiesOf({ former: [], mine: [copy(2, "")], theirs: [copy(2, "")] })).toEqual({
      former: "–",
      mine: "Roofing 2 beside the other one",
      theirs: "Roofing 2",
    });
  });

  test("name what one of both has taken away, without what is merged whatever is chosen", () => {
    const barn = copy(2, "Barn");
    expect(copiesOf({ former: [barn], mine: [], theirs: [barn, copy(3, "Shed")] })).toEqual({
      former: "Barn (Roofing 2)",
      mine: "without Barn (Roofing 2)",
      theirs: "Barn (Roofing 2)",
    });
    expect(textsOf("workflowIds", { former: [1, 3], mine: [1, 3, 4], theirs: [1] })).toEqual({
      former: "Windows & Doors",
      mine: "Windows & Doors",
      theirs: "without Windows & Doors",
    });
  });

  test("name a copy that both renamed", () => {
    const versions = { former: [copy(2, "")], mine: [copy(2, "Garage")], theirs: [copy(2, "Shed")] };
    expect(copiesOf(versions)).toEqual({
      former: "Roofing 2",
      mine: "Garage (Roofing 2)",
      theirs: "Shed (Roofing 2)",
    });
  });

  test("of two unsent ones are whole: one takes the other's place", () => {
    const barn = copy(2, "Barn");
    const unsent = { former: [barn], mine: [barn, copy(3, "Garage")], theirs: [] };
    expect(copiesOf(unsent, "unsent")).toEqual({
      former: "Barn (Roofing 2)",
      mine: "Barn (Roofing 2), Garage (Roofing 3)",
      theirs: "–",
    });
  });
});

describe("the head of the panel", () => {
  test.each([
    [0, "Everything is sent"],
    [1, "1 change on this device"],
    [5, "5 changes on this device"],
  ])("for %d changes reads %j", (count, text) => {
    expect(panelTitle(count)).toBe(text);
  });

  test.each([
    [
      { waitingCount: 3, needsYouCount: 2, noSignalSince: CHANGED },
      "No signal since 12:36 PM. 3 are sent automatically, 2 need you.",
    ],
    [{ waitingCount: 1, needsYouCount: 0, noSignalSince: null }, "1 is sent automatically."],
    [{ waitingCount: 0, needsYouCount: 1, noSignalSince: null }, "1 needs you."],
    [
      { waitingCount: 2, needsYouCount: 1, noSignalSince: null, isAppTooOld: true },
      "2 wait for a new version of the app, 1 needs you.",
    ],
    [
      { waitingCount: 0, needsYouCount: 0, noSignalSince: null },
      "Your changes are listed here until the server has them.",
    ],
  ])("says of %j: %j", (given, text) => {
    expect(panelSummary({ ...given, reader })).toBe(text);
  });
});

test("[MSG-01] the warning before a logout names the number of changes", () => {
  expect(unsyncedWarning(2)).toBe(
    "You have 2 unsynced change(s). Are you sure you want to logout? You will lose any unsynced changes.",
  );
});
