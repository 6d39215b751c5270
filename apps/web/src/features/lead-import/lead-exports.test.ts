import { describe, expect, test } from "vitest";
import { readExport } from "./testing/read-export.ts";

/* Files as other products write them. The zone of the company is New York: UTC−4 in summer, UTC−5 in winter. */

test("[IMPORT-20][IMPORT-23][IMPORT-25] Excel's CSV with semicolons in Windows-1252: days first by one date, a lost zero and February 31 are problems", async () => {
  const { file, leads } = await readExport("excel-windows-1252-semicolons.csv");
  expect(file.readAs).toBe("Windows-1252, semicolons");
  expect(file.columns).toEqual([
    "lastNameFirst",
    "street",
    "city",
    "state",
    "zipCode",
    "phone",
    "email",
    "leadStatus",
    "changedTime",
  ]);
  // 13.04.2026 cannot have a month 13, so 03.04.2026 is April 3.
  expect(file.dates).toEqual({ order: "day", unclear: "03.04.2026", isDecided: true });
  expect(file.problems.map(({ row, column, message, value }) => [row, column, message, value])).toEqual([
    [4, 4, "A zip code has 5 digits", "1930"],
    [4, 8, "February 2026 has 28 days. The other rows are day/month/year.", "31.02.2026"],
  ]);
  expect(leads.map(({ row, fields, changedTime }) => ({ row, ...fields, changedTime }))).toEqual([
    {
      row: 2,
      firstName: "Renée",
      lastName: "Müller",
      street: "12 Côte Rd; Unit 4",
      city: "Kalamazoo",
      state: "MI",
      zipCode: "49001",
      phone: "+12695550111",
      email: "renee.muller@example.com",
      leadStatus: "New",
      changedTime: "2026-04-03T04:00:00.000Z",
    },
    {
      row: 3,
      firstName: "Pat",
      lastName: "O’Dell",
      street: "7 Birch Ln",
      city: "Portage",
      state: "MI",
      zipCode: "49002-1234",
      phone: "+12695550112",
      leadStatus: "Contacted",
      changedTime: "2026-04-13T04:00:00.000Z",
    },
    {
      row: 4,
      company: "Smith & Sons LLC",
      street: "400 Main St",
      city: "Paw Paw",
      state: "MI",
      phone: "+12695550113",
      email: "office@example.com",
      leadStatus: "Sold",
      changedTime: null,
    },
    {
      row: 5,
      firstName: "Ana",
      lastName: "Núñez",
      street: "19 Elm Ct",
      city: "Mattawan",
      state: "MI",
      zipCode: "49071",
      phone: "+12695550114",
      email: "ana@example.com",
      leadStatus: "New",
      changedTime: "2026-05-05T04:00:00.000Z",
    },
  ]);
});

test("[IMPORT-21][IMPORT-24] Google's CSV: two columns of one name by their cells, an extension, a blank row, cells that look like formulas", async () => {
  const { file, leads } = await readExport("google-sheets-utf8.csv");
  expect(file.readAs).toBe("UTF-8, commas");
  expect(file.columns).toEqual([
    "firstName",
    "lastName",
    "street",
    "cityStateZip",
    "phone",
    "mobilePhone",
    "email",
    "description",
  ]);
  expect(file.previews[3]).toBe("Kalamazoo · MI · 49001");
  expect([file.rowCount, file.leadCount]).toEqual([5, 5]);
  expect(leads.map(({ row, fields }) => ({ row, ...fields }))).toEqual([
    {
      row: 2,
      firstName: "Jo",
      lastName: "Baker",
      street: "55 Oak St\nApt 2",
      city: "Kalamazoo",
      state: "MI",
      zipCode: "49001",
      phone: "+12695550121",
      email: "jo.baker@example.com",
      description: 'Wants "the good" shingles\ncall after 5',
    },
    {
      row: 3,
      firstName: "Jo",
      lastName: "Baker",
      street: "55 Oak St., Apt. 2",
      city: "Kalamazoo",
      state: "MI",
      zipCode: "49001",
      phone: "+12695550121",
      email: "JO.BAKER@EXAMPLE.COM",
      description: "same person twice",
    },
    {
      row: 4,
      firstName: "Li",
      lastName: "王",
      street: "8 Lake Dr",
      city: "Three Rivers",
      state: "MI",
      zipCode: "49093",
      phone: "+12695550122",
      phoneExtension: "14",
      mobilePhone: "+12695550199",
      email: "li.w@example.com",
    },
    {
      row: 6,
      firstName: "Ray",
      street: "1 Hill Rd",
      city: "Vicksburg",
      state: "MI",
      description: "no area code; bad e-mail",
    },
    {
      row: 7,
      firstName: '=HYPERLINK("http://example.com")',
      lastName: "Formula",
      street: "2 Hill Rd",
      city: "Vicksburg",
      state: "MI",
      zipCode: "49097",
      phone: "+12695550124",
      email: "f@example.com",
      description: "+1+1",
    },
  ]);
  expect(file.problems.map(({ row, column, message }) => [row, column, message])).toEqual([
    [6, 4, "The area code is missing: a phone number has 10 digits"],
    [6, 6, "E-mail must be a valid e-mail address."],
  ]);
});

