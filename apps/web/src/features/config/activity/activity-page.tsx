import { Button } from "@mantine/core";
import { ACTIVITY_KINDS, type ActivityKind } from "@ridgebook/contract";
import { IconDownload } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ActivityList } from "#features/config/activity/activity-list.tsx";
import {
  activityCsv,
  activitySearch,
  groupByDay,
  groupRepeats,
  type ActivitySearch,
} from "#features/config/activity/activity-rows.ts";
import { KIND_LABELS, valueText } from "#features/config/activity/activity-texts.ts";
import classes from "#features/config/activity/activity.module.css";
import { settingLabel } from "#features/config/activity/setting-labels.ts";
import { useActivity, useExportedActivity, useUndo } from "#features/config/activity/use-activity.ts";
import tables from "#features/config/config.module.css";
import { OfflineBanner } from "#features/config/offline-banner.tsx";
import { TwoVersions } from "#features/config/two-versions.tsx";
import { saveFile } from "#files/save-file.ts";
import { useAttempt } from "#forms/use-attempt.ts";
import { FirstReads, useFirstRead } from "#local-data/first-reads.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { countText } from "#ui/counted-text.ts";
import { DateTimeField } from "#ui/date-time-field.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { notices } from "#ui/notices/notices.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { nameOfZone } from "#ui/zone-names.ts";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { ViewLink, ViewLinks } from "#ui/view-links.tsx";

const PATH = "/config/activity";

/** The company's changes, newest first, with an undo for settings (company.md, "Activity"). */
export function ActivityPage() {
  return <FirstReads>{(areRead) => <ActivityView isComplete={areRead} />}</FirstReads>;
}

function ActivityView({ isComplete }: { isComplete: boolean }) {
  const { timeZone } = useSession();
  const search = activitySearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { startDate = "", endDate = "" } = search;
  const isTurned = startDate !== "" && endDate !== "" && endDate < startDate;
  const activity = useActivity(isTurned ? {} : search);
  useFirstRead(activity.isLoading);
  const readAll = useExportedActivity();
  const { undoing, conflict, undo, resolve } = useUndo();
  const { isBusy: isExporting, attempt } = useAttempt();

  const pages = activity.data?.pages ?? [];
  const rows = pages.flatMap(({ data }) => data);
  const [first] = pages;
  const change = (changed: ActivitySearch): void =>
    void navigate({ to: PATH, search: { ...search, ...changed }, replace: true, resetScroll: false });
  const hasFilters = Object.keys(search).length > 0;

  const exportCsv = () =>
    attempt(async () => {
      const { rows: all, isCut } = await readAll(search);
      saveFile(activityCsv(all, { timeZone, name: "activity.csv" }));
      if (isCut)
        notices.add({
          message: `The file has the newest ${countText(all.length)} rows. Choose fewer days for the others.`,
          type: "warning",
        });
    });

  return (
    <div className={`${tables.page} rb-titled-by-bar`}>
      <PageHeader
        title="Activity"
        note={`${nameOfZone(timeZone)}, kept for good`}
        actions={
          <Button
            variant="secondary"
            loading={isExporting}
            disabled={isTurned || rows.length === 0}
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
            onClick={() => void exportCsv()}
          >
            Export CSV
          </Button>
        }
      />
      <div className={tables.content} data-is-coming={!isComplete || undefined}>
        <OfflineBanner />
        <div className={classes.filters} role="search" aria-label="Activity">
          <div className={classes.search}>
            <SearchField
              label="Search"
              placeholder="Setting, person, value"
              maxLength={100}
              value={search.search ?? ""}
              onChange={(event) => change({ search: event.currentTarget.value })}
              onClear={() => change({ search: "" })}
            />
          </div>
          <div className={classes.person}>
            <SelectField
              label="Person"
              emptyLabel="Everybody"
              value={search.userId ?? ""}
              options={(first?.people ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(event) => change({ userId: event.currentTarget.value })}
            />
          </div>
          <DateTimeField
            kind="date"
            label="First day"
            value={startDate}
            onChange={(event) => change({ startDate: event.currentTarget.value })}
          />
          <DateTimeField
            kind="date"
            label="Last day"
            value={endDate}
            error={isTurned ? "The last day must not be before the first." : undefined}
            onChange={(event) => change({ endDate: event.currentTarget.value })}
          />
        </div>
        <Kinds search={search} counts={isTurned ? null : (first?.counts ?? null)} />
        {conflict && (
          <TwoVersions
            conflict={{ conflicts: conflict.conflicts }}
            labelOf={settingLabel}
            show={(name, value) => <span className={classes.version}>{valueText(name, value)}</span>}
            isSaving={undoing !== undefined}
            onResolve={(choices) => void resolve(choices)}
          />
        )}
        {!isTurned && (
          <Panel padding="none">
            {activity.isPending && <SkeletonRows rows={8} label="Loading the activity" />}
            {activity.isError && (
              <LoadFailure what="The activity" text={activity.error.message} onRetry={() => void activity.refetch()} />
            )}
            {activity.isSuccess && rows.length === 0 && <Nothing hasFilters={hasFilters} />}
            {activity.isSuccess && rows.length > 0 && (
              <ActivityList
                days={groupByDay(groupRepeats(rows), { timeZone, now: new Date() })}
                undoing={undoing}
                onUndo={(row) => void undo(row)}
              />
            )}
            {activity.hasNextPage && (
              <div className={classes.more}>
                <Button
                  variant="secondary"
                  loading={activity.isFetchingNextPage}
                  onClick={() => void activity.fetchNextPage()}
                >
                  Show older
                </Button>
              </div>
            )}
          </Panel>
        )}
      </div>
    </div>
  );
}

function Nothing({ hasFilters }: { hasFilters: boolean }) {
  if (!hasFilters)
    return (
      <EmptyState
        title="Nothing yet"
        text="What is changed in settings, users, prices and sections is listed here from now on, with who did it."
      />
    );
  return (
    <EmptyState
      title="Nothing changed in this time"
      action={
        <Link to={PATH} className="rb-action-link">
          Clear filters
        </Link>
      }
    />
  );
}

function Kinds({
  search: { kind: chosen, ...others },
  counts,
}: {
  search: ActivitySearch;
  /** After the other filters. */
  counts: Readonly<Record<ActivityKind, number>> | null;
}) {
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <ViewLinks label="Kind" className={classes.kinds}>
      {([undefined, ...ACTIVITY_KINDS] as const).map((kind) => (
        <ViewLink
          key={kind ?? "all"}
          to={PATH}
          search={{ ...others, ...(kind && { kind }) }}
          isShown={kind === chosen}
          count={counts ? countText(kind ? counts[kind] : (all ?? 0)) : undefined}
        >
          {kind ? KIND_LABELS[kind] : "All"}
        </ViewLink>
      ))}
    </ViewLinks>
  );
}
