import { z } from "zod";
import {
  changeLeadListSearch,
  countFilters,
  leadListSearch,
  sortOf,
  writeStatuses,
  type ChangedListSearch,
  type LeadListSearch,
} from "#features/leads/lead-list-search.ts";
import type { KeptTexts } from "#ui/kept-texts.ts";

/*
 * What the list shows at an address without a query: upcoming meetings without closed leads, or all leads, as last chosen on this device.
 * The call keeps its specified default: the opening is an explicit query like any other.
 */

const listOpening = z.object({
  /** "next": today's meetings and later ones. */
  view: z.enum(["next", "all"]),
  /** Statuses that "next" excludes. */
  withoutStatus: z.array(z.string()),
});
export type ListOpening = z.infer<typeof listOpening>;

/** The default until the user chooses. */
export const USUAL_OPENING: ListOpening = { view: "next", withoutStatus: ["Sold", "Lost"] };

const keyOf = (owner: string): string => `ridgebook-lead-list/${owner}`;

/** Parses the choice that `keepOpening` wrote. */
export function parseOpening(text: string): ListOpening {
  try {
    return listOpening.safeParse(JSON.parse(text)).data ?? USUAL_OPENING;
  } catch {
    return USUAL_OPENING;
  }
}

/** @param owner the person and the company, since several people may share a tablet */
export const readOpeningText = (texts: Pick<KeptTexts, "read">, owner: string): string => texts.read(keyOf(owner));

export const keepOpening = (texts: Pick<KeptTexts, "keep">, owner: string, opening: ListOpening): void =>
  texts.keep(keyOf(owner), JSON.stringify(opening));

/** An address and what the list shows there. */
interface ListPlace {
  /** As written in the URL. */
  readonly address: LeadListSearch;
  /** The effective filters and sort. */
  readonly search: LeadListSearch;
  /** Whether those are the opening rather than the address's own. */
  readonly isOpening: boolean;
}

/**
 * @param named the address's values as typed: an unknown sort asks for the default sort, not for the opening
 * @param today `2026-05-14`, in the company's time zone
 */
export function placeOf(
  named: Readonly<Record<string, unknown>>,
  { opening, today }: { opening: ListOpening; today: string },
): ListPlace {
  const address = leadListSearch(named);
  const isOpening = opening.view === "next" && Object.keys(named).every((name) => name === "page");
  if (!isOpening) return { address, search: address, isOpening };
  const search = changeLeadListSearch({
    search: { sort: "meeting-asc", startDate: today, withoutStatus: writeStatuses(opening.withoutStatus) },
    changed: { page: address.page },
  });
  return { address, search, isOpening };
}

/**
 * The address after a change. A search started on the opening covers all leads, and returns to the opening when cleared; any other change
 * keeps the current filters, and clearing all filters shows all leads.
 */
export function changeAddress(
  { address, search, isOpening }: ListPlace,
  { changed, opening }: { changed: ChangedListSearch; opening: ListOpening },
): LeadListSearch {
  const names = Object.keys(changed).filter((name) => name !== "searchQuery");
  const isSearching = (changed.searchQuery ?? "").trim() !== "";
  const keepsOpening = isOpening && !isSearching && names.every((name) => name === "page");
  const from = keepsOpening ? address : isOpening && isSearching ? {} : search;
  const next = changeLeadListSearch({ search: from, changed });
  const isBare = Object.keys(next).every((name) => name === "page");
  return isBare && !keepsOpening && names.length > 0 && opening.view === "next" ? { ...next, view: "all" } : next;
}

/** Which of the two views the list shows; neither if it is filtered otherwise. */
export function viewOf({ search, isOpening }: ListPlace, today: string): ListOpening["view"] | undefined {
  const { searchQuery, startDate, endDate } = search;
  if (isOpening) return "next";
  if (searchQuery !== undefined) return undefined;
  if (startDate === today && endDate === undefined && sortOf(search) === "meeting-asc") return "next";
  return countFilters(search) === 0 ? "all" : undefined;
}
