import {
  ACTIVITY_KINDS,
  foldedWords,
  MAX_LISTED_VALUE,
  type Activity,
  type ActivityAction,
  type ActivityKind,
  type UserId,
} from "@ridgebook/contract";
import { sql, type SQL } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { endOfDay, startOfDay } from "#database/day-limits.ts";

interface ActivityFilters {
  readonly kind?: ActivityKind | undefined;
  readonly userId?: UserId | undefined;
  /** Inclusive days in the time zone. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly search?: string | undefined;
  readonly timeZone: string;
}

/** A row's position in the list. */
export interface Place {
  readonly time: Date;
  readonly id: number;
}

export interface ActivityRow extends Omit<Activity, "time" | "device"> {
  readonly time: Date;
  readonly userAgent: string;
}

interface StoredRow extends Record<string, unknown> {
  id: string;
  time: Date | string;
  actor_id: string | null;
  actor_name: string;
  is_super_admin: boolean;
  address: string;
  user_agent: string;
  kind: ActivityKind;
  action: ActivityAction;
  subject: string;
  subject_name: string;
  member: string;
  is_long: boolean;
  from_value: Activity["from"];
  to_value: Activity["to"];
  details: Activity["details"];
  later: (Omit<NonNullable<Activity["later"]>, "time"> & { time: string }) | null;
}

const toRow = (row: StoredRow): ActivityRow => ({
  id: Number(row.id),
  time: new Date(row.time),
  actorId: row.actor_id === null ? null : (Number(row.actor_id) as UserId),
  actorName: row.actor_name,
  isSuperAdmin: row.is_super_admin,
  address: row.address,
  userAgent: row.user_agent,
  kind: row.kind,
  action: row.action,
  subject: row.subject,
  subjectName: row.subject_name,
  member: row.member,
  from: row.from_value,
  to: row.to_value,
  isLong: row.is_long,
  details: row.details,
  later: row.later,
});

function conditions(
  { companyId }: CompanyScope,
  { kind, userId, startDate, endDate, search, timeZone }: ActivityFilters,
): SQL {
  const all = [sql`company_id = ${companyId}`];
  if (kind !== undefined) all.push(sql`kind = ${kind}`);
  if (userId !== undefined) all.push(sql`actor_id = ${userId}`);
  if (startDate !== undefined) all.push(sql`time >= ${startOfDay(startDate, timeZone)}`);
  if (endDate !== undefined) all.push(sql`time < ${endOfDay(endDate, timeZone)}`);
  for (const word of foldedWords(search ?? "")) all.push(sql`position(${word} in searched) > 0`);
  return sql.join(all, sql` and `);
}

/** The selected rows, newest first, each with the next change of the same setting. */
const withLater = (picked: SQL, { isWhole }: { isWhole: boolean }): SQL => {
  const isLong = isWhole ? sql`false` : sql`p.value_size > ${MAX_LISTED_VALUE}`;
  return sql`
    select p.id, p.time, p.actor_id, p.actor_name, p.is_super_admin, p.address, p.user_agent, p.kind, p.action, p.subject,
      p.subject_name, p.member, p.details, ${isLong} as is_long,
      case when not ${isLong} then p.from_value end as from_value, case when not ${isLong} then p.to_value end as to_value,
      (select jsonb_build_object('id', n.id, 'time', n.time, 'actorName', n.actor_name, 'isUndo', n.to_value is not distinct from p.from_value)
       from activity n
       where p.kind = 'settings' and n.company_id = p.company_id and n.kind = 'settings' and n.subject = p.subject and n.id > p.id
       order by n.id limit 1) as later
    from (${picked}) p order by p.time desc, p.id desc`;
};

export async function listActivity(
  scope: CompanyScope,
  filters: ActivityFilters,
  { after, limit }: { after: Place | undefined; limit: number },
): Promise<ActivityRow[]> {
  const before = after ? sql` and (time, id) < (${after.time.toISOString()}::timestamptz, ${after.id}::bigint)` : sql``;
  const picked = sql`
    select * from activity where ${conditions(scope, filters)}${before} order by time desc, id desc limit ${limit}`;
  const { rows } = await scope.db.execute<StoredRow>(withLater(picked, { isWhole: false }));
  return rows.map(toRow);
}

export async function findActivity(scope: CompanyScope, id: number): Promise<ActivityRow | undefined> {
  const picked = sql`select * from activity where company_id = ${scope.companyId} and id = ${id}`;
  const { rows } = await scope.db.execute<StoredRow>(withLater(picked, { isWhole: true }));
  return rows[0] && toRow(rows[0]);
}

/** Counting further is slow and of no use to a reader. */
const MAX_COUNTED = 20_000;

export const sumByKind = (found: readonly { kind: ActivityKind; count: number }[]): Record<ActivityKind, number> =>
  Object.fromEntries(
    ACTIVITY_KINDS.map((kind) => [kind, found.reduce((sum, each) => (each.kind === kind ? sum + each.count : sum), 0)]),
  ) as Record<ActivityKind, number>;

/** Counts the rows by kind, regardless of the requested kind; null above 20,000 rows. */
export async function countActivity(
  scope: CompanyScope,
  { kind: _kind, ...others }: ActivityFilters,
): Promise<Record<ActivityKind, number> | null> {
  const { rows } = await scope.db.execute<{ kind: ActivityKind; count: string }>(sql`
    select kind, count(*) as count from (
      select kind from activity where ${conditions(scope, others)} limit ${MAX_COUNTED + 1}
    ) counted group by kind`);
  const counts = rows.map(({ kind, count }) => ({ kind, count: Number(count) }));
  return counts.reduce((sum, { count }) => sum + count, 0) > MAX_COUNTED ? null : sumByKind(counts);
}

/** Lists all actors under their latest name. A loose index scan: few people, many rows. */
export async function listActors({ db, companyId }: CompanyScope): Promise<{ id: UserId; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    with recursive person as (
      (select actor_id from activity where company_id = ${companyId} and actor_id is not null order by actor_id limit 1)
      union all
      select (select a.actor_id from activity a where a.company_id = ${companyId} and a.actor_id > p.actor_id
              order by a.actor_id limit 1)
      from person p where p.actor_id is not null
    )
    select p.actor_id as id, newest.actor_name as name
    from person p
    cross join lateral (
      select a.actor_name from activity a where a.company_id = ${companyId} and a.actor_id = p.actor_id
      order by a.time desc, a.id desc limit 1
    ) newest
    where p.actor_id is not null
    order by lower(newest.actor_name), p.actor_id`);
  return rows.map(({ id, name }) => ({ id: Number(id) as UserId, name }));
}