test("[IMPORT-20][IMPORT-25] Excel's Unicode text: UTF-16 with tabs, meetings in the company's time zone, and noon is a problem", async () => {
  const { file, leads } = await readExport("excel-unicode-text.txt");
  expect(file.readAs).toBe("UTF-16, tabs");
  expect(file.columns).toEqual(["fullName", "street", "city", "state", "zipCode", "mobilePhone", "meetingDate"]);
  expect(leads.map(({ fields }) => [fields.firstName, fields.lastName, fields.meetingDate])).toEqual([
    // 5:30 PM is 21:30 UTC in April.
    ["Dee", "Fox", "2026-04-06T21:30:00.000Z"],
    ["Sam", "Lee", "2026-04-07T13:00:00.000Z"],
    ["Kim", "Roe", undefined],
  ]);
  expect(file.problems).toEqual([{ row: 4, column: 6, message: "This isn’t a date.", value: "noon", skipsRow: false }]);
  // 4/6/2026 may be June 4, and no other date decides.
  expect(file.dates).toEqual({ order: "month", unclear: "4/6/2026 5:30 PM", isDecided: false });
});

test("[IMPORT-24][IMPORT-26] a CRM's CSV: its ids and times are kept, an unknown owner and unknown statuses are mapped once", async () => {
  const { file, leads } = await readExport("crm-export-bom.csv");
  expect(file.heads[0]).toBe("Record Id");
  expect(file.heads.flatMap((head, index) => (file.columns[index] === undefined ? [head] : []))).toEqual([
    "Secondary Email",
    "Lead Source",
    "Country",
    "Created Time",
    "Tag",
  ]);
  expect(leads.map(({ externalId, changedTime }) => [externalId, changedTime])).toEqual([
    // 10:00 is 15:00 UTC in February; in March after the 8th, 11:30 is 15:30.
    ["zcrm_5770001", "2026-02-03T15:00:00.000Z"],
    ["zcrm_5770002", "2026-02-01T13:20:00.000Z"],
    ["zcrm_5770001", "2026-03-09T15:30:00.000Z"],
  ]);
  expect(file.unknownOwners).toEqual([{ text: "Nobody Here", count: 1 }]);
  expect(file.unknownStatuses).toEqual([
    { text: "Contact in Future", count: 1 },
    { text: "Lost Lead", count: 1 },
    { text: "Contacted", count: 1 },
  ]);
  expect(leads.map(({ fields: { userId, leadStatus, company } }) => [userId, leadStatus, company])).toEqual([
    [7, "Contact in Future", undefined],
    [null, "Lost", "Roth Dental"],
    [7, "Contacted", undefined],
  ]);
  expect(file.problems).toEqual([]);

  const mapped = await readExport("crm-export-bom.csv", {
    owners: { "Nobody Here": 7 as never },
    statuses: { "Contact in Future": "New", "Lost Lead": "Lost", Contacted: "Appointment set" },
  });
  expect(mapped.leads.map(({ fields: { userId, leadStatus } }) => [userId, leadStatus])).toEqual([
    [7, "New"],
    [7, "Lost"],
    [7, "Appointment set"],
  ]);
});

describe("[IMPORT-22][IMPORT-23][IMPORT-25] a job tracker's CSV", () => {
  test("has its addresses split, both owners kept, markup as text, and the offset of odd hours said", async () => {
    const { file, leads } = await readExport("job-tracker.csv");
    expect(file.columns).toEqual([
      "customerNumber",
      undefined,
      "lastNameFirst",
      "address",
      "phone",
      "leadStatus",
      undefined,
      "description",
      "meetingDate",
    ]);
    expect(file.previews[3]).toBe("221 W Main St · Lawton · MI · 49065");
    expect(leads.map(({ row, fields }) => ({ row, ...fields }))).toEqual([
      {
        row: 2,
        customerNumber: "1042",
        firstName: "Lou and Gia",
        lastName: "Hart",
        street: "221 W Main St",
        city: "Lawton",
        state: "MI",
        zipCode: "49065",
        phone: "+12695550151",
        leadStatus: "Sold",
        description: "Gate code 4411",
        // The first 1:30 AM of November 1 is daylight time, UTC−4.
        meetingDate: "2026-11-01T05:30:00.000Z",
      },
      {
        row: 3,
        customerNumber: "1043",
        firstName: "Tim",
        lastName: "Vale",
        street: "PO Box 9",
        city: "Decatur",
        state: "MI",
        zipCode: "49045",
        phone: "+12695550152",
        leadStatus: "New",
        // 2:30 AM by the clock before, UTC−5, is 7:30 UTC: 3:30 AM of daylight time.
        meetingDate: "2027-03-14T07:30:00.000Z",
      },
    ]);
    expect(file.notes.map(({ row, message }) => [row, message])).toEqual([
      [2, "The clock shows 1:30 AM twice on this day: the first is taken, UTC−4."],
      [3, "The clocks skip 2:30 AM on this day: taken as 3:30 AM, UTC−4."],
    ]);
    expect(file.problems.map(({ row, column, message, skipsRow }) => [row, column, message, skipsRow])).toEqual([
      [4, 2, "A lead needs a last name or a company", true],
      [5, 2, "Last name must have at most 100 characters.", true],
    ]);
  });

  test("is corrected cell by cell, and a row can be skipped", async () => {
    const { file, leads } = await readExport("job-tracker.csv", {
      corrections: { "5:2": "Long, Ann" },
      skippedRows: [4],
    });
    expect(file.problems).toEqual([]);
    expect(leads.map(({ row }) => row)).toEqual([2, 3, 5]);
  });
});
