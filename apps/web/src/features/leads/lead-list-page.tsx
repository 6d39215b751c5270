import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback, useDeferredValue, useRef } from "react";
import { groupLeadsByDay } from "#features/leads/group-leads-by-day.ts";
import { LeadCards } from "#features/leads/lead-cards.tsx";
import { LeadListFilters } from "#features/leads/lead-list-filters.tsx";
import type { ListOpening } from "#features/leads/lead-list-opening.ts";
import {
  countFilters,
  isSortedByMeeting,
  pageOf,
  pageSummary,
  sortOf,
  type ChangedListSearch,
  type LeadListSearch,
} from "#features/leads/lead-list-search.ts";
import classes from "#features/leads/lead-list.module.css";
import { LeadTable } from "#features/leads/lead-table.tsx";
import { agoText } from "#features/leads/meeting-text.ts";
import { useEstimateTotals } from "#features/leads/use-estimate-totals.ts";
import { useListAddress } from "#features/leads/use-list-address.ts";
import { countText } from "#ui/counted-text.ts";
import { TextButton } from "#ui/text-button.tsx";
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
import { useDensity } from "#ui/theme/density.ts";
import { useIsPhone } from "#ui/use-is-phone.ts";

const SKELETON_ROWS = 12;
/** In pixels: the least height above the first lead, and of a lead. They bound the number of leads on a screen. */
const ABOVE_LEADS = 140;
const ROW_HEIGHTS = { field: 52, office: 40 } as const;
const CARD_HEIGHT = 76;
const NO_LEADS: LeadPage["data"] = [];

const newLead = { to: "/estimator/leads/$id/edit", params: { id: "new" } } as const;

/** The company's leads: searched, filtered, sorted and paged, all in the address (LEAD-01 to LEAD-09). */
export function LeadListPage() {
  const address = useListAddress();
  const { search, typed, changeSearch } = address;
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
    <Pages
      page={shown.page}
      search={search}
      addressOf={address.addressOf}
      onPageChange={(page) => changeSearch({ page })}
    />
  );

  const views = <ViewChoice shown={address.view} onChoose={address.chooseView} />;

  return (
    <div className={classes.page} data-ground="canvas">
      <div className="rb-hidden-on-phone">
        <PageHeader
          title="Leads"
          note={shown.page && countText(shown.page.totalCount)}
          actions={
            !isPhone && (
              <>
                {views}
                <Button
                  size="lg"
                  renderRoot={(button) => <Link {...newLead} {...button} aria-keyshortcuts="n" />}
                  leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
                >
                  New lead
                </Button>
              </>
            )
          }
        />
      </div>
      <LeadListFilters
        search={typed}
        text={address.text}
        onType={address.typeText}
        onLeave={address.leaveSearch}
        onChange={(changed) => changeSearch(changed)}
        // The search covers all leads, while the number is that of the next meetings.
        totalCount={address.isOpening ? undefined : shown.page?.totalCount}
        searchRef={searchRef}
      />
      {isPhone && views}
      <DeviceNote shown={shown} />
      {typed.pinned && <PinnedNote />}
      <div ref={listRef} className={classes.list}>
        <LeadList
          shown={shown}
          search={typed}
          isOpening={address.isOpening && !typed.searchQuery}
          firstPage={address.addressOf({ page: "" })}
          onClear={() => address.chooseView("all")}
        />
      </div>
      {isPhone ? (
        <>
          {pages && <div className={classes.phonePages}>{pages}</div>}
          <div ref={barRef} className={`rb-bar ${classes.bar}`}>
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
          <div ref={barRef} className={`rb-bar ${classes.bar}`}>
            {pages}
          </div>
        )
      )}
    </div>
  );
}

const VIEWS = [
  { view: "next", label: "Today and next" },
  { view: "all", label: "All leads" },
] as const;

