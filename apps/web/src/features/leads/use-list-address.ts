import { dayOf } from "@ridgebook/contract";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useSyncExternalStore } from "react";
import {
  changeAddress,
  keepOpening,
  parseOpening,
  placeOf,
  readOpeningText,
  viewOf,
  type ListOpening,
} from "#features/leads/lead-list-opening.ts";
import { readStatuses, type ChangedListSearch, type LeadListSearch } from "#features/leads/lead-list-search.ts";
import { useListPlace } from "#features/leads/list-place.ts";
import { useTypedText } from "#features/leads/typed-text.ts";
import { useSession } from "#server-client/session-context.tsx";
import { keptTexts } from "#ui/kept-texts.ts";
import { useNow } from "#ui/use-now.ts";

/** The debounce of typing before the address and the server follow. The device answers every letter. */
const ADDRESS_FOLLOWS_AFTER_MS = 250;

/** The address as the source of all choices, the opening as its default, and the search text, which is slightly ahead. */
export function useListAddress() {
  const navigate = useNavigate();
  const { timeZone } = useSession();
  const today = dayOf({ moment: useNow(), timeZone });
  const listPlace = useListPlace();
  const openingText = useSyncExternalStore(keptTexts.subscribe, () => readOpeningText(keptTexts, listPlace.owner));
  const opening = parseOpening(openingText);
  const place = placeOf(useSearch({ strict: false }), { opening, today });
  const { address, search } = place;
  const { text, type, noteCommitted } = useTypedText(search.searchQuery ?? "");
  const typingTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => listPlace.remember(address), [listPlace, address]);
  useEffect(() => () => clearTimeout(typingTimer.current), []);

  const addressOf = (changed: ChangedListSearch): LeadListSearch =>
    changeAddress(place, { changed: { searchQuery: text, ...changed }, opening });
  const goTo = (next: LeadListSearch, { replace = false, resetScroll = false } = {}): void => {
    clearTimeout(typingTimer.current);
    noteCommitted(next.searchQuery ?? "");
    void navigate({ to: "/estimator/leads", search: { ...next }, replace, resetScroll });
  };
  const open = (changed: Partial<ListOpening>): void => {
    keepOpening(keptTexts, listPlace.owner, { ...opening, ...changed });
    type("");
    goTo({});
  };
  const changeSearch = (changed: ChangedListSearch, options: { replace?: boolean } = {}): void => {
    const { withoutStatus } = changed;
    // The opening's excluded statuses are stored per person, not in the address.
    if (place.isOpening && withoutStatus !== undefined) {
      open({ withoutStatus: [...readStatuses(withoutStatus)] });
      return;
    }
    const next = addressOf(changed);
    if (changed.searchQuery !== undefined) type(changed.searchQuery);
    goTo(next, { ...options, resetScroll: changed.page !== undefined });
  };
  const typeText = (typedText: string): void => {
    type(typedText);
    clearTimeout(typingTimer.current);
    // Typing replaces the history entry, so that a search takes no extra steps back.
    typingTimer.current = setTimeout(
      () => changeSearch({ searchQuery: typedText }, { replace: true }),
      ADDRESS_FOLLOWS_AFTER_MS,
    );
  };
  /** Flushes the search, so that going back from a lead returns to it. */
  const leaveSearch = (): void => {
    if (text !== (search.searchQuery ?? "")) changeSearch({ searchQuery: text }, { replace: true });
  };
  const typed = text === (search.searchQuery ?? "") ? search : placeOf({ ...addressOf({}) }, { opening, today }).search;
  return {
    search,
    typed,
    text,
    addressOf,
    typeText,
    leaveSearch,
    changeSearch,
    isOpening: place.isOpening,
    view: viewOf(place, today),
    /** Switches the view, which the list then opens on. */
    chooseView: (view: ListOpening["view"]) => open({ view }),
  };
}
