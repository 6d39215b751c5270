import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link, useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useCallback, useDeferredValue, useEffect, useRef } from "react";
import { groupLeadsByDay } from "#features/leads/group-leads-by-day.ts";
import { LeadCards } from "#features/leads/lead-cards.tsx";
import { LeadListFilters } from "#features/leads/lead-list-filters.tsx";
import {
  changeLeadListSearch,
  countFilters,
  isSortedByMeeting,
  leadListSearch,
  pageOf,
  pageSummary,
  sortOf,
  type LeadListSearch,
} from "#features/leads/lead-list-search.ts";
import classes from "#features/leads/lead-list.module.css";
import { LeadTable } from "#features/leads/lead-table.tsx";
import { useListPlace } from "#features/leads/list-place.ts";
import { agoText } from "#features/leads/meeting-text.ts";
import { useTypedText } from "#features/leads/typed-text.ts";
import { useBottomBar } from "#ui/use-bottom-bar.ts";
import { useLeadPage, type ShownLeads } from "#features/leads/use-lead-page.ts";
import { useKeptLeads } from "#features/leads/use-kept-leads.ts";
import { useListKeyboard } from "#features/leads/use-list-keyboard.ts";
import { useNow } from "#ui/use-now.ts";
import { useLocalData, useLocalQuery, useSyncStatus } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import type { LeadPage } from "#local-data/leads/leads.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Pagination } from "#ui/pagination.tsx";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { useIsPhone } from "#ui/use-is-phone.ts";

/** How long typing rests before the address and the server follow it. The device answers every letter. */
const ADDRESS_FOLLOWS_AFTER_MS = 250;

const SKELETON_ROWS = 12;
/** At least as many rows as a screen shows. */
const SCREENFUL = 30;

const newLead = { to: "/estimator/leads/$id/edit", params: { id: "new" } } as const;

/** The company's leads: searched, filtered, sorted and paged, all of it in the address (LEAD-01 to LEAD-09). */
export function LeadListPage() {
  const search = leadListSearch(useSearch({ strict: false }));
  const { text, typeText, leaveSearch, changeSearch } = useListAddress(search);
  const typed =
    text === (search.searchQuery ?? "") ? search : changeLeadListSearch({ search, changed: { searchQuery: text } });
  const shown = useLeadPage({ typed, settled: search });

  const navigate = useNavigate();
  const listRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const openNew = useCallback(() => void navigate(newLead), [navigate]);
  const rowCount = shown.answered === undefined ? undefined : shown.page?.data.length;
  useListKeyboard({ listRef, searchRef, rowCount, onNew: openNew });

  const isPhone = useIsPhone();
  const barRef = useBottomBar();
  const pages = shown.page && shown.page.totalCount > 0 && (
    <Pages page={shown.page} search={search} onPageChange={(page) => changeSearch({ page })} />
  );

  return (
    <div className={classes.page} data-ground="canvas">
      <div className={classes.head}>
        <PageHeader
          title="Leads"
          note={shown.page?.totalCount.toLocaleString("en-US")}
          actions={
            !isPhone && (
              <Button
                size="lg"
                renderRoot={(button) => <Link {...newLead} {...button} aria-keyshortcuts="n" />}
                leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
              >
                New lead
              </Button>
            )
          }
        />
      </div>
      <LeadListFilters
        search={typed}
        text={text}
        onType={typeText}
        onLeave={leaveSearch}
        onChange={(changed) => changeSearch(changed)}
        totalCount={shown.page?.totalCount}
        searchRef={searchRef}
      />
      <DeviceNote shown={shown} />
      {typed.pinned && <PinnedNote />}
      <div ref={listRef} className={classes.list}>
        <LeadList
          shown={shown}
          search={typed}
          onClear={() => changeSearch({ searchQuery: "", userId: "", startDate: "", endDate: "", pinned: "" })}
        />
      </div>
      {isPhone ? (
        <>
          {pages && <div className={classes.phonePages}>{pages}</div>}
          <div ref={barRef} className={classes.bar}>
            <Button
              size="lg"
              fullWidth
              renderRoot={(button) => <Link {...newLead} {...button} />}
              leftSection={<IconPlus size={20} stroke={1.75} aria-hidden />}
            >
              New lead
            </Button>
          </div>
        </>
      ) : (
        pages && (
          <div ref={barRef} className={classes.bar}>
            {pages}
          </div>
        )
      )}
    </div>
  );
}

/** The address as the one place of all choices, and the search text that runs a little ahead of it. */
function useListAddress(search: LeadListSearch) {
  const navigate = useNavigate();
  const { text, type, noteCommitted } = useTypedText(search.searchQuery ?? "");
  const typingTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const listPlace = useListPlace();
  useEffect(() => listPlace.remember(search), [listPlace, search]);
  useEffect(() => () => clearTimeout(typingTimer.current), []);

  const changeSearch = (
    changed: { [Name in keyof LeadListSearch]?: string | undefined },
    { replace = false }: { replace?: boolean } = {},
  ): void => {
    clearTimeout(typingTimer.current);
    const next = changeLeadListSearch({ search, changed: { searchQuery: text, ...changed } });
    if (changed.searchQuery !== undefined) type(changed.searchQuery);
    noteCommitted(next.searchQuery ?? "");
    void navigate({ to: "/estimator/leads", search: { ...next }, replace, resetScroll: changed.page !== undefined });
  };
  const typeText = (typedText: string): void => {
    type(typedText);
    clearTimeout(typingTimer.current);
    // One step in the history for a whole search would still be many on the way back: typing replaces.
    typingTimer.current = setTimeout(
      () => changeSearch({ searchQuery: typedText }, { replace: true }),
      ADDRESS_FOLLOWS_AFTER_MS,
    );
  };
  /** Whoever goes on to a lead at once comes back to the same search. */
  const leaveSearch = (): void => {
    if (text !== (search.searchQuery ?? "")) changeSearch({ searchQuery: text }, { replace: true });
  };
  return { text, typeText, leaveSearch, changeSearch };
}

