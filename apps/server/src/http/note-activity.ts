import {
  fullName,
  isSameValue,
  MAX_LISTED_VALUE,
  type AccountId,
  type ActivityAction,
  type ActivityKind,
  type CompanyId,
  type User,
  type UserId,
  searchableText,
} from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { PlatformScope, Statements } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";
import { activity } from "#database/schema/event-tables.ts";
import { countAttempt, TryAgainLater, type AttemptLimit } from "./attempt-limit.ts";
import type { Caller, CompanyContext } from "./handlers.ts";
import type { Session } from "./session.ts";

/** The actor of an entry in the activity log, as the company sees it. */
export interface Actor {
  readonly id: UserId | null;
  readonly name: string;
  readonly isSuperAdmin: boolean;
  readonly address: string;
  readonly userAgent: string;
}

/** An entry of the activity log; `from` and `to` are JSON. */
export interface Act {
  readonly kind: ActivityKind;
  readonly action: ActivityAction;
  readonly subject: string;
  readonly subjectName?: string;
  readonly member?: string;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Limits the header, which the client may send at any length. */
const MAX_USER_AGENT = 300;

export const placeOf = ({ address, userAgent }: Pick<Caller, "address" | "userAgent">) => ({
  address,
  userAgent: userAgent.slice(0, MAX_USER_AGENT),
});

/** The signed-in user as an actor; a super admin if they act without a membership. */
export const actorOf = ({ user }: Pick<Session, "user">, caller: Caller): Actor => ({
  id: user.id,
  name: fullName(user),
  isSuperAdmin: user.isSuperAdmin && user.role === null,
  ...placeOf(caller),
});

/** "theme color" for themeColor, as users search for a setting. */
const inWords = (key: string): string => key.replace(/([a-z])([A-Z0-9])/g, "$1 $2");

const jsonLength = (value: unknown): number => JSON.stringify(value ?? null).length;

function toRow({ subjectName = "", member = "", details = {}, ...act }: Act) {
  const isSecret = act.kind === "secrets";
  const [fromValue, toValue] = isSecret ? [null, null] : [act.from ?? null, act.to ?? null];
  const valueSize = jsonLength(fromValue) + jsonLength(toValue);
  const values = valueSize > MAX_LISTED_VALUE ? [] : [fromValue, toValue].filter((value) => value !== null);
  const { kind, action, subject } = act;
  const searched = [inWords(subject), subjectName, inWords(member), ...values, ...Object.values(details)]
    .map((part) => (typeof part === "string" ? part : JSON.stringify(part)))
    .join(" ");
  return { kind, action, subject, subjectName, member, fromValue, toValue, valueSize, details, searched };
}

/**
 * Adds entries to a company's activity log, in the transaction of the change itself, so that both are committed or neither. The log is
 * append-only. A no-op without acts.
 */
export async function noteActivity(
  { db }: { db: Statements },
  { companyId, by, acts }: { companyId: CompanyId; by: Actor; acts: readonly Act[] },
): Promise<void> {
  if (acts.length === 0) return;
  const { id: actorId, name: actorName, ...actor } = by;
  await db.insert(activity).values(
    acts.map((act) => {
      const { searched, ...row } = toRow(act);
      return { companyId, actorId, actorName, ...actor, ...row, searched: searchableText(`${actorName} ${searched}`) };
    }),
  );
}

/** Adds entries of the caller's own actions in their company. */
export const noteActs = (
  { scope, session, caller }: Pick<CompanyContext, "scope" | "session" | "caller">,
  acts: readonly Act[],
): Promise<void> => noteActivity(scope, { companyId: scope.companyId, by: actorOf(session, caller), acts });

/** One act for each member that differs between two states. */
export const changesOf = <State extends object>(
  about: Pick<Act, "kind" | "subject" | "subjectName">,
  { before, after, members }: { before: State; after: State; members: readonly (keyof State & string)[] },
): Act[] =>
  members
    .filter((member) => !isSameValue(before[member], after[member]))
    .map((member) => ({ ...about, action: "changed", member, from: before[member], to: after[member] }));

/**
 * Logs a refusal in every company that the user has joined, but not in one that only invited their e-mail. An unknown e-mail logs nothing,
 * with the same statement. Runs on the platform, outside of the refused transaction.
 */
export async function noteRefusal(
  { db }: { db: Statements },
  {
    accountId,
    caller,
    action,
    details,
  }: {
    accountId: AccountId | undefined;
    caller: Caller;
    action: "signInRefused" | "accessRefused";
    details: Readonly<Record<string, string>>;
  },
): Promise<void> {
  const { address, userAgent } = placeOf(caller);
  await db.execute(sql`
    insert into activity (company_id, actor_id, actor_name, address, user_agent, kind, action, subject, details, searched)
    select m.company_id, m.id, named.name, ${address}, ${userAgent}, 'refused', ${action}, m.id::text,
      ${JSON.stringify(details)}::jsonb, searchable_text(concat_ws(' ', named.name, a.email, ${address}::text))
    from membership m
    join account a on a.id = m.account_id
    cross join lateral (select coalesce(nullif(trim(m.first_name || ' ' || m.last_name), ''), a.email) as name) named
    where m.account_id = ${accountId ?? null}`);
}

/** Logs in every company that the user has joined that they turned their second step on or off, because it guards all of them. */
export async function noteOwnTwoStep(
  { db }: PlatformScope,
  { accountId, caller, isOn }: { accountId: AccountId; caller: Caller; isOn: boolean },
): Promise<void> {
  const { address, userAgent } = placeOf(caller);
  await db.execute(sql`
    insert into activity (company_id, actor_id, actor_name, address, user_agent, kind, action, subject, subject_name, member, searched)
    select m.company_id, m.id, named.name, ${address}, ${userAgent}, 'users', ${isOn ? "added" : "removed"}, m.id::text, named.name, 'twoStep',
      searchable_text(concat_ws(' ', named.name, 'two step sign-in'))
    from membership m
    join account a on a.id = m.account_id
    cross join lateral (select coalesce(nullif(trim(m.first_name || ' ' || m.last_name), ''), a.email) as name) named
    where m.account_id = ${accountId}`);
}

/** The limit per account, so that trying all ids does not flood a log. */
const NOTED_REFUSALS: AttemptLimit = { attempts: 10, windowSeconds: 900 };

/** Logs in the user's companies that they tried to access a foreign company, without its name. */
export async function noteRefusedAccess(
  apart: Database,
  { accountId, caller, route }: { accountId: AccountId; caller: Caller; route: string },
): Promise<void> {
  try {
    await countAttempt(apart, { key: `accessRefused ${String(accountId)}`, limit: NOTED_REFUSALS });
  } catch (error) {
    if (error instanceof TryAgainLater) return;
    throw error;
  }
  await apart.onPlatform((platform) =>
    noteRefusal(platform, { accountId, caller, action: "accessRefused", details: { route } }),
  );
}

/** Logs that a super admin began or stopped working in companies without a membership. */
export async function noteCompanyMode(
  platform: PlatformScope,
  {
    session,
    caller,
    entered,
    left,
  }: {
    session: { readonly user: Pick<User, "id" | "firstName" | "lastName" | "email">; readonly accountId: AccountId };
    caller: Caller;
    entered: CompanyId | null;
    left: CompanyId | null;
  },
): Promise<void> {
  const note = async (companyId: CompanyId, action: "entered" | "left"): Promise<void> => {
    const { rows } = await platform.db.execute(
      sql`select from membership where company_id = ${companyId} and account_id = ${session.accountId}`,
    );
    if (rows.length > 0) return;
    const id = session.accountId as number as UserId;
    const by = { id, name: fullName(session.user), isSuperAdmin: true, ...placeOf(caller) };
    await noteActivity(platform, { companyId, by, acts: [{ kind: "company", action, subject: String(companyId) }] });
  };
  if (left !== null) await note(left, "left");
  if (entered !== null) await note(entered, "entered");
}
