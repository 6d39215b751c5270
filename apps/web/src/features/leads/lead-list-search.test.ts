import { describe, expect, test } from "vitest";
import {
  changeLeadListSearch,
  countFilters,
  leadListSearch,
  leadSortOptions,
  pageSummary,
  sortOf,
  toLeadListQuery,
} from "#features/leads/lead-list-search.ts";

describe("the list's address", () => {
  test("keeps what makes sense, and reads its own writing the same again", () => {
    const search = {
      searchQuery: "whit",
      userId: "7",
      startDate: "2026-05-14",
      endDate: "2026-06-30",
      sort: "meeting-asc",
      pinned: "yes",
      page: "3",
    };
    expect(leadListSearch(search)).toEqual(search);
    expect(leadListSearch({ ...leadListSearch(search) })).toEqual(search);
  });

  test.each([
    { given: "[LEAD-05] an unknown sort", search: { sort: "bogus" } },
    { given: "relevance without a question", search: { sort: "relevance" } },
    { given: "a salesperson that is no number", search: { userId: "dana" } },
    { given: "salesperson 0", search: { userId: "0" } },
    { given: "a day that does not exist", search: { startDate: "2026-02-30", endDate: "May 14" } },
    { given: "page 0", search: { page: "0" } },
    { given: "page 1, which is the default", search: { page: "1" } },
    { given: "a page of letters", search: { page: "two" } },
    { given: "a negative page", search: { page: "-2" } },
    { given: "spaces to search for", search: { searchQuery: "  " } },
    { given: "an unknown name", search: { color: "red" } },
    { given: "values that are no text", search: { searchQuery: ["a"], sort: null, page: {} } },
  ])("$given is left out", ({ search }) => {
    expect(leadListSearch(search)).toEqual({});
  });

  test("a space at the end of the search stays while a person goes on typing", () => {
    expect(leadListSearch({ searchQuery: "karen " })).toEqual({ searchQuery: "karen " });
  });

  test("another filter begins at the first page, another page keeps the filters", () => {
    const search = { userId: "7", page: "3" } as const;
    expect(changeLeadListSearch({ search, changed: { searchQuery: "a" } })).toEqual({ userId: "7", searchQuery: "a" });
    expect(changeLeadListSearch({ search, changed: { page: "4" } })).toEqual({ userId: "7", page: "4" });
    expect(changeLeadListSearch({ search, changed: { userId: "" } })).toEqual({});
  });

  test("a range of days counts as one filter", () => {
    expect(countFilters({})).toBe(0);
    expect(countFilters({ startDate: "2026-05-14", endDate: "2026-05-20" })).toBe(1);
    expect(countFilters({ userId: "7", endDate: "2026-05-20" })).toBe(2);
  });
});

describe("the question to device and server", () => {
  test("[LEAD-02] carries search, salesperson, days, limit, offset and sort", () => {
    const search = { searchQuery: "whit ", userId: "7", startDate: "2026-05-14", endDate: "2026-06-30", page: "3" };
    expect(toLeadListQuery(search)).toEqual({
      searchQuery: "whit",
      userId: 7,
      startDate: "2026-05-14",
      endDate: "2026-06-30",
      limit: 100,
      offset: 200, // two pages of 100 before the third
      sort: "relevance",
    });
  });

  test("[LEAD-03] the first request has limit 100 and offset 0", () => {
    expect(toLeadListQuery({})).toMatchObject({ limit: 100, offset: 0, searchQuery: "", sort: "name-asc" });
  });
});

describe("[LEAD-04] sorts", () => {
  test("seven while searching, six otherwise", () => {
    expect(leadSortOptions({ isSearching: true }).map(({ label }) => label)).toEqual([
      "Best match",
      "Name, A to Z",
      "Name, Z to A",
      "Company, A to Z",
      "Company, Z to A",
      "Meeting, soonest first",
      "Meeting, latest first",
    ]);
    expect(leadSortOptions({ isSearching: false }).map(({ value }) => value)).toEqual([
      "name-asc",
      "name-desc",
      "company-asc",
      "company-desc",
      "meeting-asc",
      "meeting-desc",
    ]);
  });

  test("the best match comes first while searching, unless another sort was chosen", () => {
    expect(sortOf({})).toBe("name-asc");
    expect(sortOf({ searchQuery: "whit" })).toBe("relevance");
    expect(sortOf({ searchQuery: "whit", sort: "meeting-asc" })).toBe("meeting-asc");
  });
});

describe("[LEAD-07] the count", () => {
  test.each([
    { offset: 0, count: 100, totalCount: 342, text: "1 – 100 of 342" },
    { offset: 300, count: 42, totalCount: 342, text: "301 – 342 of 342" },
    { offset: 0, count: 100, totalCount: 12_345, text: "1 – 100 of 12,345" },
    { offset: 0, count: 0, totalCount: 0, text: "0 of 0" },
  ])("$text", ({ text, ...page }) => {
    expect(pageSummary(page)).toBe(text);
  });
});
