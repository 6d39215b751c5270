import { INVITATION_DAYS, type AccountId, type CompanyId, type UserId } from "@ridgebook/contract";
import { and, eq, sql } from "drizzle-orm";
import type { PlatformScope } from "#database/company-scope.ts";
import { account, company, membership } from "#database/schema/platform-tables.ts";

/** An invitation that can be accepted now. */
export interface OpenInvitation {
  readonly companyId: CompanyId;
  readonly companyName: string;
  readonly userId: UserId;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly invitedTime: Date;
  /** The account that holds the membership until the invitation is accepted: an admin changed the owner's e-mail. */
  readonly formerAccountId: AccountId | null;
}

const DAY_MS = 86_400_000;

export const endOfInvitation = (invitedTime: Date): Date => new Date(invitedTime.getTime() + INVITATION_DAYS * DAY_MS);

const selectOpen = ({ db }: PlatformScope, now: Date) => {
  const sentAfter = new Date(now.getTime() - INVITATION_DAYS * DAY_MS);
  const isOpen = sql`${membership.declinedTime} is null and ${membership.invitedTime} > ${sentAfter.toISOString()}
    and ${membership.active} and ${company.active}`;
  const selected = db
    .select({ member: membership, companyName: company.name })
    .from(membership)
    .innerJoin(company, eq(company.id, membership.companyId));
  return { selected, isOpen };
};

const toOpen = ({
  member,
  companyName,
}: {
  member: typeof membership.$inferSelect;
  companyName: string;
}): OpenInvitation[] => {
  const { invitedEmail: email, invitedTime } = member;
  if (email === null || invitedTime === null) return [];
  const { firstName, lastName, phoneNumber } = member;
  return [
    {
      companyId: member.companyId as CompanyId,
      companyName,
      userId: member.id as UserId,
      email,
      firstName,
      lastName,
      phoneNumber,
      invitedTime,
      formerAccountId: member.accountId as AccountId | null,
    },
  ];
};

export const invitationRepository = {
  /**
   * Invitations to the account's confirmed e-mail, except from its own companies. With a company, that one only, locked until the
   * transaction ends.
   */
  async listOf(
    platform: PlatformScope,
    { accountId, companyId, now }: { accountId: AccountId; companyId?: CompanyId; now: Date },
  ): Promise<OpenInvitation[]> {
    const { selected, isOpen } = selectOpen(platform, now);
    const isTheirs = sql`lower(${membership.invitedEmail}) = (
      select lower(a.email) from account a where a.id = ${accountId} and a.email_confirmed)
      and not exists (
        select from membership other
        where other.company_id = ${membership.companyId} and other.account_id = ${accountId} and other.id <> ${membership.id})`;
    const rows = await selected
      .where(and(isOpen, isTheirs, companyId === undefined ? undefined : eq(membership.companyId, companyId)))
      .orderBy(sql`lower(${company.name})`, company.id)
      .for("no key update", { of: membership });
    return rows.flatMap(toOpen);
  },

  /** Finds an open invitation and locks it until the transaction ends. */
  async find(
    platform: PlatformScope,
    { companyId, userId, now }: { companyId: CompanyId; userId: UserId; now: Date },
  ): Promise<OpenInvitation | undefined> {
    const { selected, isOpen } = selectOpen(platform, now);
    const rows = await selected
      .where(and(isOpen, eq(membership.companyId, companyId), eq(membership.id, userId)))
      .for("no key update", { of: membership });
    return rows.flatMap(toOpen)[0];
  },

  /** Links the account; the names stay those of the company. */
  async join(
    { db }: PlatformScope,
    { companyId, userId, accountId }: { companyId: CompanyId; userId: UserId; accountId: AccountId },
  ): Promise<void> {
    await db
      .update(membership)
      .set({ accountId, invitedEmail: null, invitedTime: null, declinedTime: null, mailRefusedTime: null })
      .where(and(eq(membership.companyId, companyId), eq(membership.id, userId)));
  },

  /** Records a permanent rejection, unless the invited address has changed since. */
  async noteRefusedMail(
    { db }: PlatformScope,
    { companyId, userId, email, now }: { companyId: CompanyId; userId: UserId; email: string; now: Date },
  ): Promise<void> {
    await db
      .update(membership)
      .set({ mailRefusedTime: now })
      .where(and(eq(membership.companyId, companyId), eq(membership.id, userId), eq(membership.invitedEmail, email)));
  },

  async decline(
    { db }: PlatformScope,
    { companyId, userId, now }: { companyId: CompanyId; userId: UserId; now: Date },
  ): Promise<void> {
    await db
      .update(membership)
      .set({ declinedTime: now })
      .where(and(eq(membership.companyId, companyId), eq(membership.id, userId)));
  },

  /** Creates the account of an invited person; undefined if a concurrent request just did. */
  async addAccount(
    { db }: PlatformScope,
    { email, firstName, lastName, phoneNumber }: OpenInvitation,
  ): Promise<AccountId | undefined> {
    const [added] = await db
      .insert(account)
      .values({ email, firstName, lastName, phoneNumber })
      .onConflictDoNothing()
      .returning({ id: account.id });
    return added?.id as AccountId | undefined;
  },
};
