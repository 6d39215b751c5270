import { pick, type AccountId, type FieldErrors, type User, type UserId, type UserInput } from "@ridgebook/contract";
import type { PlatformScope } from "#database/company-scope.ts";
import { UNIQUE_VIOLATION } from "#database/database.ts";
import { enqueueJob, type NewJob } from "#database/job-queue.ts";
import { orNotFound } from "#http/or-not-found.ts";
import {
  accountValuesOf,
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
  namesOf,
  removeMember,
  setUpMail,
  translating,
  type UserParts,
} from "./change-user.ts";
import { userRepository, type AccountOfUser, type AccountValues } from "./user-repository.ts";

/** Outside a company a user is an account, with its id. */
export const accountOf = (id: UserId): AccountId => id as number as AccountId;
const userOf = (id: AccountId): UserId => id as number as UserId;

async function findAccount(platform: PlatformScope, id: UserId): Promise<{ user: User; person: AccountOfUser }> {
  const person = orNotFound(await userRepository.findAccount(platform, { id: accountOf(id) }));
  return { user: await findUser(platform, { companyId: null, id }), person };
}

/** Accounts, as a super admin outside any company manages them. Throws problems worded for the super admin. */
export function platformAccounts({ useUpCodes, ...parts }: Pick<UserParts, "useUpCodes" | "endLoginSessions">) {
  async function create(platform: PlatformScope, input: UserInput): Promise<UserId> {
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

  async function update(
    platform: PlatformScope,
    { actor, id, input }: { actor: AccountId; id: UserId; input: UserInput },
  ): Promise<void> {
    const { user, person } = await findAccount(platform, id);
    const isSelf = actor === person.id;
    const flags = {
      isSuperAdmin: input.isSuperAdmin ?? person.isSuperAdmin,
      isMasterAdmin: input.isMasterAdmin ?? person.isMasterAdmin,
    };
    // Role and access belong to a membership: the named one, or the only one.
    const companyId = input.companyId ?? user.companyId;
    const errors: FieldErrors = {};
    if (person.isSuperAdmin && !flags.isSuperAdmin) {
      if (isSelf) errors.isSuperAdmin = ["You cannot remove this right from yourself."];
      else if (!(await userRepository.hasOtherSuperAdmin(platform, person.id)))
        errors.isSuperAdmin = ["The installation needs at least one super admin."];
    }
    if (companyId !== null && !(await userRepository.companyExists(platform, companyId)))
      errors.companyId = ["This company does not exist."];

    const isEverywhere = companyId === null && input.active !== user.active;
    if (isEverywhere && person.memberships.length === 0)
      errors.active = ["A user without a company cannot be deactivated. Remove their rights, or delete them."];
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
    await endAccessIfNowhere(parts, platform, person.id);
  }

  async function remove(platform: PlatformScope, { actor, id }: { actor: AccountId; id: UserId }): Promise<void> {
    const { person } = await findAccount(platform, id);
    assertNotSelf(actor === person.id);
    for (const member of person.memberships) await removeMember(platform, member);
    await userRepository.removeAccount(platform, person.id);
  }

  async function mailsForPending(platform: PlatformScope): Promise<NewJob[]> {
    const accounts = await userRepository.listPendingAccounts(platform);
    return accounts.map((accountId) => setUpMail({ accountId, companyId: null }));
  }

  async function mailAgain(platform: PlatformScope, id: UserId): Promise<NewJob> {
    const { user, person } = await findAccount(platform, id);
    if (person.hasPassword) assertNoErrors({ id: [HAS_SET_UP] });
    if (!user.active) assertNoErrors({ id: [IS_NOT_ACTIVE] });
    return setUpMail({ accountId: person.id, companyId: null });
  }

  return { create, update, remove, mailAgain, mailsForPending };
}

const accountOnly = (person: AccountOfUser) =>
  pick(person, ["id", "email", "firstName", "lastName", "phoneNumber", "isSuperAdmin", "isMasterAdmin"]);