/** Switches between the two views, and remembers the choice. */
function ViewChoice({
  shown,
  onChoose,
}: {
  shown: ListOpening["view"] | undefined;
  onChoose: (view: ListOpening["view"]) => void;
}) {
  return (
    <div role="group" aria-label="Leads to show" className={classes.views}>
      {VIEWS.map(({ view, label }) => (
        <button
          key={view}
          type="button"
          className={classes.view}
          aria-pressed={shown === view}
          onClick={() => onChoose(view)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

interface LeadListProps {
  shown: ShownLeads;
  search: LeadListSearch;
  /** The address has no query: the next meetings. */
  isOpening: boolean;
  /** The address of the first page. */
  firstPage: LeadListSearch;
  onClear: () => void;
}

function LeadList({ shown, search, isOpening, firstPage, onClear }: LeadListProps) {
  const { timeZone } = useSession();
  const now = useNow();
  const isPhone = useIsPhone();
  const { density } = useDensity();
  const { page, answered } = shown;
  // Rendering a hundred new rows is too slow for a keystroke: a screenful is rendered first, and the rest unless another key comes first.
  const isWhole = useDeferredValue(answered) === answered;
  const screenful = Math.ceil((window.innerHeight - ABOVE_LEADS) / (isPhone ? CARD_HEIGHT : ROW_HEIGHTS[density]));
  const leads = (isWhole ? page?.data : page?.data.slice(0, Math.max(1, screenful))) ?? NO_LEADS;
  const totalOf = useEstimateTotals({ leads, told: shown.newestTotals });
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
        <NoLeads page={page} search={search} isOpening={isOpening} firstPage={firstPage} onClear={onClear} />
      </Panel>
    );
  }
  const sort = sortOf(search);
  const groups = isSortedByMeeting(sort)
    ? groupLeadsByDay({ leads, isLatestFirst: sort === "meeting-desc", timeZone, now })
    : undefined;
  const List = isPhone ? LeadCards : LeadTable;
  return (
    <Panel as="div" padding="none">
      <List leads={leads} groups={groups} now={now} totalOf={totalOf} />
    </Panel>
  );
}

function NoLeads({
  page,
  search,
  isOpening,
  firstPage,
  onClear,
}: {
  page: LeadPage;
  search: LeadListSearch;
  isOpening: boolean;
  firstPage: LeadListSearch;
  onClear: () => void;
}) {
  const localData = useLocalData();
  const { lastRefreshTime } = useSyncStatus("lastRefreshTime");
  const { value: leadsHere } = useLocalQuery("leads", () => localData.leads.count(), [localData]);
  const hasLeads = leadsHere !== 0 || lastRefreshTime === null;
  const showAll = (
    <TextButton isInText onClick={onClear}>
      Show all leads
    </TextButton>
  );
  if (page.totalCount > 0) {
    return (
      <EmptyState
        title="There is no such page."
        text={`The list has ${countText(page.totalCount)} leads.`}
        action={
          <Link to="/estimator/leads" search={{ ...firstPage }}>
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
        action={showAll}
      />
    );
  }
  if (isOpening && hasLeads) {
    return (
      <EmptyState
        title="No meetings from today on"
        text="Leads whose meeting is over, that have none, or that are sold or lost are among all leads."
        action={showAll}
      />
    );
  }
  if (!isOpening && (search.searchQuery || countFilters(search) > 0)) {
    return (
      <EmptyState
        title={search.searchQuery ? `No lead fits “${search.searchQuery.trim()}”.` : "No lead fits these filters."}
        text="Search by name, address, phone, e-mail or customer number. Fewer letters find more."
        action={showAll}
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

/** A quiet note that the page is local, with the server's error. */
function DeviceNote({ shown: { fromDevice, page, askAgain } }: { shown: ShownLeads }) {
  const now = useNow();
  if (!fromDevice || !page) return null;
  const { lastRefreshTime, problem } = fromDevice;
  const age = lastRefreshTime === null ? "" : ` Updated ${agoText({ since: lastRefreshTime, now })}.`;
  return (
    <p role="status" className={`rb-hint ${classes.note}`}>
      {problem ? `${problem.message} These leads are from this device.${age} ` : `From this device.${age}`}
      {problem && (
        <TextButton isInText onClick={askAgain}>
          Try again
        </TextButton>
      )}
    </p>
  );
}

/** Pinned leads are only searched on this device: says how many are not downloaded yet. */
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
    <p role="status" className={`rb-hint ${classes.note}`}>
      {online ? `${what} being downloaded.` : `${what} not on this device with everything: they open with a signal.`}
    </p>
  );
}

function Pages({
  page: { offset, limit, totalCount, data },
  search,
  addressOf,
  onPageChange,
}: {
  page: LeadPage;
  search: LeadListSearch;
  addressOf: (changed: ChangedListSearch) => LeadListSearch;
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
          search: { ...addressOf({ page: String(page) }) },
        }).href
      }
    />
  );
}
