import {
  fullName,
  hasAccess,
  Problem,
  type AccountId,
  type CompanyId,
  type FieldErrors,
  type User,
  type UserId,
  type UserInput,
} from "@ridgebook/contract";
import { removeAccountIfNowhere } from "#database/account-access.ts";
import type { PlatformScope } from "#database/company-scope.ts";
import { postgresCode } from "#database/database.ts";
import { enqueueJob, enqueueJobs, type NewJob } from "#database/job-queue.ts";
import { takeMailAllowance, type MailLimits } from "#database/mail-allowance.ts";
import { onPlatform } from "#http/handlers.ts";
import { actorOf, noteActivity, type Act, type Actor } from "#http/note-activity.ts";
import { recordAuditEvent, requireSession, type Session } from "#http/session.ts";
import { addedUser, changedUser, mailedUser, removedTwoStep, removedUser } from "./user-acts.ts";
import {
  userRepository,
  type AccountOfUser,
  type AccountValues,
  type Member,
  type MembershipValues,
  type MemberWithAccount,
  type Names,
} from "./user-repository.ts";

const FOREIGN_KEY_VIOLATION = "23503";
const UNIQUE_VIOLATION = "23505";

const PLATFORM_FIELDS = ["isSuperAdmin", "isMasterAdmin", "companyId"] as const;

const namesOf = ({ firstName, lastName, phoneNumber }: Names): Names => ({ firstName, lastName, phoneNumber });
const accountValuesOf = (input: UserInput): AccountValues => ({ ...namesOf(input), email: input.email });
const membershipValuesOf = ({ role, active, externalId, folderId }: UserInput): MembershipValues => ({
  role,
  active,
  externalId,
  folderId,
});

const isSameEmail = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

const emailTaken = (): Problem => {
  const { message } = new Problem("emailTaken");
  return new Problem("emailTaken", { errors: { email: [message] } });
};

function assertNoErrors(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new Problem("validation", { errors });
}

/** Raises the given problem in place of PostgreSQL's error with that code. */
async function translating<Result>(code: string, toProblem: () => Problem, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (postgresCode(error) === code) throw toProblem();
    throw error;
  }
}

/** The company whose users a session sees; null, the whole platform, for a super admin outside any company. */
function sightOf({ user }: Session): CompanyId | null {
  if (user.companyId === null && !user.isSuperAdmin) throw new Problem("chooseCompany");
  return user.companyId;
}

/** Outside any company a user is an account, and goes by its id. */
const accountOf = (id: UserId): AccountId => id as number as AccountId;
const userOf = (id: AccountId): UserId => id as number as UserId;

/** An admin of a company, and what they do there. */
interface AdminAct {
  readonly companyId: CompanyId;
  /** The admin. */
  readonly actor: UserId;
  readonly id: UserId;
}

/**
 * Users (1.§7, API-52 to API-58): a company's admin sees and writes memberships of the company, a super admin outside
 * any company sees and writes accounts.
 *
 * What an admin does is the same whether an e-mail is known to the installation or not (decision 0071): it invites the e-mail, and looks
 * at no account. The account joins when its owner accepts (accounts/invitations.ts).
 */
