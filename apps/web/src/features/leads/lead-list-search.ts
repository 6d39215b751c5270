import {
  effectiveLeadSort,
  LEAD_PAGE_SIZE,
  LEAD_SORTS,
  leadListQuery,
  type LeadListQuery,
  type LeadSort,
} from "@ridgebook/contract";
import { countText } from "#ui/counted-text.ts";

/** The list's query string. Values are text; missing ones have their default. */
export interface LeadListSearch {
  searchQuery?: string;
  userId?: string;
  /** Meeting days in the company's time zone: `2026-05-14`. */
  startDate?: string;
  endDate?: string;
  sort?: LeadSort;
  /** Excludes leads with these statuses, as `writeStatuses` writes them. */
  withoutStatus?: string;
  /** Only leads this person has pinned on this device. */
  pinned?: "yes";
  /** Present only if nothing else is, and the list would open on something else. */
  view?: "all";
  /** From 2 on; omitted on the first page. */
  page?: string;
}

const { userId: userIdRule, startDate: dayRule, withoutStatus: statusesRule } = leadListQuery.shape;

/** A patch of an address; "" removes a value. */
export type ChangedListSearch = { readonly [Name in keyof LeadListSearch]?: string | undefined };

/** "Sold,Contract%20sent": a status may contain a comma. */
export const writeStatuses = (statuses: readonly string[]): string => statuses.map(encodeURIComponent).join(",");

/** Empty for malformed text. */
export function readStatuses(text: string | undefined): readonly string[] {
  try {
    const statuses = text ? text.split(",").map(decodeURIComponent) : [];
    return statusesRule.safeParse(statuses).data ?? [];
  } catch {
    return [];
  }
}

const MAX_SEARCH_LENGTH = 200;
const MAX_PAGE = 1_000_000;

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

/** Parses a typed address: invalid values are dropped, the rest is kept (LEAD-05). */
export function leadListSearch(search: Record<string, unknown>): LeadListSearch {
  const searchQuery = textOf(search.searchQuery).slice(0, MAX_SEARCH_LENGTH);
  const userId = textOf(search.userId);
  const startDate = textOf(search.startDate);
  const endDate = textOf(search.endDate);
  const withoutStatus = readStatuses(textOf(search.withoutStatus));
  const sort = LEAD_SORTS.find((known) => known === search.sort);
  const page = /^[1-9]\d{0,6}$/.test(textOf(search.page)) ? Math.min(Number(search.page), MAX_PAGE) : 1;
  // "Best match" is never written: it is the default while searching, and unavailable otherwise.
  const isDefaultSort = sort === undefined || sort === "relevance" || sort === effectiveLeadSort({ searchQuery });
  return {
    ...(searchQuery.trim() !== "" && { searchQuery }),
    ...(userId !== "" && userIdRule.safeParse(userId).success && { userId }),
    ...(startDate !== "" && dayRule.safeParse(startDate).success && { startDate }),
    ...(endDate !== "" && dayRule.safeParse(endDate).success && { endDate }),
    ...(!isDefaultSort && { sort }),
    ...(withoutStatus.length > 0 && { withoutStatus: writeStatuses(withoutStatus) }),
    ...(search.pinned === "yes" && { pinned: "yes" }),
    ...(search.view === "all" && { view: "all" }),
    ...(page > 1 && { page: String(page) }),
  };
}

export const pageOf = (search: LeadListSearch): number => Number(search.page ?? 1);

/** The effective sort: the requested one if available, else the default (LEAD-04, LEAD-05). */
export const sortOf = ({ sort, searchQuery = "" }: LeadListSearch): LeadSort =>
  effectiveLeadSort({ sort, searchQuery });

/** The query for the device and the server (LEAD-02, LEAD-03). */
export const toLeadListQuery = (search: LeadListSearch): LeadListQuery =>
  leadListQuery.parse({
    searchQuery: search.searchQuery,
    userId: search.userId,
    startDate: search.startDate,
    endDate: search.endDate,
    ...(search.withoutStatus && { withoutStatus: readStatuses(search.withoutStatus) }),
    sort: sortOf(search),
    limit: LEAD_PAGE_SIZE,
    offset: (pageOf(search) - 1) * LEAD_PAGE_SIZE,
  });

/** Patches an address. The page resets unless it is part of the patch. */
export const changeLeadListSearch = ({
  search,
  changed,
}: {
  search: LeadListSearch;
  changed: ChangedListSearch;
}): LeadListSearch => leadListSearch({ ...search, page: undefined, ...changed });

/** The number of active filters, for the phone's filter button. A range of days is one. */
export const countFilters = ({ userId, startDate, endDate, withoutStatus, pinned }: LeadListSearch): number =>
  [userId, startDate ?? endDate, withoutStatus, pinned].filter(Boolean).length;

export const isSortedByMeeting = (sort: LeadSort): boolean => sort === "meeting-asc" || sort === "meeting-desc";

const SORT_LABELS: Record<LeadSort, string> = {
  relevance: "Best match",
  "name-asc": "Name, A to Z",
  "name-desc": "Name, Z to A",
  "company-asc": "Company, A to Z",
  "company-desc": "Company, Z to A",
  "meeting-asc": "Meeting, soonest first",
  "meeting-desc": "Meeting, latest first",
};

/** Seven sorts while searching, six otherwise: relevance needs a search (LEAD-04). */
export const leadSortOptions = ({ isSearching }: { isSearching: boolean }): { value: LeadSort; label: string }[] =>
  LEAD_SORTS.filter((sort) => isSearching || sort !== "relevance").map((value) => ({
    value,
    label: SORT_LABELS[value],
  }));

/** "1 – 100 of 342" */
export function pageSummary({
  offset,
  count,
  totalCount,
}: {
  offset: number;
  count: number;
  totalCount: number;
}): string {
  if (count === 0) return `0 of ${countText(totalCount)}`;
  return `${countText(offset + 1)} – ${countText(offset + count)} of ${countText(totalCount)}`;
}
