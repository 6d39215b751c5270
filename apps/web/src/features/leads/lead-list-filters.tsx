import { Button } from "@mantine/core";
import { addDays, dayOf, LEAD_SORTS, LEAD_STATUSES } from "@ridgebook/contract";
import {
  IconAdjustmentsHorizontal,
  IconCalendar,
  IconPin,
  IconPinFilled,
  IconProgressCheck,
} from "@tabler/icons-react";
import type { RefObject } from "react";
import {
  countFilters,
  leadSortOptions,
  readStatuses,
  sortOf,
  writeStatuses,
  type ChangedListSearch,
  type LeadListSearch,
} from "#features/leads/lead-list-search.ts";
import classes from "#features/leads/lead-list.module.css";
import { dayRangeText } from "#features/leads/meeting-text.ts";
import { useTypedText } from "#features/leads/typed-text.ts";
import { countedText } from "#ui/counted-text.ts";
import { useNow } from "#ui/use-now.ts";
import { useSalespeople } from "#features/leads/use-salespeople.ts";
import { useSession } from "#server-client/session-context.tsx";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { DateTimeField } from "#ui/date-time-field.tsx";
import { PopUp } from "#ui/pop-up.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { useIsPhone } from "#ui/use-is-phone.ts";

interface FilterProps {
  search: LeadListSearch;
  onChange: (changed: ChangedListSearch) => void;
}

/** Search, filters and sort: a line on a wide page; on a phone the search, and a button for the rest. */
export function LeadListFilters({
  search,
  text,
  onType,
  onLeave,
  onChange,
  totalCount,
  searchRef,
}: FilterProps & {
  text: string;
  onType: (text: string) => void;
  onLeave: () => void;
  totalCount: number | undefined;
  searchRef: RefObject<HTMLInputElement | null>;
}) {
  const isPhone = useIsPhone();
  return (
    <div className={classes.toolbar} data-ground={isPhone ? "surface" : "canvas"} role="search" aria-label="Leads">
      <div className={classes.search}>
        <SearchField
          ref={searchRef}
          aria-label="Search leads"
          aria-keyshortcuts="/"
          placeholder={
            isPhone
              ? totalCount === undefined || text !== ""
                ? "Search leads"
                : `Search ${countedText(totalCount, "lead")}`
              : "Name, address, phone, customer number"
          }
          value={text}
          onChange={(event) => onType(event.currentTarget.value)}
          onBlur={onLeave}
          onClear={() => {
            onChange({ searchQuery: "" });
            searchRef.current?.focus();
          }}
        />
      </div>
      {isPhone ? (
        <FilterSheet search={search} onChange={onChange} totalCount={totalCount} />
      ) : (
        <>
          <div className={classes.person}>
            <SalespersonFilter search={search} onChange={onChange} aria-label="Salesperson" />
          </div>
          <MeetingFilter search={search} onChange={onChange} />
          <StatusFilter search={search} onChange={onChange} />
          <PinnedFilter search={search} onChange={onChange} />
          <div className={classes.sort}>
            <span className={`rb-hint ${classes.sortLabel}`} aria-hidden>
              Sort
            </span>
            <SortChoice search={search} onChange={onChange} aria-label="Sort" />
          </div>
        </>
      )}
    </div>
  );
}

type LabelProps = { label: string } | { "aria-label": string };

function SalespersonFilter({ search, onChange, ...label }: FilterProps & LabelProps) {
  const { options } = useSalespeople();
  const chosen = search.userId === undefined ? [] : [Number(search.userId)];
  return (
    <SelectField
      {...label}
      emptyLabel="All salespeople"
      options={options(chosen)}
      value={search.userId ?? ""}
      onChange={(event) => onChange({ userId: event.currentTarget.value })}
    />
  );
}

function SortChoice({ search, onChange, ...label }: FilterProps & LabelProps) {
  const isSearching = search.searchQuery !== undefined;
  return (
    <SelectField
      {...label}
      options={leadSortOptions({ isSearching })}
      value={sortOf(search)}
      onChange={(event) => {
        const { value } = event.currentTarget;
        const sort = LEAD_SORTS.find((known) => known === value);
        if (sort) onChange({ sort });
      }}
    />
  );
}

function MeetingFilter({ search, onChange }: FilterProps) {
  const { timeZone } = useSession();
  const text = dayRangeText({ ...datesOf(search), today: dayOf({ moment: useNow(), timeZone }) });
  return (
    <PopUp
      label="Meeting date"
      buttonClassName={classes.fieldButton}
      buttonLabel={`Meeting date: ${text}`}
      button={
        <>
          <IconCalendar size={18} stroke={1.75} aria-hidden />
          <span>{text}</span>
        </>
      }
    >
      {() => <MeetingDays search={search} onChange={onChange} />}
    </PopUp>
  );
}

function StatusFilter({ search, onChange }: FilterProps) {
  const text = statusesText(readStatuses(search.withoutStatus));
  return (
    <PopUp
      label="Status"
      buttonClassName={classes.fieldButton}
      buttonLabel={`Status: ${text}`}
      button={
        <>
          <IconProgressCheck size={18} stroke={1.75} aria-hidden />
          <span>{text}</span>
        </>
      }
    >
      {() => <Statuses search={search} onChange={onChange} />}
    </PopUp>
  );
}

