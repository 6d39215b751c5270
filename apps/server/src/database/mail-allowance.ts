import { Problem, type AccountId, type CompanyId } from "@ridgebook/contract";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { CompanyScope, PlatformScope } from "./company-scope.ts";
import { mailUse } from "./schema/document-tables.ts";

/** Limits of mails per hour. */
export interface MailLimits {
  readonly perPerson: number;
  readonly perCompany: number;
}

export const DEFAULT_MAIL_LIMITS: MailLimits = { perPerson: 60, perCompany: 600 };

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

interface Use {
  readonly requestedTime: Date;
  readonly mails: number;
}

/** How many mails a limit still allows, and how long until it allows the wanted number; undefined if it already does. */
export function findShortage(
  uses: readonly Use[],
  { mails, limit, now }: { mails: number; limit: number; now: Date },
): { readonly limit: number; readonly left: number; readonly waitMs: number } | undefined {
  let free = limit - uses.reduce((sum, use) => sum + use.mails, 0);
  if (mails <= free) return undefined;
  const left = Math.max(free, 0);
  for (const use of uses) {
    free += use.mails;
    if (mails <= free) return { limit, left, waitMs: use.requestedTime.getTime() + HOUR_MS - now.getTime() };
  }
  return { limit, left, waitMs: Infinity };
}

function describeShortage({
  who,
  mails,
  shortage: { limit, left, waitMs },
}: {
  who: string;
  mails: number;
  shortage: NonNullable<ReturnType<typeof findShortage>>;
}): string {
  const minutes = Math.max(1, Math.ceil(waitMs / MINUTE_MS));
  return [
    `${who} can send ${String(limit)} e-mails an hour.`,
    `${left === 0 ? "None" : String(left)} ${left === 1 ? "is" : "are"} left, so nothing was sent${mails === 1 ? "" : ` to these ${String(mails)} addresses`}.`,
    Number.isFinite(minutes)
      ? `Try again in ${minutes === 1 ? "a minute" : `${String(minutes)} minutes`}.`
      : `Send to ${String(limit)} addresses or fewer.`,
  ].join(" ");
}

/**
 * Counts all of a call's mails, or none if they exceed a limit. Then it throws tooManyRequests with the remaining number and the time to
 * wait. Counted in the database, in the transaction that enqueues the mails, across all server processes.
 */
export async function takeMailAllowance(
  { db }: CompanyScope | PlatformScope,
  {
    companyId,
    accountId,
    mails,
    limits,
    now,
  }: {
    companyId: CompanyId;
    /** The account whose limit also applies; null for the company's alone. */
    accountId: AccountId | null;
    mails: number;
    limits: MailLimits;
    now: Date;
  },
): Promise<void> {
  // Serialized per company: concurrent calls would both see the same allowance.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${String(companyId)}`}, 0))`);
  const uses = await db
    .select({ accountId: mailUse.accountId, requestedTime: mailUse.requestedTime, mails: mailUse.mails })
    .from(mailUse)
    .where(and(eq(mailUse.companyId, companyId), gt(mailUse.requestedTime, new Date(now.getTime() - HOUR_MS))))
    .orderBy(asc(mailUse.requestedTime));
  const checks = [
    { who: "Your company", limit: limits.perCompany, counted: uses },
    ...(accountId === null
      ? []
      : [{ who: "You", limit: limits.perPerson, counted: uses.filter((use) => use.accountId === accountId) }]),
  ];
  const shortages = checks.flatMap(({ who, limit, counted }) => {
    const shortage = findShortage(counted, { mails, limit, now });
    return shortage ? [{ who, mails, shortage }] : [];
  });
  // The longest wait, so that the next try succeeds.
  const [longest] = shortages.sort((a, b) => b.shortage.waitMs - a.shortage.waitMs);
  if (longest) throw new Problem("tooManyRequests", { title: describeShortage(longest) });
  await db.insert(mailUse).values({ companyId, accountId, requestedTime: now, mails });
}
