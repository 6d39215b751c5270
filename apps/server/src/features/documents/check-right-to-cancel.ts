import { type DocumentData, type Settings } from "@ridgebook/contract";
import { readMadeWith } from "@ridgebook/documents";
import { and, asc, eq } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { activity } from "#database/schema/event-tables.ts";

/* Whether a contract had to show the right to cancel, under the settings of its time. */

const SETTING = "showRightToCancel" satisfies keyof Settings;

/** Devices know the server clock's time of settings changes, the activity log the database's. */
const CLOCKS_DIFFER_MS = 60_000;

interface Change {
  readonly time: Date;
  readonly from: unknown;
  readonly to: unknown;
}

/** The setting's values at any time the device may mean, oldest first; without a time, all of them. */
export function valuesAround(
  time: Date | undefined,
  { changes, now }: { changes: readonly Change[]; now: boolean },
): readonly boolean[] {
  const [first] = changes;
  if (!first) return [now];
  const start = time ? time.getTime() - CLOCKS_DIFFER_MS : Number.NEGATIVE_INFINITY;
  const end = time ? time.getTime() + CLOCKS_DIFFER_MS : Number.POSITIVE_INFINITY;
  const versions = [
    { since: Number.NEGATIVE_INFINITY, value: first.from !== false },
    ...changes.map(({ time: since, to }) => ({ since: since.getTime(), value: to !== false })),
  ];
  return versions
    .filter(({ since }, index) => since <= end && (versions[index + 1]?.since ?? Number.POSITIVE_INFINITY) > start)
    .map(({ value }) => value);
}

/**
 * Whether the paper's settings print the right to cancel. The office may have changed them since: a signed paper is accepted if any
 * possible moment allows it.
 */
export async function showedRightToCancel(
  { db, companyId }: CompanyScope,
  { data, settings }: { data: DocumentData; settings: Pick<Settings, typeof SETTING> },
): Promise<boolean> {
  const changes = await db
    .select({ time: activity.time, from: activity.fromValue, to: activity.toValue })
    .from(activity)
    .where(and(eq(activity.companyId, companyId), eq(activity.kind, "settings"), eq(activity.subject, SETTING)))
    .orderBy(asc(activity.id));
  const known = readMadeWith(data)?.settingsTime;
  const time = known === undefined || known === null ? undefined : new Date(known);
  return valuesAround(time, { changes, now: settings[SETTING] }).every(Boolean);
}