export function userAnswers({
  endLoginSessions,
  useUpCodes,
  useUpInvitationCodes,
  turnOffTwoStep,
  mailLimits,
  now,
}: {
  /** Ends all login sessions of an account. */
  endLoginSessions: (platform: PlatformScope, accountId: AccountId) => Promise<void>;
  /** Makes the codes useless that were mailed to an account. */
  useUpCodes: (platform: PlatformScope, accountId: AccountId) => Promise<void>;
  /** Makes the codes useless that were mailed with an invitation. */
  useUpInvitationCodes: (platform: PlatformScope, invited: { companyId: CompanyId; id: UserId }) => Promise<void>;
  /** Turns an account's two-step sign-in off; false when it was not on. */
  turnOffTwoStep: (platform: PlatformScope, accountId: AccountId) => Promise<boolean>;
  mailLimits: MailLimits;
  now: () => Date;
}) {
  /** Invitations and set-up mails count against the company's limit only: an admin may invite a whole office at once. */
  async function countMails(platform: PlatformScope, companyId: CompanyId | null, mails: number): Promise<void> {
    if (companyId !== null && mails > 0)
      await takeMailAllowance(platform, { companyId, accountId: null, mails, limits: mailLimits, now: now() });
  }

  async function findUser(platform: PlatformScope, where: { companyId: CompanyId | null; id: UserId }): Promise<User> {
    const user = await userRepository.find(platform, where);
    if (!user) throw new Problem("notFound");
    return user;
  }

  async function findMember(
    platform: PlatformScope,
    where: { companyId: CompanyId; id: UserId },
  ): Promise<MemberWithAccount> {
    const member = await userRepository.findMember(platform, where);
    if (!member) throw new Problem("notFound");
    return member;
  }

  async function findAccount(platform: PlatformScope, id: UserId): Promise<{ user: User; person: AccountOfUser }> {
    const person = await userRepository.findAccount(platform, { id: accountOf(id) });
    if (!person) throw new Problem("notFound");
    return { user: await findUser(platform, { companyId: null, id }), person };
  }

  async function saveAccount(
    platform: PlatformScope,
    person: AccountOfUser,
    values: AccountValues & Pick<AccountOfUser, "isSuperAdmin" | "isMasterAdmin">,
  ): Promise<void> {
    const isOtherEmail = !isSameEmail(values.email, person.email);
    await translating(
      UNIQUE_VIOLATION,
      emailTaken,
      userRepository.updateAccount(platform, {
        id: person.id,
        ...values,
        ...(isOtherEmail ? { emailConfirmed: false as const } : {}),
      }),
    );
    if (!isOtherEmail) return;
    await useUpCodes(platform, person.id);
    if (!person.hasPassword) await enqueueJob(platform, setUpMail({ accountId: person.id, companyId: null }));
  }

  /** What would lock people out: taking one's own access, or a company's last admin. */
  async function lockOutErrors(
    platform: PlatformScope,
    { current, next, isSelf }: { current: Member | undefined; next: MembershipValues; isSelf: boolean },
  ): Promise<FieldErrors> {
    if (!current?.active || current.accountId === null) return {};
    const losesAccess = !next.active;
    const losesAdmin = current.role === "Admin" && next.role !== "Admin";
    const field = losesAccess ? "active" : "role";
    if (!losesAccess && !losesAdmin) return {};
    if (isSelf)
      return {
        [field]: [losesAccess ? "You cannot deactivate yourself." : "You cannot take the role Admin from yourself."],
      };
    if (current.role !== "Admin" || (await userRepository.hasOtherAdmin(platform, current))) return {};
    return { [field]: ["A company needs at least one active admin."] };
  }

  /** Signs somebody out everywhere who has no place to work any more. */
  async function endAccessIfNowhere(platform: PlatformScope, id: AccountId): Promise<void> {
    const person = await userRepository.findAccount(platform, { id });
    const isSomewhere = person?.memberships.some(({ active }) => active);
    if (person && !isSomewhere && !person.isSuperAdmin && !person.isMasterAdmin) await endLoginSessions(platform, id);
  }

  async function createInCompany(
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

  async function createOnPlatform(platform: PlatformScope, input: UserInput): Promise<UserId> {
    const companyId = input.companyId ?? null;
    const errors: FieldErrors = {};
    if (companyId === null && !input.isSuperAdmin && !input.isMasterAdmin)
      errors.companyId = ["Choose a company, or make the user a super admin or master admin."];
    if (companyId !== null && !(await userRepository.companyExists(platform, companyId)))
      errors.companyId = ["This company does not exist."];
    assertNoErrors(errors);

    const known = await userRepository.findAccount(platform, { email: input.email });
    const isTaken =
      companyId === null
        ? known !== undefined
        : await userRepository.isTaken(platform, { companyId, email: input.email });
    if (isTaken) throw emailTaken();
    const flags = {
      isSuperAdmin: input.isSuperAdmin ?? known?.isSuperAdmin ?? false,
      isMasterAdmin: input.isMasterAdmin ?? known?.isMasterAdmin ?? false,
    };
    if (known) await userRepository.updateAccount(platform, { ...accountOnly(known), ...flags });
    const id = known?.id ?? (await userRepository.addAccount(platform, { ...accountValuesOf(input), ...flags }));
    if (id === undefined) throw emailTaken();
    if (companyId !== null)
      await userRepository.putMembership(platform, {
        companyId,
        accountId: id,
        ...namesOf(known ?? input),
        ...membershipValuesOf(input),
      });
    if (!known?.hasPassword && (input.active || companyId === null))
      await enqueueJob(platform, setUpMail({ accountId: id, companyId }));
    return userOf(id);
  }

  /**
   * What another e-mail makes of a member: it is invited, and takes over when it accepts. Until then whoever has joined stays, unless they
   * never set a password: then the former e-mail may be a stranger's.
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

  async function updateInCompany(
    platform: PlatformScope,
    { companyId, actor, id, input }: AdminAct & { input: UserInput },
  ): Promise<void> {
    const member = await findMember(platform, { companyId, id });
    const next = membershipValuesOf(input);
    assertNoErrors({
      ...platformFieldErrors(input, companyId),
      ...(await lockOutErrors(platform, { current: member, next, isSelf: actor === id })),
    });
    await userRepository.updateMember(platform, { companyId, id, ...namesOf(input), ...next });
    const email = member.invitedEmail ?? member.accountEmail;
    if (!isSameEmail(email, input.email)) await inviteOtherEmail(platform, { member, email: input.email });
    if (member.accountId !== null) await endAccessIfNowhere(platform, member.accountId);
  }

  async function updateOnPlatform(
    platform: PlatformScope,
    { actor, id, input }: { actor: AccountId; id: UserId; input: UserInput },
  ): Promise<void> {
    const { user, person } = await findAccount(platform, id);
    const isSelf = actor === person.id;
    const flags = {
      isSuperAdmin: input.isSuperAdmin ?? person.isSuperAdmin,
      isMasterAdmin: input.isMasterAdmin ?? person.isMasterAdmin,
    };
    // Role and access belong to a membership: the one named, or else the only one there is.
    const companyId = input.companyId ?? user.companyId;
    const errors: FieldErrors = {};
    if (person.isSuperAdmin && !flags.isSuperAdmin) {
      if (isSelf) errors.isSuperAdmin = ["You cannot take this right from yourself."];
      else if (!(await userRepository.hasOtherSuperAdmin(platform, person.id)))
        errors.isSuperAdmin = ["The installation needs at least one super admin."];
    }
    if (companyId !== null && !(await userRepository.companyExists(platform, companyId)))
      errors.companyId = ["This company does not exist."];

    const isEverywhere = companyId === null && input.active !== user.active;
    if (isEverywhere && person.memberships.length === 0)
      errors.active = [
        "Somebody without a company has nothing to be deactivated in. Take their rights, or delete them.",
      ];
    const values = membershipValuesOf(input);
    if (companyId !== null || isEverywhere)
      for (const current of person.memberships.filter((one) => companyId === null || one.companyId === companyId)) {
        const next = companyId === null ? { ...values, role: current.role } : values;
        Object.assign(errors, await lockOutErrors(platform, { current, next, isSelf }));
      }
    assertNoErrors(errors);

    await saveAccount(platform, person, { ...accountValuesOf(input), ...flags });
    if (companyId !== null)
      await userRepository.putMembership(platform, {
        companyId,
        accountId: person.id,
        ...namesOf(input),
        ...values,
      });
    else if (isEverywhere)
      await userRepository.setActiveEverywhere(platform, { accountId: person.id, active: input.active });
    await endAccessIfNowhere(platform, person.id);
  }

  /** Takes somebody out of a company. */
  async function removeMember(platform: PlatformScope, { companyId, id, role, active, accountId }: Member) {
    const isAdmin = role === "Admin" && active && accountId !== null;
    if (isAdmin && !(await userRepository.hasOtherAdmin(platform, { companyId, id })))
      assertNoErrors({ id: ["A company needs at least one active admin."] });
    await translating(
      FOREIGN_KEY_VIOLATION,
      () => new Problem("inUse"),
      userRepository.removeMembership(platform, { companyId, id }),
    );
  }

  const assertNotSelf = (isSelf: boolean): void =>
    assertNoErrors(isSelf ? { id: ["You cannot delete yourself."] } : {});

  /** An account goes with its last membership, unless it has rights over the platform. An invitation is withdrawn. */
  async function removeInCompany(
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
    await endAccessIfNowhere(platform, member.accountId);
    return handedOver;
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

  async function removeOnPlatform(
    platform: PlatformScope,
    { actor, id }: { actor: AccountId; id: UserId },
  ): Promise<void> {
    const { person } = await findAccount(platform, id);
    assertNotSelf(actor === person.id);
    for (const member of person.memberships) await removeMember(platform, member);
    await userRepository.removeAccount(platform, person.id);
  }

  /** The mail that leads a member in: the invitation, sent anew, or the set-up of the account that they have. */
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

  async function mailsForPending(platform: PlatformScope, companyId: CompanyId | null): Promise<NewJob[]> {
    if (companyId === null) {
      const accounts = await userRepository.listPendingAccounts(platform);
      return accounts.map((accountId) => setUpMail({ accountId, companyId }));
    }
    const jobs: NewJob[] = [];
    for (const member of await userRepository.listPendingMembers(platform, companyId))
      jobs.push(await mailFor(platform, member));
    return jobs;
  }

  async function mailAgain(
    platform: PlatformScope,
    { companyId, id }: { companyId: CompanyId | null; id: UserId },
  ): Promise<NewJob> {
    const hasSetUp = "This user has set a password already.";
    const user = await findUser(platform, { companyId, id });
    if (companyId === null) {
      const { person } = await findAccount(platform, id);
      if (person.hasPassword) assertNoErrors({ id: [hasSetUp] });
      if (!user.active) assertNoErrors({ id: ["This user is not active."] });
      return setUpMail({ accountId: person.id, companyId });
    }
    const member = await findMember(platform, { companyId, id });
    if (member.invitedEmail === null && member.hasPassword) assertNoErrors({ id: [hasSetUp] });
    if (!user.active) assertNoErrors({ id: ["This user is not active."] });
    return mailFor(platform, member);
  }

  /** An account as each of its companies sees it. */
  async function usersOfAccount(platform: PlatformScope, id: AccountId): Promise<Map<CompanyId, User>> {
    const users = new Map<CompanyId, User>();
    for (const member of (await userRepository.findAccount(platform, { id }))?.memberships ?? [])
      users.set(member.companyId, await findUser(platform, member));
    return users;
  }

  /** Does what a super admin does with an account, and notes in its companies what that changed there. */
  async function notingInCompanies(
    platform: PlatformScope,
    { id, by }: { id: AccountId; by: Actor },
    work: () => Promise<void>,
  ): Promise<void> {
    const before = await usersOfAccount(platform, id);
    await work();
    const after = await usersOfAccount(platform, id);
    for (const companyId of new Set([...before.keys(), ...after.keys()]))
      await noteActivity(platform, { companyId, by, acts: actsBetween(before.get(companyId), after.get(companyId)) });
  }

  /**
   * The account whose second step the admin may remove. It guards every company of the account, so a company's admin decides only where
   * theirs is the only one, and the account has no rights over the platform. One's own goes with the password and a code.
   */
  async function accountForTwoStep(
    platform: PlatformScope,
    { accountId, user }: Session,
    id: UserId,
  ): Promise<AccountId> {
    const { companyId } = user;
    const owner = companyId === null ? accountOf(id) : (await findMember(platform, { companyId, id })).accountId;
    const person = owner === null ? undefined : await userRepository.findAccount(platform, { id: owner });
    if (!person) throw new Problem(companyId === null ? "notFound" : "twoStepIsOff");
    if (person.id === accountId) assertNoErrors({ id: ["Turn off your own two-step sign-in under Manage account."] });
    const isOnlyHere = person.memberships.length === 1 && !person.isSuperAdmin && !person.isMasterAdmin;
    if (!user.isSuperAdmin && !isOnlyHere) throw new Problem("twoStepNotYours");
    return person.id;
  }

  return onPlatform<
    | "listUsers"
    | "listMembers"
    | "getUser"
    | "createUser"
    | "updateUser"
    | "deleteUser"
    | "resendSetUpEmail"
    | "sendSetUpPendingEmails"
    | "removeTwoStep"
  >({
    async listUsers({ query, session, platform }) {
      const asker = requireSession(session);
      const companyId = sightOf(asker);
      const users = await userRepository.list(platform, { companyId, active: query.active });
      if (!hasAccess(asker.user, "userAdmin")) return users;
      const withTwoStep = await userRepository.listWithTwoStep(platform, companyId);
      const listed = users.map((user) => ({ ...user, hasTwoStep: withTwoStep.has(user.id) }));
      if (companyId === null) return listed;
      const leadCounts = await userRepository.countLeads(platform, companyId);
      const times = await userRepository.listTimes(platform, companyId);
      return listed.map((user) => ({ ...user, leadCount: leadCounts.get(user.id) ?? 0, ...times.get(user.id) }));
    },

    listMembers: ({ platform }) => userRepository.listMembers(platform),

    getUser: ({ params, session, platform }) =>
      findUser(platform, { companyId: sightOf(requireSession(session)), id: params.id }),

    async createUser({ body, session, caller, platform }) {
      const asker = requireSession(session);
      const { accountId: actor, user } = asker;
      const { companyId } = user;
      const id =
        companyId === null
          ? await createOnPlatform(platform, body)
          : await createInCompany(platform, { companyId, input: body });
      await recordAuditEvent(platform.db, {
        event: "user.added",
        accountId: actor,
        companyId: companyId ?? undefined,
        details: { userId: id },
      });
      const added = await findUser(platform, { companyId, id });
      const inCompany =
        companyId === null && body.companyId != null
          ? (await usersOfAccount(platform, accountOf(id))).get(body.companyId)
          : added;
      const noted = companyId ?? body.companyId;
      if (noted != null && inCompany)
        await noteActivity(platform, { companyId: noted, by: actorOf(asker, caller), acts: [addedUser(inCompany)] });
      return added;
    },

    async updateUser({ params: { id }, body, session, caller, platform }) {
      const asker = requireSession(session);
      const { accountId, user } = asker;
      const { companyId } = user;
      const by = actorOf(asker, caller);
      if (companyId === null)
        await notingInCompanies(platform, { id: accountOf(id), by }, () =>
          updateOnPlatform(platform, { actor: accountId, id, input: body }),
        );
      else {
        const before = await findUser(platform, { companyId, id });
        await updateInCompany(platform, { companyId, actor: user.id, id, input: body });
        const after = await findUser(platform, { companyId, id });
        await noteActivity(platform, { companyId, by, acts: changedUser(before, after) });
      }
      const { active, role, isSuperAdmin, isMasterAdmin } = body;
      await recordAuditEvent(platform.db, {
        event: "user.changed",
        accountId,
        companyId: companyId ?? undefined,
        details: { userId: id, active, role, isSuperAdmin, isMasterAdmin },
      });
      return findUser(platform, { companyId, id });
    },

    async deleteUser({ params: { id }, query: { newSalespersonId }, session, caller, platform }) {
      const asker = requireSession(session);
      const { accountId, user } = asker;
      const { companyId } = user;
      const by = actorOf(asker, caller);
      if (companyId === null && newSalespersonId !== undefined)
        assertNoErrors({ newSalespersonId: ["Leads are handed over inside their company."] });
      let leadsHandedOver = 0;
      if (companyId === null)
        await notingInCompanies(platform, { id: accountOf(id), by }, () =>
          removeOnPlatform(platform, { actor: accountId, id }),
        );
      else {
        const removed = await findUser(platform, { companyId, id });
        leadsHandedOver = await removeInCompany(platform, { companyId, actor: user.id, id, newSalespersonId });
        const successor =
          newSalespersonId === undefined ? undefined : await findUser(platform, { companyId, id: newSalespersonId });
        const handover = successor && { takenOverBy: fullName(successor), leads: leadsHandedOver };
        await noteActivity(platform, { companyId, by, acts: [removedUser(removed, handover)] });
      }
      await recordAuditEvent(platform.db, {
        event: "user.removed",
        accountId,
        companyId: companyId ?? undefined,
        details: { userId: id, ...(leadsHandedOver > 0 && { newSalespersonId, leadsHandedOver }) },
      });
    },

    async resendSetUpEmail({ params: { id }, session, caller, platform }) {
      const asker = requireSession(session);
      const { companyId } = asker.user;
      const mail = await mailAgain(platform, { companyId, id });
      await countMails(platform, companyId, 1);
      await enqueueJob(platform, mail);
      if (companyId === null) return;
      const acts = [mailedUser(await findUser(platform, { companyId, id }))];
      await noteActivity(platform, { companyId, by: actorOf(asker, caller), acts });
    },

    async sendSetUpPendingEmails({ session, caller, platform }) {
      const asker = requireSession(session);
      const { companyId } = asker.user;
      const mails = await mailsForPending(platform, companyId);
      await countMails(platform, companyId, mails.length);
      await enqueueJobs(platform, mails);
      if (companyId !== null) {
        const acts: Act[] = [];
        for (const { id } of await userRepository.listPendingMembers(platform, companyId))
          acts.push(mailedUser(await findUser(platform, { companyId, id })));
        await noteActivity(platform, { companyId, by: actorOf(asker, caller), acts });
      }
      return { sent: mails.length };
    },

    async removeTwoStep({ params: { id }, session, caller, platform }) {
      const asker = requireSession(session);
      const { companyId } = asker.user;
      const accountId = await accountForTwoStep(platform, asker, id);
      if (!(await turnOffTwoStep(platform, accountId))) throw new Problem("twoStepIsOff");
      await recordAuditEvent(platform.db, {
        event: "two-step.removed",
        accountId: asker.accountId,
        companyId: companyId ?? undefined,
        details: { userId: id },
      });
      for (const [noted, user] of await usersOfAccount(platform, accountId))
        await noteActivity(platform, {
          companyId: noted,
          by: actorOf(asker, caller),
          acts: [removedTwoStep(user)],
        });
      await enqueueJob(platform, { name: "send-two-step-mail", payload: { accountId, companyId } });
    },
  });
}

const actsBetween = (before: User | undefined, after: User | undefined): Act[] => {
  if (!before) return after ? [addedUser(after)] : [];
  return after ? changedUser(before, after) : [removedUser(before)];
};

const setUpMail = ({ accountId, companyId }: { accountId: AccountId; companyId: CompanyId | null }): NewJob => ({
  name: "send-account-mail",
  payload: { accountId, purpose: "setup", companyId },
  key: `setup ${String(accountId)}`,
});

const invitationMail = ({ companyId, id }: { companyId: CompanyId; id: UserId }): NewJob => ({
  name: "send-invitation",
  payload: { companyId, userId: id },
  key: `invitation ${String(companyId)} ${String(id)}`,
});

const accountOnly = ({ id, email, firstName, lastName, phoneNumber, isSuperAdmin, isMasterAdmin }: AccountOfUser) => ({
  id,
  email,
  firstName,
  lastName,
  phoneNumber,
  isSuperAdmin,
  isMasterAdmin,
});

/** Inside a company these fields are only repeated as they are shown there, never changed. */
function platformFieldErrors(input: UserInput, companyId: CompanyId): FieldErrors {
  const shown = { isSuperAdmin: false, isMasterAdmin: false, companyId };
  const changed = PLATFORM_FIELDS.filter((field) => input[field] !== undefined && input[field] !== shown[field]);
  return Object.fromEntries(changed.map((field) => [field, ["Only a super admin outside a company can change this."]]));
}
