import {
  mergeChange,
  pick,
  Problem,
  ruleMessages,
  toUserInput,
  userRecord,
  type AccountId,
  type CompanyId,
  type FieldErrors,
  type PersonFields,
  type User,
  type UserChange,
  type UserId,
  type UserInput,
} from "@ridgebook/contract";
import type { PlatformScope } from "#database/company-scope.ts";
import { postgresCode } from "#database/database.ts";
import type { NewJob } from "#database/job-queue.ts";
import { orNotFound } from "#http/or-not-found.ts";
import { userRepository, type AccountValues, type Member, type MembershipValues } from "./user-repository.ts";

/* Shared by a company's members and the platform's accounts when they are added, changed and removed. */

const FOREIGN_KEY_VIOLATION = "23503";

export const namesOf = (person: PersonFields): PersonFields => pick(person, ["firstName", "lastName", "phoneNumber"]);
export const accountValuesOf = (input: UserInput): AccountValues => ({ ...namesOf(input), email: input.email });
export const membershipValuesOf = (input: UserInput): MembershipValues =>
  pick(input, ["role", "active", "externalId", "folderId"]);

export const isSameEmail = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

export const emailTaken = (): Problem => {
  const { message } = new Problem("emailTaken");
  return new Problem("emailTaken", { errors: { email: [message] } });
};

export function assertNoErrors(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new Problem("validation", { errors });
}

/** Replaces PostgreSQL's error of that code by the given problem. */
export async function translating<Result>(
  code: string,
  toProblem: () => Problem,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (postgresCode(error) === code) throw toProblem();
    throw error;
  }
}

export const assertNotSelf = (isSelf: boolean): void =>
  assertNoErrors(isSelf ? { id: ["You cannot delete yourself."] } : {});

export const HAS_SET_UP = "This user has set a password already.";
export const IS_NOT_ACTIVE = "This user is not active.";

export interface UserParts {
  readonly endLoginSessions: (platform: PlatformScope, accountId: AccountId) => Promise<void>;
  /** Invalidates an account's mailed codes. */
  readonly useUpCodes: (platform: PlatformScope, accountId: AccountId) => Promise<void>;
  /** Invalidates an invitation's mailed codes. */
  readonly useUpInvitationCodes: (
    platform: PlatformScope,
    invited: { companyId: CompanyId; id: UserId },
  ) => Promise<void>;
  /** Invitations and setup mails count against the company's limit only: an admin may invite a whole office at once. */
  readonly countMails: (platform: PlatformScope, companyId: CompanyId, mails: number) => Promise<void>;
  readonly now: () => Date;
}

export async function findUser(
  platform: PlatformScope,
  where: { companyId: CompanyId | null; id: UserId },
): Promise<User> {
  return orNotFound(await userRepository.find(platform, where));
}

/** Applies a change to a user. Throws validation with both values if someone else changed the same field meanwhile. */
export function mergeUser(user: User, { former, ...input }: UserChange): UserInput {
  if (!former) return input;
  const current = toUserInput(user);
  const wanted = Object.fromEntries(Object.entries(input).filter(([field]) => field in former));
  const { values, conflicts } = mergeChange({ written: userRecord.written, current, wanted, former });
  if (values) return { ...input, ...current, ...values };
  const errors = Object.fromEntries(conflicts.map(({ field }) => [field, [ruleMessages.changedMeanwhile]]));
  throw new Problem("validation", { errors, conflicts: [...conflicts] });
}

/** Rejects changes that lock people out: removing one's own access, or a company's last admin. */
export async function lockOutErrors(
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

export async function removeMember(platform: PlatformScope, { companyId, id, role, active, accountId }: Member) {
  const isAdmin = role === "Admin" && active && accountId !== null;
  if (isAdmin && !(await userRepository.hasOtherAdmin(platform, { companyId, id })))
    assertNoErrors({ id: ["A company needs at least one active admin."] });
  await translating(
    FOREIGN_KEY_VIOLATION,
    () => new Problem("inUse"),
    userRepository.removeMembership(platform, { companyId, id }),
  );
}

/** Signs out someone who has no company left. */
export async function endAccessIfNowhere(
  { endLoginSessions }: Pick<UserParts, "endLoginSessions">,
  platform: PlatformScope,
  id: AccountId,
): Promise<void> {
  const person = await userRepository.findAccount(platform, { id });
  const isSomewhere = person?.memberships.some(({ active }) => active);
  if (person && !isSomewhere && !person.isSuperAdmin && !person.isMasterAdmin) await endLoginSessions(platform, id);
}

export const setUpMail = ({ accountId, companyId }: { accountId: AccountId; companyId: CompanyId | null }): NewJob => ({
  name: "send-account-mail",
  payload: { accountId, purpose: "setup", companyId },
  key: `setup ${String(accountId)}`,
});
