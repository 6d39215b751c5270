import { SETTINGS_FIELDS, type Activity, type UserId } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { activityCsv, activitySearch, groupByDay, groupRepeats } from "./activity-rows.ts";
import { describeActivity, laterText } from "./activity-texts.ts";
import { diffWords } from "./diff-words.ts";
import { settingLabel } from "./setting-labels.ts";

const row = (changed: Partial<Activity>): Activity => ({
  id: 1,
  time: "2026-11-26T15:42:00.000Z",
  actorId: 7 as UserId,
  actorName: "Ann Lee",
  isSuperAdmin: false,
  address: "203.0.113.24",
  device: "Chrome on Windows",
  kind: "settings",
  action: "changed",
  subject: "license",
  subjectName: "",
  member: "",
  from: null,
  to: null,
  isLong: false,
  details: {},
  later: null,
  ...changed,
});
const text = (changed: Partial<Activity>) => describeActivity(row(changed));

describe("[ACT-12] the text of a row of the activity", () => {
  test("names settings by their labels, and short values", () => {
    expect(text({ subject: "themeColor", from: "#2ab0da", to: "#1d5c3a" })).toEqual({
      title: "Theme color",
      from: "#2ab0da",
      to: "#1d5c3a",
    });
    expect(text({ subject: "showPaymentOptions", from: false, to: true })).toMatchObject({ from: "off", to: "on" });
    expect(text({ subject: "license", from: "", to: "2101" })).toMatchObject({ from: "nothing", to: "2101" });
    expect(text({ subject: "usageReportFrequency", from: 0, to: 2 })).toMatchObject({ from: "never", to: "monthly" });
  });

  test("every setting has a label, not its key", () => {
    expect(SETTINGS_FIELDS.map(settingLabel).filter((label) => !/^[A-Z]/.test(label))).toEqual([]);
  });

  test("[ACT-16] says of a test mail whether it was sent, and never that a later one changed or undid it", () => {
    const mail = { subject: "testMail", member: "sent", details: { isSent: true, email: "ann@x.test" } };
    expect(text(mail)).toEqual({ title: "Test mail", note: "Sent to ann@x.test" });
    expect(text({ ...mail, details: { isSent: false } })).toEqual({ title: "Test mail", note: "Not sent" });
    const later = { id: 2, time: "2026-11-26T15:43:00.000Z", actorName: "Bo Reed", isUndo: true };
    expect(laterText(row({ ...mail, later }), "UTC")).toBeUndefined();
  });

  test("[DOC-34] says which paper came in marked, and what the server found", () => {
    const found = "Number 2026-1125-HHHHHH is also on a contract of May 14, 2026 at 2:02:15 PM EDT.";
    expect(
      text({
        kind: "company",
        action: "added",
        member: "paper",
        subjectName: "Contract 2026-1125-HHHHHH",
        details: { found },
      }),
    ).toEqual({ title: "Marked: Contract 2026-1125-HHHHHH", note: found });
  });

  test("says of a file that it was replaced, and of long texts that they changed", () => {
    const file = { subject: "logoImage", from: "a".repeat(64), to: "b".repeat(64) };
    expect(text(file)).toEqual({ title: "Logo on light ground", note: "Replaced" });
    expect(text({ subject: "contractLegalText", isLong: true })).toEqual({
      title: "Legal text",
      note: "Text changed",
      isOpened: true,
    });
    const plans = { subject: "zeroInterest", from: {}, to: { a: { label: "12 months", months: 12 } } };
    expect(text(plans)).toMatchObject({ title: "Zero interest plans" });
  });

  test.each<[Partial<Activity>, string, string | undefined]>([
    [
      { kind: "secrets", subject: "smtpPassword", details: { isSet: true } },
      "SMTP password",
      "Replaced; neither value is kept here",
    ],
    [{ kind: "secrets", subject: "smtpPassword", details: { isSet: false } }, "SMTP password", "Removed"],
    [
      { kind: "users", action: "added", subjectName: "Paul Ferris", details: { role: "Admin", email: "p@x.test" } },
      "Paul Ferris",
      "Added as Admin, p@x.test",
    ],
    [
      { kind: "users", action: "removed", subjectName: "Paul Ferris", details: { takenOverBy: "Bo Reed", leads: 1 } },
      "Paul Ferris",
      "Deleted. Bo Reed took over 1 lead",
    ],
    [{ kind: "users", member: "active", to: false, subjectName: "Paul Ferris" }, "Paul Ferris", "Deactivated"],
    [
      { kind: "users", member: "role", from: "Admin", to: "User", subjectName: "Paul Ferris" },
      "Role of Paul Ferris",
      undefined,
    ],
    [
      { kind: "prices", action: "published", from: 13, to: 14, details: { fields: 23, source: "import", note: "" } },
      "Price book",
      "23 fields, from a spreadsheet",
    ],
    [
      { kind: "sections", member: "enabled", to: false, subjectName: "Gutters: Guards" },
      "Gutters: Guards",
      "Switched off",
    ],
    [{ kind: "company", action: "entered" }, "Company mode", "Entered"],
    [{ kind: "company", action: "read", member: "export" }, "Export of the company", "Downloaded"],
    [
      { kind: "company", action: "added", member: "leads", subjectName: "a.csv", details: { added: 1243, updated: 2 } },
      "Import of a.csv",
      "1,243 leads added, 2 updated",
    ],
    [{ kind: "company", action: "removed", member: "leads", subjectName: "a.csv" }, "Import of a.csv", "Undone"],
    [
      { kind: "refused", action: "signInRefused", details: { reason: "wrongCredentials" } },
      "Sign-in refused",
      "Wrong password",
    ],
  ])("%j", (changed, title, note) => {
    expect(text(changed)).toMatchObject({ title, ...(note !== undefined && { note }) });
  });

  test("[ACT-13] says what became of it since", () => {
    const later = { id: 2, time: "2026-11-26T14:10:00.000Z", actorName: "Bo Reed", isUndo: true };
    expect(laterText(row({ later }), "America/New_York")).toBe("Undone Nov 26, 9:10 AM");
    expect(laterText(row({ later: { ...later, isUndo: false } }), "America/New_York")).toBe(
      "Changed again Nov 26, 9:10 AM by Bo Reed",
    );
    expect(laterText(row({}), "America/New_York")).toBeUndefined();
  });
});