/** "All statuses", "Not Sold or Lost", "Without 3 statuses" */
function statusesText(without: readonly string[]): string {
  if (without.length === 0) return "All statuses";
  if (without.length > 2) return `Without ${String(without.length)} statuses`;
  return `Not ${without.map(statusName).join(" or ")}`;
}

const statusName = (status: string): string => status || "no status";

/** The default statuses and those of leads on this device; leads with checked ones are shown. */
function Statuses({ search, onChange }: FilterProps) {
  const localData = useLocalData();
  const { value: here = [] } = useLocalQuery("leads", () => localData.leads.statuses(), [localData]);
  const without = readStatuses(search.withoutStatus);
  const others = [...here, ...without].toSorted((one, other) => one.localeCompare(other));
  return (
    <div className={classes.statuses}>
      {[...new Set<string>([...LEAD_STATUSES, ...others])].map((status) => (
        <CheckboxField
          key={status}
          label={statusName(status)}
          checked={!without.includes(status)}
          onChange={(event) => {
            const isShown = event.currentTarget.checked;
            const left = isShown ? without.filter((each) => each !== status) : [...without, status];
            onChange({ withoutStatus: writeStatuses(left) });
          }}
        />
      ))}
    </div>
  );
}

function PinnedFilter({ search, onChange }: FilterProps) {
  const isOn = search.pinned !== undefined;
  const Icon = isOn ? IconPinFilled : IconPin;
  return (
    <button
      type="button"
      className={classes.fieldButton}
      aria-pressed={isOn}
      onClick={() => onChange({ pinned: isOn ? "" : "yes" })}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
      <span>Pinned</span>
    </button>
  );
}

const datesOf = ({ startDate, endDate }: LeadListSearch) => ({ startDate, endDate });

/** The first and last day of meetings, and the two most used ranges. */
function MeetingDays({ search, onChange }: FilterProps) {
  const { timeZone } = useSession();
  const today = dayOf({ moment: useNow(), timeZone });
  const ranges = [
    { label: "Today", startDate: today, endDate: today },
    { label: "Next 7 days", startDate: today, endDate: addDays({ day: today, days: 6 }) },
    { label: "Any date", startDate: "", endDate: "" },
  ];
  return (
    <div className={classes.days}>
      <DayField
        label="From"
        value={search.startDate ?? ""}
        max={search.endDate}
        onCommit={(startDate) => onChange({ startDate })}
      />
      <DayField
        label="To"
        value={search.endDate ?? ""}
        min={search.startDate}
        onCommit={(endDate) => onChange({ endDate })}
      />
      <div className={`rb-buttons ${classes.ranges}`}>
        {ranges.map(({ label, ...range }) => (
          <Button
            key={label}
            variant={
              range.startDate === (search.startDate ?? "") && range.endDate === (search.endDate ?? "")
                ? "outline"
                : "secondary"
            }
            aria-pressed={range.startDate === (search.startDate ?? "") && range.endDate === (search.endDate ?? "")}
            onClick={() => onChange(range)}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** While a year is typed, browsers report 0002 and 0020 first. */
const isWholeDay = (day: string): boolean => day === "" || /^[12]\d{3}-/.test(day);

function DayField({
  label,
  value,
  min,
  max,
  onCommit,
}: {
  label: string;
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onCommit: (day: string) => void;
}) {
  const { text, type, noteCommitted } = useTypedText(value);
  return (
    <DateTimeField
      kind="date"
      label={label}
      value={text}
      {...(min !== undefined && { min })}
      {...(max !== undefined && { max })}
      onChange={(event) => {
        const { value: day, validity } = event.currentTarget;
        type(day);
        if (validity.badInput || !isWholeDay(day) || day === value) return;
        noteCommitted(day);
        onCommit(day);
      }}
    />
  );
}

function FilterSheet({ search, onChange, totalCount }: FilterProps & { totalCount: number | undefined }) {
  const count = countFilters(search);
  return (
    <PopUp
      isSheet
      label="Filter and sort"
      buttonClassName={`rb-square rb-filled ${classes.filterButton}`}
      buttonLabel={count === 0 ? "Filter and sort" : `Filter and sort, ${countedText(count, "filter")} set`}
      button={
        <>
          <IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden />
          {count > 0 && (
            <span className={classes.filterCount} aria-hidden>
              {count}
            </span>
          )}
        </>
      }
    >
      {(closing) => (
        <div className={classes.sheet}>
          <SortChoice search={search} onChange={onChange} label="Sort" />
          <SalespersonFilter search={search} onChange={onChange} label="Salesperson" />
          <PinnedFilter search={search} onChange={onChange} />
          <fieldset className={classes.fieldset}>
            <legend className="rb-group">Meeting</legend>
            <MeetingDays search={search} onChange={onChange} />
          </fieldset>
          <fieldset className={classes.fieldset}>
            <legend className="rb-group">Status</legend>
            <Statuses search={search} onChange={onChange} />
          </fieldset>
          <Button size="lg" fullWidth {...closing}>
            {totalCount === undefined ? "Show leads" : `Show ${countedText(totalCount, "lead")}`}
          </Button>
        </div>
      )}
    </PopUp>
  );
}
