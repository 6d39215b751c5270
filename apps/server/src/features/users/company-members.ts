import type { CompanyId, FieldErrors, UserChange, UserId, UserInput } from "@ridgebook/contract";
import { removeAccountIfNowhere } from "#database/account-access.ts";
import type { PlatformScope } from "#database/company-scope.ts";
import { UNIQUE_VIOLATION } from "#database/database.ts";
import { enqueueJob, type NewJob } from "#database/job-queue.ts";
import { orNotFound } from "#http/or-not-found.ts";
import {
  assertNoErrors,
  assertNotSelf,
  emailTaken,
  endAccessIfNowhere,
  findUser,
  HAS_SET_UP,
  IS_NOT_ACTIVE,
  isSameEmail,
  lockOutErrors,
  membershipValuesOf,
  mergeUser,
  namesOf,
  removeMember,
  setUpMail,
  translating,
  type UserParts,
} from "./change-user.ts";
import { userRepository, type MemberWithAccount } from "./user-repository.ts";

interface AdminAct {
  readonly companyId: CompanyId;
  readonly actor: UserId;
  readonly id: UserId;
}

export async function findMember(
  platform: PlatformScope,
  where: { companyId: CompanyId; id: UserId },
): Promise<MemberWithAccount> {
  return orNotFound(await userRepository.findMember(platform, where));
}