function LeadList({ shown, search, onClear }: { shown: ShownLeads; search: LeadListSearch; onClear: () => void }) {
  const { timeZone } = useSession();
  const now = useNow();
  const isPhone = useIsPhone();
  const { page, answered } = shown;
  // A hundred new rows take too long for a key: a screenful comes first, the rest unless another key comes before it.
  const isWhole = useDeferredValue(answered) === answered;
  if (!page) {
    return (
      <Panel as="div">
        <SkeletonRows rows={SKELETON_ROWS} label="Loading leads" />
      </Panel>
    );
  }
  if (page.data.length === 0) {
    return (
      <Panel as="div" padding="none">
        <NoLeads page={page} search={search} onClear={onClear} />
      </Panel>
    );
  }
  const leads = isWhole ? page.data : page.data.slice(0, SCREENFUL);
  const sort = sortOf(search);
  const groups = isSortedByMeeting(sort)
    ? groupLeadsByDay({ leads, isLatestFirst: sort === "meeting-desc", timeZone, now })
    : undefined;
  const List = isPhone ? LeadCards : LeadTable;
  return (
    <Panel as="div" padding="none">
      <List leads={leads} groups={groups} now={now} />
    </Panel>
  );
}

function NoLeads({ page, search, onClear }: { page: LeadPage; search: LeadListSearch; onClear: () => void }) {
  if (page.totalCount > 0) {
    return (
      <EmptyState
        title="There is no such page."
        text={`The list has ${page.totalCount.toLocaleString("en-US")} leads.`}
        action={
          <Link to="/estimator/leads" search={{ ...changeLeadListSearch({ search, changed: {} }) }}>
            Go to the first page
          </Link>
        }
      />
    );
  }
  if (search.pinned && !search.searchQuery && countFilters(search) === 1) {
    return (
      <EmptyState
        title="No pinned leads"
        text="Pin a lead on its page, and all of it stays on this device: its estimates and documents too."
        action={
          <button type="button" className={classes.textButton} onClick={onClear}>
            Show all leads
          </button>
        }
      />
    );
  }
  if (search.searchQuery || countFilters(search) > 0) {
    return (
      <EmptyState
        title={search.searchQuery ? `No lead fits “${search.searchQuery.trim()}”.` : "No lead fits these filters."}
        text="Search by name, address, phone, e-mail or customer number. Fewer letters find more."
        action={
          <button type="button" className={classes.textButton} onClick={onClear}>
            Show all leads
          </button>
        }
      />
    );
  }
  return (
    <EmptyState
      title="No leads yet"
      text="A lead is a customer you visit and estimate for. It can be written without a signal; it is sent later."
      action={<Link {...newLead}>Add the first lead</Link>}
    />
  );
}

/** Says quietly that the page comes from the device; what went wrong at the server is said as well. */
function DeviceNote({ shown: { fromDevice, page, askAgain } }: { shown: ShownLeads }) {
  const now = useNow();
  if (!fromDevice || !page) return null;
  const { lastRefreshTime, problem } = fromDevice;
  const age = lastRefreshTime === null ? "" : ` Updated ${agoText({ since: lastRefreshTime, now })}.`;
  return (
    <p role="status" className={classes.note}>
      {problem ? `${problem.message} These leads are from this device.${age} ` : `From this device.${age}`}
      {problem && (
        <button type="button" className={classes.textButton} onClick={askAgain}>
          Try again
        </button>
      )}
    </p>
  );
}

/** Pinned leads are found on this device only: says how many of them have not come yet. */
function PinnedNote() {
  const localData = useLocalData();
  const { online } = useSyncStatus("online");
  const { pinnedIds, pinnedCount, isWhole } = useKeptLeads();
  const { value: hereIds } = useLocalQuery(
    "leads",
    async () => [...(await localData.leads.some([...pinnedIds])).keys()],
    [localData, pinnedIds],
  );
  const missing = hereIds === undefined ? 0 : pinnedCount - hereIds.filter((id) => isWhole(id)).length;
  if (missing <= 0) return null;
  const what = missing === 1 ? "1 pinned lead is" : `${String(missing)} pinned leads are`;
  return (
    <p role="status" className={classes.note}>
      {online ? `${what} being downloaded.` : `${what} not on this device with everything: they open with a signal.`}
    </p>
  );
}

function Pages({
  page: { offset, limit, totalCount, data },
  search,
  onPageChange,
}: {
  page: LeadPage;
  search: LeadListSearch;
  onPageChange: (page: string) => void;
}) {
  const router = useRouter();
  const pageCount = Math.max(1, Math.ceil(totalCount / limit));
  return (
    <Pagination
      page={Math.min(pageOf(search), pageCount)}
      pageCount={pageCount}
      onPageChange={(page) => onPageChange(String(page))}
      summary={pageSummary({ offset, count: data.length, totalCount })}
      pageHref={(page) =>
        router.buildLocation({
          to: "/estimator/leads",
          search: { ...changeLeadListSearch({ search, changed: { page: String(page) } }) },
        }).href
      }
    />
  );
}
