import { formatTime, ACTIVITY_KINDS, addDays, dayOf, type Activity, type ActivityKind } from "@ridgebook/contract";
import { describeActivity, KIND_LABELS } from "#features/config/activity/activity-texts.ts";
import { csvFile } from "#files/csv.ts";
import { placeOfZone } from "#ui/zone-names.ts";

/** The filters in the page's address. */
export interface ActivitySearch {
  readonly kind?: ActivityKind;
  readonly userId?: string;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly search?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const filled = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Parses the address, which may hold any text. */
export function activitySearch(address: Readonly<Record<string, unknown>>): ActivitySearch {
  const { userId, startDate, endDate, search } = address;
  const kind = ACTIVITY_KINDS.find((each) => each === address["kind"]);
  return {
    ...(kind && { kind }),
    ...(filled(userId) && /^\d{1,15}$/.test(userId) && { userId }),
    ...(filled(startDate) && DAY.test(startDate) && { startDate }),
    ...(filled(endDate) && DAY.test(endDate) && { endDate }),
    ...(filled(search) && { search: search.slice(0, 100) }),
  };
}

/** Repeated refusals within this time become one row. */
const REPEATED_WITHIN_MS = 10 * 60_000;

/** A row of the list: the newest of several equal ones, and their number. */
export interface ShownActivity {
  readonly row: Activity;
  readonly count: number;
}

const isRepeat = (row: Activity, newer: Activity): boolean =>
  row.kind === "refused" &&
  row.kind === newer.kind &&
  row.action === newer.action &&
  row.actorId === newer.actorId &&
  row.address === newer.address;

/** Merges equal refusals that follow each other within ten minutes. */
export function groupRepeats(rows: readonly Activity[]): ShownActivity[] {
  const shown: { row: Activity; count: number; lastTime: number }[] = [];
  for (const row of rows) {
    const time = Date.parse(row.time);
    const newest = shown.at(-1);
    if (newest && isRepeat(row, newest.row) && newest.lastTime - time <= REPEATED_WITHIN_MS) {
      newest.count += 1;
      newest.lastTime = time;
    } else shown.push({ row, count: 1, lastTime: time });
  }
  return shown.map(({ row, count }) => ({ row, count }));
}

export interface ActivityDay {
  /** "Today, Thursday, November 26". */
  readonly label: string;
  readonly rows: readonly ShownActivity[];
}

/** Groups rows by day of a time zone, and keeps their order, newest first. */
export function groupByDay(
  rows: readonly ShownActivity[],
  { timeZone, now }: { timeZone: string; now: Date },
): ActivityDay[] {
  const today = dayOf({ moment: now.getTime(), timeZone });
  const yesterday = addDays({ day: today, days: -1 });
  const label = (key: string): string => {
    const isOfThisYear = key.slice(0, 4) === today.slice(0, 4);
    const written = formatTime({
      time: `${key}T00:00:00Z`,
      timeZone: "UTC",
      weekday: "long",
      month: "long",
      day: "numeric",
      ...(!isOfThisYear && { year: "numeric" }),
    });
    if (key === today) return `Today, ${written}`;
    return key === yesterday ? `Yesterday, ${written}` : written;
  };
  const days: { key: string; label: string; rows: ShownActivity[] }[] = [];
  for (const shown of rows) {
    const key = dayOf({ moment: Date.parse(shown.row.time), timeZone });
    const last = days.at(-1);
    if (last?.key === key) last.rows.push(shown);
    else days.push({ key, label: label(key), rows: [shown] });
  }
  return days;
}

/** "2026-11-26 10:42:05", which spreadsheets sort and read as a time. */
function sortableTime(time: string, timeZone: string): string {
  const digits = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  const clock = formatTime({ time, timeZone, ...digits });
  return `${dayOf({ moment: Date.parse(time), timeZone })} ${clock}`;
}

/** The rows as a file for spreadsheets. Long texts are named, not included. */
export function activityCsv(rows: readonly Activity[], { timeZone, name }: { timeZone: string; name: string }): File {
  const head = [`Time (${placeOfZone(timeZone)})`, "Who", "Kind", "What", "Note", "From", "To", "Address", "Device"];
  const lines = rows.map((row) => {
    const { title, note = "", from = "", to = "" } = describeActivity(row);
    const who = row.isSuperAdmin ? `${row.actorName} (super admin)` : row.actorName;
    const { address, device } = row;
    return [sortableTime(row.time, timeZone), who, KIND_LABELS[row.kind], title, note, from, to, address, device];
  });
  return csvFile(name, [head, ...lines]);
}