/** Company members, as admins invite, change and remove them. Throws problems worded for the admin. */
export function companyMembers({
  countMails,
  useUpInvitationCodes,
  now,
  ...parts
}: Pick<UserParts, "countMails" | "useUpInvitationCodes" | "endLoginSessions" | "now">) {
  async function create(
    platform: PlatformScope,
    { companyId, input }: { companyId: CompanyId; input: UserInput },
  ): Promise<UserId> {
    assertNoErrors(platformFieldErrors(input, companyId));
    const { email } = input;
    if (await userRepository.isTaken(platform, { companyId, email })) throw emailTaken();
    const id = await userRepository.invite(platform, {
      companyId,
      email,
      ...namesOf(input),
      ...membershipValuesOf(input),
      now: now(),
    });
    if (id === undefined) throw emailTaken();
    if (input.active) {
      await countMails(platform, companyId, 1);
      await enqueueJob(platform, invitationMail({ companyId, id }));
    }
    return id;
  }

  /**
   * Changes a member's e-mail: the new one is invited and takes over on acceptance. Until then a joined person stays, unless they never set
   * a password: then the old e-mail may be a stranger's.
   */
  async function inviteOtherEmail(
    platform: PlatformScope,
    { member, email }: { member: MemberWithAccount; email: string },
  ): Promise<void> {
    const where = { companyId: member.companyId, id: member.id };
    if (await userRepository.isTaken(platform, { ...where, email, except: member.id })) throw emailTaken();
    await useUpInvitationCodes(platform, where);
    const { accountId } = member;
    if (accountId !== null && isSameEmail(member.accountEmail, email)) {
      await userRepository.updateMember(platform, {
        ...where,
        invitedEmail: null,
        invitedTime: null,
        declinedTime: null,
        mailRefusedTime: null,
      });
      return;
    }
    const isStranger = accountId !== null && !member.hasPassword;
    await translating(
      UNIQUE_VIOLATION,
      emailTaken,
      userRepository.updateMember(platform, {
        ...where,
        invitedEmail: email,
        invitedTime: now(),
        declinedTime: null,
        mailRefusedTime: null,
        ...(isStranger && { accountId: null }),
      }),
    );
    if (isStranger) await removeAccountIfNowhere(platform, accountId);
    await countMails(platform, member.companyId, 1);
    await enqueueJob(platform, invitationMail(where));
  }

  async function update(
    platform: PlatformScope,
    { companyId, actor, id, change }: AdminAct & { change: UserChange },
  ): Promise<void> {
    const member = await findMember(platform, { companyId, id });
    const input = mergeUser(await findUser(platform, { companyId, id }), change);
    const next = membershipValuesOf(input);
    assertNoErrors({
      ...platformFieldErrors(input, companyId),
      ...(await lockOutErrors(platform, { current: member, next, isSelf: actor === id })),
    });
    await userRepository.updateMember(platform, { companyId, id, ...namesOf(input), ...next });
    const email = member.invitedEmail ?? member.accountEmail;
    if (!isSameEmail(email, input.email)) await inviteOtherEmail(platform, { member, email: input.email });
    if (member.accountId !== null) await endAccessIfNowhere(parts, platform, member.accountId);
  }

  async function handOverLeads(
    platform: PlatformScope,
    { companyId, actor, id, newSalespersonId }: AdminAct & { newSalespersonId: UserId },
  ): Promise<number> {
    const isSomebodyElse = newSalespersonId !== id;
    if (!isSomebodyElse || !(await userRepository.isActiveMember(platform, { companyId, id: newSalespersonId })))
      assertNoErrors({ newSalespersonId: ["Choose an active user of the company to take over the leads."] });
    return userRepository.handOverLeads(platform, {
      companyId,
      from: id,
      to: newSalespersonId,
      by: actor,
      now: now(),
    });
  }

  /**
   * Removes a member, and an account with its last membership unless it has platform rights; withdraws an invitation. Returns how many
   * leads were reassigned.
   */
  async function remove(
    platform: PlatformScope,
    { companyId, actor, id, newSalespersonId }: AdminAct & { newSalespersonId: UserId | undefined },
  ): Promise<number> {
    const member = await findMember(platform, { companyId, id });
    assertNotSelf(actor === id);
    const handedOver =
      newSalespersonId === undefined ? 0 : await handOverLeads(platform, { companyId, actor, id, newSalespersonId });
    await removeMember(platform, member);
    if (member.accountId === null) return handedOver;
    await removeAccountIfNowhere(platform, member.accountId);
    await endAccessIfNowhere(parts, platform, member.accountId);
    return handedOver;
  }

  /** The mail for a member: the invitation again, or their account's setup. */
  async function mailFor(platform: PlatformScope, { companyId, id, ...member }: MemberWithAccount): Promise<NewJob> {
    if (member.invitedEmail === null && member.accountId !== null)
      return setUpMail({ accountId: member.accountId, companyId });
    await userRepository.updateMember(platform, {
      companyId,
      id,
      invitedTime: now(),
      declinedTime: null,
      mailRefusedTime: null,
    });
    return invitationMail({ companyId, id });
  }

  async function mailsForPending(platform: PlatformScope, companyId: CompanyId): Promise<NewJob[]> {
    const jobs: NewJob[] = [];
    for (const member of await userRepository.listPendingMembers(platform, companyId))
      jobs.push(await mailFor(platform, member));
    return jobs;
  }

  async function mailAgain(
    platform: PlatformScope,
    { companyId, id }: { companyId: CompanyId; id: UserId },
  ): Promise<NewJob> {
    const { active } = await findUser(platform, { companyId, id });
    const member = await findMember(platform, { companyId, id });
    if (member.invitedEmail === null && member.hasPassword) assertNoErrors({ id: [HAS_SET_UP] });
    if (!active) assertNoErrors({ id: [IS_NOT_ACTIVE] });
    return mailFor(platform, member);
  }

  return { create, update, remove, mailAgain, mailsForPending };
}

const invitationMail = ({ companyId, id }: { companyId: CompanyId; id: UserId }): NewJob => ({
  name: "send-invitation",
  payload: { companyId, userId: id },
  key: `invitation ${String(companyId)} ${String(id)}`,
});

const PLATFORM_FIELDS = ["isSuperAdmin", "isMasterAdmin", "companyId"] as const;

/** Inside a company these fields are echoed, never changed. */
function platformFieldErrors(input: UserInput, companyId: CompanyId): FieldErrors {
  const shown = { isSuperAdmin: false, isMasterAdmin: false, companyId };
  const changed = PLATFORM_FIELDS.filter((field) => input[field] !== undefined && input[field] !== shown[field]);
  return Object.fromEntries(changed.map((field) => [field, ["Only a super admin outside a company can change this."]]));
}
