import { Button } from "@mantine/core";
import { usagePersonName } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import tables from "#features/config/config.module.css";
import { OfflineBanner } from "#features/config/offline-banner.tsx";
import classes from "#features/config/usage-report/usage-report.module.css";
import { monthOf, usageCsv } from "#features/config/usage-report/usage-rows.ts";
import { UsageTable } from "#features/config/usage-report/usage-table.tsx";
import { saveFile } from "#files/save-file.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { DateTimeField } from "#ui/date-time-field.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";

/** Who did how much in some days (ROUTE-23, SET-18). */
export function UsageReportPage() {
  const { timeZone } = useSession();
  const client = useClient();
  const [{ startDate, endDate }, setDays] = useState(() => monthOf(new Date(), timeZone));
  const [chosen, setChosen] = useState("");
  const error =
    startDate === "" || endDate === ""
      ? "Choose both days."
      : endDate < startDate
        ? "The last day must not be before the first."
        : undefined;
  const report = useQuery({
    queryKey: ["usage-report", startDate, endDate],
    queryFn: ({ signal }) => client.call("getUsageReport", { query: { startDate, endDate } }, { signal }),
    enabled: error === undefined,
  });
  const everybody = report.data?.people ?? [];
  const people = chosen === "" ? everybody : everybody.filter(({ userId }) => String(userId) === chosen);
  const isShown = error === undefined && report.isSuccess;
  return (
    <div className={`${tables.page} ${classes.page}`}>
      <PageHeader
        title="Usage report"
        actions={
          <>
            <Button variant="secondary" disabled={!isShown} onClick={() => window.print()}>
              Print
            </Button>
            <Button
              variant="secondary"
              disabled={!isShown}
              onClick={() => saveFile(usageCsv(people, { startDate, endDate }))}
            >
              Download CSV
            </Button>
          </>
        }
      />
      <div className={tables.content}>
        <OfflineBanner />
        <Panel>
          <div className={classes.filters}>
            <DateTimeField
              kind="date"
              label="First day"
              value={startDate}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setDays((before) => ({ ...before, startDate: value }));
              }}
            />
            <DateTimeField
              kind="date"
              label="Last day"
              value={endDate}
              error={error}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setDays((before) => ({ ...before, endDate: value }));
              }}
            />
            <SelectField
              label="Salesperson"
              emptyLabel="Everybody"
              value={chosen}
              options={everybody.map((person) => ({ value: String(person.userId), label: usagePersonName(person) }))}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          </div>
          <p className={classes.note}>
            Leads, estimates and documents made in these days count for the salesperson of their lead. Signed value adds
            up contracts and change orders signed in them.
          </p>
        </Panel>
        {error === undefined && (
          <Panel padding="none">
            {report.isPending && <SkeletonRows rows={6} label="Loading the report" />}
            {report.isError && <EmptyState title="The report could not be loaded" text={report.error.message} />}
            {report.isSuccess &&
              (people.length === 0 ? (
                <EmptyState title="Nothing by this person in these days" text="Choose everybody, or other days." />
              ) : (
                <UsageTable people={people} timeZone={timeZone} />
              ))}
          </Panel>
        )}
      </div>
    </div>
  );
}
