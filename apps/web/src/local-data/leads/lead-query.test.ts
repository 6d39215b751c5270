import { EMPTY_LEAD, type UserId, type LeadFields, type LeadListQuery } from "@ridgebook/contract";
import { SEARCHED_LEADS, SEARCHES } from "@ridgebook/testing";
import { describe, expect, test } from "vitest";
import { findLeads, indexLead } from "./lead-query.ts";
import type { StoredLead } from "./stored-lead.ts";

const buildLead = (id: number, values: Partial<LeadFields>): StoredLead =>
  ({ ...EMPTY_LEAD, ...values, id }) as StoredLead;
const person = (id: number, firstName: string, lastName: string, more: Partial<LeadFields> = {}): StoredLead =>
  buildLead(id, { firstName, lastName, ...more });

const LEADS = [
  person(1, "Karen & Tom", "Whitfield", { street: "1847 Maple Ridge Dr", city: "Portage", phone: "+12695550114" }),
  person(2, "Luis", "Ortega", {
    email: "luis@ortega.test",
    customerNumber: "C-1042",
    meetingDate: "2026-05-15T03:30:00.000Z",
  }),
  person(3, "José", "Núñez", { company: "Whitby Homes", meetingDate: "2026-05-14T13:00:00.000Z" }),
  buildLead(4, { company: "Grace Lutheran Church", userId: 5 as UserId }),
  person(-2, "Amy", "Kowalski", { additionalSalesmanId: 5 as UserId }),
];

const ask = (query: Partial<LeadListQuery>): number[] =>
  findLeads({
    leads: LEADS.map(indexLead),
    query: { searchQuery: "", ...query },
    timeZone: "America/New_York",
  }).map(({ id }) => id);

describe("[LEAD-01] searching on the device", () => {
  test.each([
    { given: "the beginning of a first name", searchQuery: "kar", finds: [1] },
    { given: "a middle part of a name", searchQuery: "teg", finds: [2] },
    { given: "several words in any order", searchQuery: "whitfield karen", finds: [1] },
    { given: "phone digits", searchQuery: "5550114", finds: [1] },
    { given: "a phone number as it is written", searchQuery: "(269) 555-0114", finds: [1] },
    { given: "a phone number with country code", searchQuery: "+1 269 555 0114", finds: [1] },
    { given: "an e-mail", searchQuery: "luis@ortega", finds: [2] },
    { given: "a street", searchQuery: "maple ridge", finds: [1] },
    { given: "a customer number", searchQuery: "C-1042", finds: [2] },
    { given: "the digits of a customer number", searchQuery: "1042", finds: [2] },
    { given: "a name without its accents", searchQuery: "jose nunez", finds: [3] },
    { given: "a word begun by two leads, names first", searchQuery: "whit", finds: [3, 1] },
    { given: "two letters, which must begin a word", searchQuery: "or", finds: [2] },
    { given: "nothing that is there", searchQuery: "zzz", finds: [] },
  ])("finds by $given", ({ searchQuery, finds }) => {
    expect(ask({ searchQuery })).toEqual(finds);
  });
});

test.each(SEARCHES)("[LEAD-28] $typed finds on the device what it finds on the server: $finds", ({ typed, finds }) => {
  const leads = SEARCHED_LEADS.map((fields, id) => indexLead(buildLead(id, fields)));
  const found = findLeads({ leads, query: { searchQuery: typed }, timeZone: "America/New_York" });
  expect(found.map(({ lastName }) => lastName).toSorted()).toEqual([...finds].toSorted());
});

describe("orders and filters", () => {
  test("[LEAD-04] by name: last name first, a company where there is no person", () => {
    expect(ask({ sort: "name-asc" })).toEqual([4, -2, 3, 2, 1]);
    expect(ask({ sort: "name-desc" })).toEqual([1, 2, 3, -2, 4]);
  });

  test("[LEAD-05] relevance without a search falls back to the name", () => {
    expect(ask({ sort: "relevance" })).toEqual(ask({ sort: "name-asc" }));
  });

  test("[LEAD-06] undated meetings sort as year 9999", () => {
    expect(ask({ sort: "meeting-asc" }).slice(0, 2)).toEqual([3, 2]);
    expect(ask({ sort: "meeting-desc" }).slice(-2)).toEqual([2, 3]);
  });

  test("[LEAD-02] by user: the first or the second salesperson", () => {
    expect(ask({ userId: 5 as UserId })).toEqual([4, -2]);
  });

  test("[LEAD-34] leads with a status that is left out are not listed", () => {
    const leads = [person(1, "Ann", "Adams", { leadStatus: "Sold" }), person(2, "Bea", "Bell", { leadStatus: "New" })];
    const query = { searchQuery: "", withoutStatus: ["Sold", "Lost"] };
    const found = findLeads({ leads: leads.map(indexLead), query, timeZone: "America/New_York" });
    expect(found.map(({ id }) => id)).toEqual([2]);
  });

  test("[LEAD-02] by day: days in the company's time zone, first and last included", () => {
    // 2026-05-15 03:30 UTC is still May 14 in New York.
    expect(ask({ startDate: "2026-05-14", endDate: "2026-05-14", sort: "meeting-asc" })).toEqual([3, 2]);
    expect(ask({ startDate: "2026-05-15" })).toEqual([]);
  });
});
