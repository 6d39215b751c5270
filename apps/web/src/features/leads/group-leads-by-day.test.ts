import { describe, expect, test } from "vitest";
import { groupLeadsByDay } from "#features/leads/group-leads-by-day.ts";

const timeZone = "America/New_York";
const now = Date.parse("2026-05-14T16:00:00Z");
const at = (meetingDate: string | null) => ({ meetingDate });

describe("leads grouped by day", () => {
  test("by the company's days, in the order of the list", () => {
    // 3:00 UTC on May 15 is still the evening of May 14 in New York.
    const leads = [
      at("2026-05-14T13:00:00Z"),
      at("2026-05-15T03:00:00Z"),
      at("2026-05-15T12:30:00Z"),
      at(null),
      at(null),
    ];
    const groups = groupLeadsByDay({ leads, isLatestFirst: false, timeZone, now });
    expect(groups.map(({ title, leads: members }) => [title, members.length])).toEqual([
      ["Today, Thursday, May 14", 2],
      ["Tomorrow, Friday, May 15", 1],
      ["No meeting yet", 2],
    ]);
    expect(groups.flatMap(({ leads: members }) => members)).toEqual(leads);
  });

  test("[LEAD-06] latest first begins with the leads that have no meeting", () => {
    const leads = [at(null), at("2026-05-14T13:00:00Z"), at("2026-05-12T13:00:00Z")];
    const groups = groupLeadsByDay({ leads, isLatestFirst: true, timeZone, now });
    expect(groups.map(({ day }) => day)).toEqual(["", "2026-05-14", "2026-05-12"]);
  });

  test("a lead added on this device is listed under its day", () => {
    const added = at("2026-05-15T14:00:00Z");
    const leads = [added, at("2026-05-14T13:00:00Z"), at("2026-05-15T12:30:00Z")];
    const groups = groupLeadsByDay({ leads, isLatestFirst: false, timeZone, now });
    expect(groups.map(({ day }) => day)).toEqual(["2026-05-14", "2026-05-15"]);
    expect(groups[1]?.leads[1]).toBe(added);
  });

  test("no leads, no groups", () => {
    expect(groupLeadsByDay({ leads: [], isLatestFirst: false, timeZone, now })).toEqual([]);
  });
});
