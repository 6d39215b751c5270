import {
  Problem,
  type AccountId,
  type CompanyId,
  type FieldErrors,
  type User,
  type UserInput,
} from "@ridgebook/contract";
import type { PlatformScope } from "#database/company-scope.ts";
import { postgresCode } from "#database/database.ts";
import { enqueueJob, enqueueJobs, type NewJob } from "#database/job-queue.ts";
import { takeMailAllowance, type MailLimits } from "#database/mail-allowance.ts";
import { onPlatform } from "#http/handlers.ts";
import { recordAuditEvent, requireSession, type Session } from "#http/session.ts";
import { userRepository, type AccountOfUser, type AccountValues, type MembershipValues } from "./user-repository.ts";

const FOREIGN_KEY_VIOLATION = "23503";
const UNIQUE_VIOLATION = "23505";

const ACCOUNT_FIELDS = ["email", "firstName", "lastName", "phoneNumber"] as const;
const PLATFORM_FIELDS = ["isSuperAdmin", "isMasterAdmin", "companyId"] as const;

const accountValuesOf = ({ email, firstName, lastName, phoneNumber }: UserInput): AccountValues => ({
  email,
  firstName,
  lastName,
  phoneNumber,
});
const membershipValuesOf = ({ role, active, externalId, folderId }: UserInput): MembershipValues => ({
  role,
  active,
  externalId,
  folderId,
});

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

/** Who acts, and on what. */
interface Act {
  readonly actor: AccountId;
  readonly id: AccountId;
  readonly person: AccountOfUser;
}

/**
 * Users (1.§7, API-52 to API-58): a company's admin sees and writes memberships of the company, a super admin outside
 * any company sees and writes accounts.
 *
 * An account may belong to several companies. Whoever administers one of them decides over role and access there, and
 * over name and e-mail only while the account is nowhere else: an e-mail is what a password is reset with.
 */
