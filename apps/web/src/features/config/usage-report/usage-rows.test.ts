import { DOCUMENT_KINDS, sumUsage, type DocumentKind, type UsageOfPerson, type UserId } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { monthOf, usageCsv } from "./usage-rows.ts";

const none = Object.fromEntries(DOCUMENT_KINDS.map((kind) => [kind, 0])) as Record<DocumentKind, number>;
const person = (changed: Partial<UsageOfPerson>): UsageOfPerson => ({
  userId: 1 as UserId,
  firstName: "Ann",
  lastName: "Lee",
  active: true,
  leads: 0,
  estimates: 0,
  documents: none,
  signedValue: 0,
  lastActivity: null,
  ...changed,
});

describe("the usage report", () => {
  test.each([
    { moment: "2026-05-14T12:00:00Z", startDate: "2026-05-01", endDate: "2026-05-31" },
    // Still February 28 in New York.
    { moment: "2026-03-01T04:59:59Z", startDate: "2026-02-01", endDate: "2026-02-28" },
    { moment: "2028-02-29T12:00:00Z", startDate: "2028-02-01", endDate: "2028-02-29" },
    { moment: "2027-01-01T04:00:00Z", startDate: "2026-12-01", endDate: "2026-12-31" },
  ])("[SET-18] begins with the company's month at $moment", ({ moment, startDate, endDate }) => {
    expect(monthOf(new Date(moment), "America/New_York")).toEqual({ startDate, endDate });
  });

  test("[SET-18] adds cents exactly", () => {
    const people = [person({ leads: 2, signedValue: 0.1 }), person({ leads: 3, signedValue: 0.2 })];
    expect(sumUsage(people)).toMatchObject({ leads: 5, signedValue: 0.3 });
  });

  test.each([
    { name: "=HYPERLINK(1)", cell: "'=HYPERLINK(1) Lee" },
    { name: "+1", cell: "'+1 Lee" },
    { name: "-1", cell: "'-1 Lee" },
    { name: "@SUM(A1)", cell: "'@SUM(A1) Lee" },
    { name: 'An "A", B', cell: '"An ""A"", B Lee"' },
    { name: "Ann", cell: "Ann Lee" },
  ])("[USAGE-02] writes $name as the cell $cell", async ({ name, cell }) => {
    const [, row] = (
      await usageCsv([person({ firstName: name })], { startDate: "2026-05-01", endDate: "2026-05-31" }).text()
    ).split("\r\n");
    expect(row).toBe(`${cell},0,0,${"0,".repeat(DOCUMENT_KINDS.length)}0.00,`);
  });
});
