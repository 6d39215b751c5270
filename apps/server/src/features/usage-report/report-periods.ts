import { LOCALE, REPORT_FREQUENCIES } from "@ridgebook/contract";

/* Days are texts such as "2026-05-14", without a time zone. */

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/** The report is in the inbox when the office opens. */
const SENT_FROM_HOUR = 7;

export interface ReportDays {
  readonly startDate: string;
  /** Inclusive. */
  readonly endDate: string;
}

const toTime = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
const addDays = (day: string, days: number): string => toDay(toTime(day) + days * DAY_MS);

/** Adds months, clamped to the month's last day: January 31, February 28, March 31. */
function addMonths(day: string, months: number): string {
  const start = new Date(toTime(day));
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return toDay(Date.UTC(year, month, Math.min(start.getUTCDate(), lastOfMonth)));
}

/** The number of months between two days, ignoring the day of the month. */
const monthsBetween = (from: string, to: string): number => {
  const number = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return number(to) - number(from);
};

/** The latest period that has ended by a day, counted from another; undefined during the first one. */
export function lastEndedPeriod({
  frequency,
  from,
  today,
}: {
  frequency: number;
  from: string;
  today: string;
}): ReportDays | undefined {
  const isMonthly = frequency === REPORT_FREQUENCIES.monthly;
  const startOf = (period: number): string => (isMonthly ? addMonths(from, period) : addDays(from, period * WEEK_DAYS));
  let current = isMonthly
    ? monthsBetween(from, today)
    : Math.floor((toTime(today) - toTime(from)) / DAY_MS / WEEK_DAYS);
  if (startOf(current) > today) current -= 1;
  if (current < 1) return undefined;
  return { startDate: startOf(current - 1), endDate: addDays(startOf(current), -1) };
}

/** Cached: creating a format is far slower than using it, and the hourly job needs one per company. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const [year, others] = ["numeric", "2-digit"] as const;
  const format = new Intl.DateTimeFormat(LOCALE, {
    timeZone,
    year,
    month: others,
    day: others,
    hour: others,
    hourCycle: "h23",
  });
  formats.set(timeZone, format);
  return format;
}

function localDayAndHour(moment: Date, timeZone: string): { day: string; hour: number } {
  const parts = formatOf(timeZone)
    .formatToParts(moment)
    .map(({ type, value }) => [type, value] as const);
  const { year, month, day, hour } = Object.fromEntries(parts) as Record<"year" | "month" | "day" | "hour", string>;
  return { day: `${year}-${month}-${day}`, hour: Number(hour) };
}

/** The day for due reports: before seven in the morning it is still the previous day. */
function reportDay(now: Date, timeZone: string): string {
  const { day, hour } = localDayAndHour(now, timeZone);
  return hour < SENT_FROM_HOUR ? addDays(day, -1) : day;
}

/**
 * The period whose report is due. Periods count from the start date, or else from the day on which the frequency was set; earlier ones are
 * not sent. The start date is a day; its time is ignored.
 */
export function duePeriod({
  frequency,
  startDate,
  since,
  now,
  timeZone,
}: {
  frequency: number;
  startDate: string | null;
  since: Date;
  now: Date;
  timeZone: string;
}): ReportDays | undefined {
  const setOn = localDayAndHour(since, timeZone).day;
  const period = lastEndedPeriod({
    frequency,
    from: startDate === null ? setOn : startDate.slice(0, 10),
    today: reportDay(now, timeZone),
  });
  return period && period.endDate >= setOn ? period : undefined;
}
