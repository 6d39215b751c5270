import { describe, expect, test } from "vitest";
import {
  changeAddress,
  keepOpening,
  parseOpening,
  placeOf,
  readOpeningText,
  USUAL_OPENING,
  viewOf,
  type ListOpening,
} from "#features/leads/lead-list-opening.ts";
import { toLeadListQuery, type ChangedListSearch } from "#features/leads/lead-list-search.ts";

const today = "2026-05-14";
const NEXT = USUAL_OPENING;
const ALL: ListOpening = { ...USUAL_OPENING, view: "all" };

const openAt = (named: Record<string, unknown>, opening = NEXT) => placeOf(named, { opening, today });
const change = (named: Record<string, unknown>, changed: ChangedListSearch, opening = NEXT) =>
  changeAddress(openAt(named, opening), { changed, opening });

describe("[LEAD-33] the opening view of the list", () => {
  test("an address that asks for nothing: meetings from today on, soonest first, without sold and lost leads", () => {
    const { search, isOpening } = openAt({});
    expect(isOpening).toBe(true);
    expect(toLeadListQuery(search)).toEqual({
      searchQuery: "",
      limit: 100,
      offset: 0,
      sort: "meeting-asc",
      startDate: "2026-05-14",
      withoutStatus: ["Sold", "Lost"],
    });
  });

  test("its pages are pages of the same", () => {
    expect(openAt({ page: "2" }).search).toMatchObject({ sort: "meeting-asc", startDate: today, page: "2" });
    expect(change({}, { page: "2", searchQuery: "" })).toEqual({ page: "2" });
  });

  test("a person who chose all leads gets the call's own default", () => {
    expect(toLeadListQuery(openAt({}, ALL).search)).toEqual({
      searchQuery: "",
      limit: 100,
      offset: 0,
      sort: "name-asc",
    });
  });

  test.each([{ userId: "7" }, { sort: "name-desc" }, { searchQuery: "whit" }, { view: "all" }])(
    "an address that asks for something is answered as before: %o",
    (named) => {
      expect(openAt(named)).toMatchObject({ isOpening: false, search: named });
    },
  );

  test("[LEAD-05] a sort that does not exist asks for the default sort", () => {
    expect(openAt({ sort: "bogus" })).toMatchObject({ isOpening: false, search: {} });
  });
});

describe("[LEAD-33] from the opening to other leads", () => {
  test("a search looks at all leads, and leads back when it is cleared", () => {
    expect(change({}, { searchQuery: "whit" })).toEqual({ searchQuery: "whit" });
    expect(change({ searchQuery: "whit" }, { searchQuery: "" })).toEqual({});
  });

  test("another filter or sort keeps the days and the statuses", () => {
    const kept = { startDate: today, withoutStatus: "Sold,Lost" };
    expect(change({}, { searchQuery: "", userId: "7" })).toEqual({ ...kept, sort: "meeting-asc", userId: "7" });
    expect(change({}, { searchQuery: "", sort: "name-asc" })).toEqual(kept);
  });

  test("the last filter that is taken out leaves all leads, which the address then says", () => {
    expect(change({ userId: "7" }, { searchQuery: "", userId: "" })).toEqual({ view: "all" });
    expect(change({ sort: "name-desc" }, { searchQuery: "", sort: "name-asc" })).toEqual({ view: "all" });
    expect(change({ userId: "7" }, { searchQuery: "", userId: "" }, ALL)).toEqual({});
  });

  test("the choice says which of the two is shown", () => {
    expect(viewOf(openAt({}), today)).toBe("next");
    expect(viewOf(openAt({ startDate: today, sort: "meeting-asc", userId: "7" }), today)).toBe("next");
    expect(viewOf(openAt({ view: "all" }), today)).toBe("all");
    expect(viewOf(openAt({}, ALL), today)).toBe("all");
    expect(viewOf(openAt({ searchQuery: "whit" }), today)).toBe(undefined);
  });
});

describe("[LEAD-34] the kept part of the choice", () => {
  test("belongs to a person in a company, and comes back", () => {
    const texts = new Map<string, string>();
    const storage = {
      read: (key: string) => texts.get(key) ?? "",
      keep: (key: string, text: string) => void texts.set(key, text),
    };
    const opening = { view: "all", withoutStatus: ["Closed, lost"] } as const;
    keepOpening(storage, "7 1", { ...opening, withoutStatus: [...opening.withoutStatus] });
    expect(parseOpening(readOpeningText(storage, "7 1"))).toEqual(opening);
    expect(parseOpening(readOpeningText(storage, "8 1"))).toEqual(USUAL_OPENING);
  });

  test.each(["", "{", "null", '{"view":"some"}'])("ignores text that the app did not write: %s", (text) => {
    expect(parseOpening(text)).toEqual(USUAL_OPENING);
  });

  test("a status with a comma stays one status in the address", () => {
    const address = change({ userId: "7" }, { searchQuery: "", withoutStatus: "Closed%2C%20lost,Sold" });
    expect(toLeadListQuery(openAt({ ...address }).search).withoutStatus).toEqual(["Closed, lost", "Sold"]);
    expect(openAt({ withoutStatus: "%" }).search).toEqual({});
  });
});
