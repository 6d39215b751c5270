import { fullName, type UserId, type ProblemReply, type User } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { ChangeFeed } from "./change-feed.ts";
import type { CompanyScope } from "./company-scope.ts";
import { toUser, type UserRow } from "./user-row.ts";

/*
 * A company's users as its requests may see them. Accounts and memberships are platform tables; these database functions expose the
 * transaction's company only.
 */

interface ChangedUserRow extends UserRow {
  change_number: string;
}

export const userFeed: ChangeFeed<User> = async (scope, { above, upTo, order, limit }) => {
  const { rows } = await scope.db.execute<ChangedUserRow>(sql`
    select * from company_users()
    where company_id = ${scope.companyId} and change_number > ${above} and change_number <= ${upTo}
    order by change_number ${sql.raw(order === "oldestFirst" ? "asc" : "desc")} limit ${limit}`);
  return rows.map((row) => ({ changeNumber: Number(row.change_number), record: toUser(row) }));
};

export async function findUsers(
  scope: CompanyScope,
  ids: readonly UserId[],
): Promise<Map<UserId, { active: boolean }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await scope.db.execute<{ user_id: string; active: boolean }>(sql`
    select user_id, active from company_users()
    where company_id = ${scope.companyId} and user_id = any(${sql.param(ids)}::bigint[])`);
  return new Map(rows.map(({ user_id, active }) => [Number(user_id) as UserId, { active }]));
}

/** Filters the ids to active users of the company. */
export async function findActiveUsers(scope: CompanyScope, ids: readonly UserId[]): Promise<Set<UserId>> {
  const users = await findUsers(scope, ids);
  return new Set([...users].filter(([, { active }]) => active).map(([id]) => id));
}

/** Finds who made a change, for conflict messages; no name if that user is gone. */
export async function findAuthor(
  scope: CompanyScope,
  id: UserId | null,
): Promise<Pick<ProblemReply, "changedBy" | "changedByYou">> {
  const person = id === null ? undefined : await findPersonName(scope, id);
  if (!person) return {};
  return { changedBy: fullName(person), ...(id === scope.userId && { changedByYou: true }) };
}

/** The name of someone who may work in the company; undefined if they are gone. */
export async function findPersonName(
  scope: CompanyScope,
  id: UserId,
): Promise<Pick<User, "firstName" | "lastName" | "email"> | undefined> {
  const { rows } = await scope.db.execute<{ first_name: string; last_name: string; email: string }>(
    sql`select first_name, last_name, email from person_name(${id})`,
  );
  const [row] = rows;
  return row && { firstName: row.first_name, lastName: row.last_name, email: row.email };
}

/** A user's name and contact, as printed on papers. Super admins are not users of the company and have no phone number. */
export async function findPerson(
  scope: CompanyScope,
  id: UserId,
): Promise<Pick<User, "firstName" | "lastName" | "email" | "phoneNumber"> | undefined> {
  const { rows } = await scope.db.execute<UserRow>(
    sql`select * from company_users() where company_id = ${scope.companyId} and user_id = ${id}`,
  );
  const [row] = rows;
  if (row) return toUser(row);
  const named = await findPersonName(scope, id);
  return named && { ...named, phoneNumber: "" };
}

export interface MatchedUser {
  readonly id: UserId;
  readonly externalId: string | null;
  readonly email: string;
  readonly name: string;
  readonly active: boolean;
}

export async function listMatchedUsers(scope: CompanyScope): Promise<MatchedUser[]> {
  const { rows } = await scope.db.execute<UserRow>(
    sql`select * from company_users() where company_id = ${scope.companyId} order by user_id`,
  );
  return rows.map(toUser).map((user) => ({
    id: user.id,
    externalId: user.externalId,
    email: user.email,
    active: user.active,
    name: fullName(user),
  }));
}
