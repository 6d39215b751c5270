import { Button } from "@mantine/core";
import { usagePersonName } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import tables from "#features/config/config.module.css";
import { OfflineBanner } from "#features/config/offline-banner.tsx";
import { SettingsPage } from "#features/config/settings-form/settings-page.tsx";
import { MAIL_SECTIONS } from "#features/config/usage-report/mail-settings.tsx";
import { salesCsv } from "#features/config/usage-report/sales-texts.ts";
import { SalesView } from "#features/config/usage-report/sales-view.tsx";
import { UsageChart } from "#features/config/usage-report/usage-chart.tsx";
import classes from "#features/config/usage-report/usage-report.module.css";
import { monthOf, usageCsv } from "#features/config/usage-report/usage-rows.ts";
import { UsageTable } from "#features/config/usage-report/usage-table.tsx";
import { saveFile } from "#files/save-file.ts";
import { useAttempt } from "#forms/use-attempt.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { DateTimeField } from "#ui/date-time-field.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { notices } from "#ui/notices/notices.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Panel } from "#ui/panel.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { ViewLink, ViewLinks } from "#ui/view-links.tsx";

interface Days {
  readonly startDate: string;
  readonly endDate: string;
}

const VIEWS = { usage: "Usage", sales: "Sales", mail: "By e-mail" } as const;
type View = keyof typeof VIEWS;

const isView = (view: unknown): view is View => typeof view === "string" && Object.hasOwn(VIEWS, view);

const PATH = "/config/usage-report";

function Views({ shown }: { shown: View }) {
  return (
    <ViewLinks label="Report" className={classes.views}>
      {Object.entries(VIEWS).map(([view, label]) => (
        <ViewLink key={view} to={PATH} search={{ view }} isShown={view === shown} replace={false}>
          {label}
        </ViewLink>
      ))}
    </ViewLinks>
  );
}

const daysError = ({ startDate, endDate }: Days): string | undefined =>
  startDate === "" || endDate === ""
    ? "Choose both days."
    : endDate < startDate
      ? "The last day must not be before the first."
      : undefined;

/** Activity in some days, sales, and the recipients of the report by mail (ROUTE-23, SET-14, SET-18). */
export function UsageReportPage() {
  const { timeZone } = useSession();
  const { view }: { view?: unknown } = useSearch({ strict: false });
  const [days, setDays] = useState<Days>(() => monthOf(new Date(), timeZone));
  const shown = isView(view) ? view : "usage";
  if (shown === "mail")
    return <SettingsPage title="Usage report" form="report" sections={MAIL_SECTIONS} intro={<Views shown={shown} />} />;
  return shown === "sales" ? (
    <SalesPage days={days} onChange={setDays} />
  ) : (
    <UsagePage days={days} onChange={setDays} />
  );
}

function DayFields({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  return (
    <>
      <DateTimeField
        kind="date"
        label="First day"
        value={days.startDate}
        onChange={(event) => onChange({ ...days, startDate: event.currentTarget.value })}
      />
      <DateTimeField
        kind="date"
        label="Last day"
        value={days.endDate}
        error={daysError(days)}
        onChange={(event) => onChange({ ...days, endDate: event.currentTarget.value })}
      />
    </>
  );
}

interface ReportProps {
  readonly days: Days;
  readonly onChange: (days: Days) => void;
}

function UsagePage({ days, onChange }: ReportProps) {
  const { timeZone, isOnline } = useSession();
  const client = useClient();
  const [chosen, setChosen] = useState("");
  const { isBusy: isSending, attempt } = useAttempt();
  const isRight = daysError(days) === undefined;
  const report = useQuery({
    queryKey: ["usage-report", days.startDate, days.endDate],
    queryFn: ({ signal }) => client.call("getUsageReport", { query: days }, { signal }),
    enabled: isRight,
  });
  const everybody = report.data?.people ?? [];
  const people = chosen === "" ? everybody : everybody.filter(({ userId }) => String(userId) === chosen);
  const isShown = isRight && report.isSuccess;
  const send = () =>
    attempt(async () => {
      const { emailAddress } = await client.call("sendUsageReport", { body: days });
      notices.add({ message: `The report of these days is on its way to ${emailAddress}.` });
    });
  return (
    <div className={`${tables.page} ${classes.page} rb-titled-by-bar`}>
      <PageHeader
        title="Usage report"
        actions={
          <>
            <Button
              variant="secondary"
              disabled={!isShown || !isOnline}
              loading={isSending}
              onClick={() => void send()}
            >
              Send me one now
            </Button>
            <Button variant="secondary" disabled={!isShown} onClick={() => window.print()}>
              Print
            </Button>
            <Button variant="secondary" disabled={!isShown} onClick={() => saveFile(usageCsv(people, days))}>
              Download CSV
            </Button>
          </>
        }
      />
      <Views shown="usage" />
      <div className={tables.content}>
        <OfflineBanner />
        <Panel>
          <div className={classes.filters}>
            <DayFields days={days} onChange={onChange} />
            <SelectField
              label="Salesperson"
              emptyLabel="Everybody"
              value={chosen}
              options={everybody.map((person) => ({ value: String(person.userId), label: usagePersonName(person) }))}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          </div>
          <p className={`rb-hint ${classes.note}`}>
            Leads, estimates and documents made in these days count for the salesperson of their lead. Signed value adds
            up contracts and change orders signed in them.
          </p>
        </Panel>
        {isRight && (
          <Panel padding="none">
            {report.isPending && <SkeletonRows rows={6} label="Loading the report" />}
            {report.isError && (
              <LoadFailure what="The report" text={report.error.message} onRetry={() => void report.refetch()} />
            )}
            {report.isSuccess &&
              (people.length === 0 ? (
                <EmptyState title="Nothing by this person in these days" text="Choose everybody, or other days." />
              ) : (
                <UsageTable people={people} timeZone={timeZone} />
              ))}
          </Panel>
        )}
        {isShown && people.length > 1 && (
          <Panel title="Chart">
            <UsageChart people={people} />
          </Panel>
        )}
      </div>
    </div>
  );
}

function SalesPage({ days, onChange }: ReportProps) {
  const client = useClient();
  const isRight = daysError(days) === undefined;
  const report = useQuery({
    queryKey: ["sales-report", days.startDate, days.endDate],
    queryFn: ({ signal }) => client.call("getSalesReport", { query: days }, { signal }),
    enabled: isRight,
  });
  return (
    <div className={`${tables.page} ${classes.page} rb-titled-by-bar`}>
      <PageHeader
        title="Usage report"
        actions={
          <>
            <Button variant="secondary" disabled={!report.isSuccess} onClick={() => window.print()}>
              Print
            </Button>
            <Button
              variant="secondary"
              disabled={!isRight || !report.isSuccess}
              onClick={() => report.data && saveFile(salesCsv(report.data, days))}
            >
              Download CSV
            </Button>
          </>
        }
      />
      <Views shown="sales" />
      <div className={tables.content}>
        <OfflineBanner />
        <Panel>
          <div className={classes.filters}>
            <DayFields days={days} onChange={onChange} />
          </div>
        </Panel>
        {isRight && report.isPending && (
          <Panel>
            <SkeletonRows rows={6} label="Loading the report" />
          </Panel>
        )}
        {isRight && report.isError && (
          <Panel padding="none">
            <LoadFailure what="The report" text={report.error.message} onRetry={() => void report.refetch()} />
          </Panel>
        )}
        {isRight && report.isSuccess && <SalesView report={report.data} />}
      </div>
    </div>
  );
}