describe("the list of the activity", () => {
  test("[ACT-12] is by day of the company's time zone", () => {
    const rows = ["2026-11-26T15:00:00Z", "2026-11-26T05:00:00Z", "2026-11-26T04:59:59Z", "2025-12-31T12:00:00Z"].map(
      (time, id) => row({ id, time }),
    );
    const days = groupByDay(groupRepeats(rows), {
      timeZone: "America/New_York",
      now: new Date("2026-11-27T04:00:00Z"),
    });
    expect(days.map(({ label, rows: { length } }) => [label, length])).toEqual([
      ["Today, Thursday, November 26", 2],
      ["Yesterday, Wednesday, November 25", 1],
      ["Wednesday, December 31, 2025", 1],
    ]);
  });

  test("[ACT-14] puts refusals within ten minutes of each other together, and nothing else", () => {
    const refused = (minute: number, changed: Partial<Activity> = {}) =>
      row({
        id: 100 - minute,
        kind: "refused",
        action: "signInRefused",
        time: new Date(Date.UTC(2026, 10, 26, 12, 60 - minute)).toISOString(),
        ...changed,
      });
    const rows = [refused(1), refused(2), refused(12), refused(23), refused(24, { address: "198.51.100.7" }), row({})];
    expect(groupRepeats(rows).map(({ count }) => count)).toEqual([3, 1, 1, 1]);
    expect(groupRepeats([row({}), row({})]).map(({ count }) => count)).toEqual([1, 1]);
  });

  test("[ACT-12] reads from the address what it knows", () => {
    expect(
      activitySearch({ kind: "users", userId: "7", startDate: "2026-11-01", endDate: "", search: "theme" }),
    ).toEqual({
      kind: "users",
      userId: "7",
      startDate: "2026-11-01",
      search: "theme",
    });
    expect(activitySearch({ kind: "x", userId: "me", startDate: "today", search: 5 })).toEqual({});
  });

  test("[ACT-12] is saved as a CSV in which no cell is a formula", async () => {
    const file = activityCsv([row({ from: "=1+1", to: "2101" })], { timeZone: "America/New_York", name: "a.csv" });
    expect((await file.text()).split("\r\n")).toEqual([
      "Time (New York),Who,Kind,What,Note,From,To,Address,Device",
      "2026-11-26 10:42:00,Ann Lee,Settings,License,,'=1+1,2101,203.0.113.24,Chrome on Windows",
      "",
    ]);
  });
});

describe("[ACT-12] two versions of a text", () => {
  const marked = (before: string, after: string) => {
    const parts = diffWords(before, after);
    const write = (side: readonly { text: string; isChanged: boolean }[]): string =>
      side.map(({ text: part, isChanged }) => (isChanged ? `[${part}]` : part)).join("");
    return [write(parts.before), write(parts.after)];
  };

  test.each([
    ["at $62.00 a sheet.", "at $78.00 a sheet.", "at [$62.00 ]a sheet.", "at [$78.00 ]a sheet."],
    ["one two three", "one three", "one [two ]three", "one three"],
    ["same", "same", "same", "same"],
    ["", "new text", "", "[new text]"],
    [
      "at $62 a sheet. Work stops. Pets stay.",
      "at $78 a sheet, up to 6. Work stops.",
      "at [$62 ]a [sheet. ]Work stops. [Pets stay.]",
      "at [$78 ]a [sheet, up to 6. ]Work stops.",
    ],
    ["a b c d", "a x c y d", "a [b ]c d", "a [x ]c [y ]d"],
  ])("%j and %j", (before, after, left, right) => {
    expect(marked(before, after)).toEqual([left, right]);
  });

  test("of very long ones the middle counts as changed as a whole", () => {
    const [left] = marked(`a ${"x ".repeat(2000)}end`, `a ${"y ".repeat(2000)}end`);
    expect(left).toMatch(/^a \[x .*x \]end$/);
  });
});