export function userAnswers({
  endLoginSessions,
  useUpCodes,
  mailLimits,
  now,
}: {
  /** Ends all login sessions of an account. */
  endLoginSessions: (platform: PlatformScope, accountId: AccountId) => Promise<void>;
  /** Makes the codes useless that were mailed to an account. */
  useUpCodes: (platform: PlatformScope, accountId: AccountId) => Promise<void>;
  mailLimits: MailLimits;
  now: () => Date;
}) {
  /** Set-up mails count against the company's limit only: an admin may invite a whole office at once. */
  async function countMails(platform: PlatformScope, companyId: CompanyId | null, mails: number): Promise<void> {
    if (companyId !== null && mails > 0)
      await takeMailAllowance(platform, { companyId, accountId: null, mails, limits: mailLimits, now: now() });
  }

  const mailSetUp = (platform: PlatformScope, who: Parameters<typeof setUpMail>[0]): Promise<void> =>
    enqueueJob(platform, setUpMail(who));

  async function found(
    platform: PlatformScope,
    where: { companyId: CompanyId | null; id: AccountId },
  ): Promise<{ user: User; person: AccountOfUser }> {
    const person = await userRepository.findAccount(platform, { id: where.id });
    const user = person && (await userRepository.find(platform, where));
    if (!user) throw new Problem("notFound");
    return { user, person };
  }

  async function saveAccount(
    platform: PlatformScope,
    person: AccountOfUser,
    values: AccountValues & Pick<AccountOfUser, "isSuperAdmin" | "isMasterAdmin">,
  ): Promise<void> {
    const isOtherEmail = values.email.toLowerCase() !== person.email.toLowerCase();
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
    if (!person.hasPassword) await mailSetUp(platform, { accountId: person.id, companyId: null });
  }

  /** What would lock people out: taking one's own access, or a company's last admin. */
  async function lockOutErrors(
    platform: PlatformScope,
    { actor, id, person }: Act,
    membership: MembershipValues & { companyId: CompanyId },
  ): Promise<FieldErrors> {
    const current = person.memberships.find(({ companyId }) => companyId === membership.companyId);
    const losesAccess = current?.active === true && !membership.active;
    const losesAdmin = current?.active === true && current.role === "Admin" && membership.role !== "Admin";
    const field = losesAccess ? "active" : "role";
    if (!losesAccess && !losesAdmin) return {};
    if (actor === id)
      return {
        [field]: [losesAccess ? "You cannot deactivate yourself." : "You cannot take the role Admin from yourself."],
      };
    if (current.role !== "Admin") return {};
    const isLast = !(await userRepository.hasOtherAdmin(platform, { companyId: membership.companyId, accountId: id }));
    return isLast ? { [field]: ["A company needs at least one active admin."] } : {};
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
  ): Promise<AccountId> {
    assertNoErrors(platformFieldErrors(input, { isSuperAdmin: false, isMasterAdmin: false, companyId }));
    const known = await userRepository.findAccount(platform, { email: input.email });
    if (known?.memberships.some((membership) => membership.companyId === companyId)) throw emailTaken();
    const id =
      known?.id ??
      (await userRepository.addAccount(platform, {
        ...accountValuesOf(input),
        isSuperAdmin: false,
        isMasterAdmin: false,
      }));
    if (id === undefined) throw emailTaken();
    await userRepository.putMembership(platform, { companyId, accountId: id, ...membershipValuesOf(input) });
    if (!known?.hasPassword && input.active) {
      await countMails(platform, companyId, 1);
      await mailSetUp(platform, { accountId: id, companyId });
    }
    return id;
  }

  async function createOnPlatform(platform: PlatformScope, input: UserInput): Promise<AccountId> {
    const companyId = input.companyId ?? null;
    const errors: FieldErrors = {};
    if (companyId === null && !input.isSuperAdmin && !input.isMasterAdmin)
      errors.companyId = ["Choose a company, or make the user a super admin or master admin."];
    if (companyId !== null && !(await userRepository.companyExists(platform, companyId)))
      errors.companyId = ["This company does not exist."];
    assertNoErrors(errors);

    const known = await userRepository.findAccount(platform, { email: input.email });
    const isMember = known?.memberships.some((membership) => membership.companyId === companyId);
    if (known && (companyId === null || isMember)) throw emailTaken();
    const flags = {
      isSuperAdmin: input.isSuperAdmin ?? known?.isSuperAdmin ?? false,
      isMasterAdmin: input.isMasterAdmin ?? known?.isMasterAdmin ?? false,
    };
    if (known) await userRepository.updateAccount(platform, { ...accountOnly(known), ...flags });
    const id = known?.id ?? (await userRepository.addAccount(platform, { ...accountValuesOf(input), ...flags }));
    if (id === undefined) throw emailTaken();
    if (companyId !== null)
      await userRepository.putMembership(platform, { companyId, accountId: id, ...membershipValuesOf(input) });
    if (!known?.hasPassword && (input.active || companyId === null))
      await mailSetUp(platform, { accountId: id, companyId });
    return id;
  }

  async function updateInCompany(
    platform: PlatformScope,
    { companyId, actor, id, input }: { companyId: CompanyId; actor: AccountId; id: AccountId; input: UserInput },
  ): Promise<void> {
    const { user, person } = await found(platform, { companyId, id });
    const membership = { companyId, ...membershipValuesOf(input) };
    const isOnlyHere = person.memberships.length === 1 && !person.isSuperAdmin && !person.isMasterAdmin;
    assertNoErrors({
      ...platformFieldErrors(input, { ...user, companyId }),
      ...(isOnlyHere ? {} : foreignAccountErrors(input, person)),
      ...(await lockOutErrors(platform, { actor, id, person }, membership)),
    });
    if (isOnlyHere) await saveAccount(platform, person, { ...accountOnly(person), ...accountValuesOf(input) });
    await userRepository.putMembership(platform, { accountId: id, ...membership });
    await endAccessIfNowhere(platform, id);
  }

  async function updateOnPlatform(
    platform: PlatformScope,
    { actor, id, input }: { actor: AccountId; id: AccountId; input: UserInput },
  ): Promise<void> {
    const { user, person } = await found(platform, { companyId: null, id });
    const flags = {
      isSuperAdmin: input.isSuperAdmin ?? person.isSuperAdmin,
      isMasterAdmin: input.isMasterAdmin ?? person.isMasterAdmin,
    };
    // Role and access belong to a membership: the one named, or else the only one there is.
    const companyId = input.companyId ?? user.companyId;
    const errors: FieldErrors = {};
    if (person.isSuperAdmin && !flags.isSuperAdmin) {
      if (actor === id) errors.isSuperAdmin = ["You cannot take this right from yourself."];
      else if (!(await userRepository.hasOtherSuperAdmin(platform, id)))
        errors.isSuperAdmin = ["The installation needs at least one super admin."];
    }
    if (companyId !== null && !(await userRepository.companyExists(platform, companyId)))
      errors.companyId = ["This company does not exist."];

    const isEverywhere = companyId === null && input.active !== user.active;
    if (isEverywhere && person.memberships.length === 0)
      errors.active = [
        "Somebody without a company has nothing to be deactivated in. Take their rights, or delete them.",
      ];
    const changed =
      companyId === null
        ? person.memberships.map((membership) => ({
            ...membershipValuesOf(input),
            role: membership.role,
            companyId: membership.companyId,
          }))
        : [{ companyId, ...membershipValuesOf(input) }];
    if (companyId !== null || isEverywhere)
      for (const membership of changed)
        Object.assign(errors, await lockOutErrors(platform, { actor, id, person }, membership));
    assertNoErrors(errors);

    await saveAccount(platform, person, { ...accountValuesOf(input), ...flags });
    if (companyId !== null)
      await userRepository.putMembership(platform, { companyId, accountId: id, ...membershipValuesOf(input) });
    else if (isEverywhere) await userRepository.setActiveEverywhere(platform, { accountId: id, active: input.active });
    await endAccessIfNowhere(platform, id);
  }

  /** Takes somebody out of the company, or off the platform with all their memberships. */
  async function remove(
    platform: PlatformScope,
    { companyId, actor, id }: { companyId: CompanyId | null; actor: AccountId; id: AccountId },
  ): Promise<void> {
    const { person } = await found(platform, { companyId, id });
    if (actor === id) assertNoErrors({ id: ["You cannot delete yourself."] });
    const leaving = person.memberships.filter((membership) => companyId === null || membership.companyId === companyId);
    for (const membership of leaving) {
      const isAdmin = membership.role === "Admin" && membership.active;
      if (isAdmin && !(await userRepository.hasOtherAdmin(platform, { ...membership, accountId: id })))
        assertNoErrors({ id: ["A company needs at least one active admin."] });
      await translating(
        FOREIGN_KEY_VIOLATION,
        () => new Problem("inUse"),
        userRepository.removeMembership(platform, { companyId: membership.companyId, accountId: id }),
      );
    }
    const hasReasonToStay = leaving.length < person.memberships.length || person.isSuperAdmin || person.isMasterAdmin;
    if (companyId === null || !hasReasonToStay) await userRepository.removeAccount(platform, id);
    else await endAccessIfNowhere(platform, id);
  }

  return onPlatform<
    "listUsers" | "getUser" | "createUser" | "updateUser" | "deleteUser" | "resendSetUpEmail" | "sendSetUpPendingEmails"
  >({
    listUsers: ({ query, session, platform }) =>
      userRepository.list(platform, { companyId: sightOf(requireSession(session)), active: query.active }),

    async getUser({ params, session, platform }) {
      const companyId = sightOf(requireSession(session));
      const user = await userRepository.find(platform, { companyId, id: params.id });
      if (!user) throw new Problem("notFound");
      return user;
    },

    async createUser({ body, session, platform }) {
      const { accountId: actor, user } = requireSession(session);
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
      return (await found(platform, { companyId, id })).user;
    },

    async updateUser({ params: { id }, body, session, platform }) {
      const { accountId: actor, user } = requireSession(session);
      const { companyId } = user;
      if (companyId === null) await updateOnPlatform(platform, { actor, id, input: body });
      else await updateInCompany(platform, { companyId, actor, id, input: body });
      const { active, role, isSuperAdmin, isMasterAdmin } = body;
      await recordAuditEvent(platform.db, {
        event: "user.changed",
        accountId: actor,
        companyId: companyId ?? undefined,
        details: { userId: id, active, role, isSuperAdmin, isMasterAdmin },
      });
      return (await found(platform, { companyId, id })).user;
    },

    async deleteUser({ params: { id }, session, platform }) {
      const { accountId: actor, user } = requireSession(session);
      await remove(platform, { companyId: user.companyId, actor, id });
      await recordAuditEvent(platform.db, {
        event: "user.removed",
        accountId: actor,
        companyId: user.companyId ?? undefined,
        details: { userId: id },
      });
    },

    async resendSetUpEmail({ params: { id }, session, platform }) {
      const { companyId } = requireSession(session).user;
      const { user, person } = await found(platform, { companyId, id });
      if (person.hasPassword) assertNoErrors({ id: ["This user has set a password already."] });
      if (!user.active) assertNoErrors({ id: ["This user is not active."] });
      await countMails(platform, companyId, 1);
      await mailSetUp(platform, { accountId: id, companyId });
    },

    async sendSetUpPendingEmails({ session, platform }) {
      const { companyId } = requireSession(session).user;
      const pending = await userRepository.listPending(platform, companyId);
      await countMails(platform, companyId, pending.length);
      await enqueueJobs(
        platform,
        pending.map((accountId) => setUpMail({ accountId, companyId })),
      );
      return { sent: pending.length };
    },
  });
}

const setUpMail = ({ accountId, companyId }: { accountId: AccountId; companyId: CompanyId | null }): NewJob => ({
  name: "send-account-mail",
  payload: { accountId, purpose: "setup", companyId },
  key: `setup ${String(accountId)}`,
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

/** Inside a company these fields are only repeated, never changed. */
function platformFieldErrors(
  input: UserInput,
  current: { isSuperAdmin: boolean; isMasterAdmin: boolean; companyId: CompanyId },
): FieldErrors {
  const changed = PLATFORM_FIELDS.filter((field) => input[field] !== undefined && input[field] !== current[field]);
  return Object.fromEntries(changed.map((field) => [field, ["Only a super admin outside a company can change this."]]));
}

function foreignAccountErrors(input: UserInput, person: AccountOfUser): FieldErrors {
  const changed = ACCOUNT_FIELDS.filter((field) => input[field] !== person[field]);
  return Object.fromEntries(
    changed.map((field) => [
      field,
      ["This person also works elsewhere: only they can change this, in their own account."],
    ]),
  );
}
