import {
  formatTimeOfDay,
  formatTime,
  formatMoment,
  formatDate,
  dayOf,
  addDays,
  fullName,
  hasEveryWord,
  type ListedMember,
  type ListedUser,
  type User,
} from "@ridgebook/contract";
import { countedText } from "#ui/counted-text.ts";

/** A user of the current company, or of all companies with the fields that identify the company. */
export type Person = ListedUser & Partial<Pick<ListedMember, "accountId" | "companyName">>;

/** Whether a user is the viewer: over all companies by their account, in a company by their membership. */
export const isSelf = ({ id, accountId }: Person, selfId: number | undefined): boolean =>
  (accountId === undefined ? id : accountId) === selfId;

/** One person is listed once in each company. */
export const keyOfPerson = ({ companyId, id }: Person): string => `${String(companyId)} ${String(id)}`;

/** Those of the same company. */
const colleaguesOf = ({ companyId }: Person, people: readonly Person[]): Person[] =>
  people.filter((person) => person.companyId === companyId);

/** "Super admin, master admin"; empty for everyone else, and inside a company. */
export const rightsText = ({ isSuperAdmin, isMasterAdmin }: Person): string =>
  [isSuperAdmin && "Super admin", isMasterAdmin && (isSuperAdmin ? "master admin" : "Master admin")]
    .filter(Boolean)
    .join(", ");

/** "Today, 7:45 AM", "Nov 24, 4:06 PM", "Nov 24, 2025"; a dash if unknown. */
export function signedInText(
  { lastSignedInTime: time }: Person,
  { now, timeZone }: { now: number; timeZone: string },
): string {
  if (time == null) return "–";
  const dayAt = (moment: number): string => dayOf({ moment, timeZone });
  const [day, today] = [dayAt(Date.parse(time)), dayAt(now)];
  const clock = formatTimeOfDay({ time, timeZone });
  if (day === today) return `Today, ${clock}`;
  if (day === addDays({ day: today, days: -1 })) return `Yesterday, ${clock}`;
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return isThisYear ? formatMoment({ time, timeZone, now }) : formatDate({ time, timeZone });
}

export const USER_STATES = ["active", "invited", "deactivated"] as const;
type UserState = (typeof USER_STATES)[number];

export const STATE_LABELS: Record<UserState, string> = {
  active: "Active",
  invited: "Invited",
  deactivated: "Deactivated",
};

export function stateOf({ active, emailConfirmed }: Pick<User, "active" | "emailConfirmed">): UserState {
  if (!active) return "deactivated";
  return emailConfirmed ? "active" : "invited";
}

const collator = new Intl.Collator("en-US", { sensitivity: "base" });

/** By last name, like the list of leads. */
export const sortedByLastName = <Listed extends Pick<User, "firstName" | "lastName" | "email">>(
  users: readonly Listed[],
): Listed[] =>
  users.toSorted(
    (one, other) =>
      collator.compare(one.lastName || one.email, other.lastName || other.email) ||
      collator.compare(one.firstName, other.firstName) ||
      collator.compare(one.email, other.email),
  );

export interface UserListSearch {
  readonly searchQuery?: string;
  readonly state?: UserState;
  /** The form to add users is beside the list. */
  readonly add?: "csv";
  /** The users of the connected CRM instead of the list. */
  readonly view?: "crm";
}

/** Parses the address; an unknown state shows all. */
export function userListSearch({ searchQuery, state, add, view }: Readonly<Record<string, unknown>>): UserListSearch {
  const known = USER_STATES.find((each) => each === state);
  return {
    ...(typeof searchQuery === "string" && searchQuery !== "" && { searchQuery }),
    ...(known && { state: known }),
    ...(add === "csv" && { add }),
    ...(view === "crm" && { view }),
  };
}

/** The users whose name, e-mail and company together contain every typed word. */
export function searchUsers(users: readonly Person[], searchQuery = ""): Person[] {
  return users.filter(({ firstName, lastName, email, companyName = "" }) =>
    hasEveryWord(`${firstName} ${lastName} ${email} ${companyName}`, searchQuery),
  );
}

export type UserCounts = Record<UserState | "all", number>;

export const countStates = (users: readonly User[]): UserCounts => ({
  all: users.length,
  active: users.filter((user) => stateOf(user) === "active").length,
  invited: users.filter((user) => stateOf(user) === "invited").length,
  deactivated: users.filter((user) => stateOf(user) === "deactivated").length,
});

/** Why an action on a user is impossible. Undefined if possible. */
export interface UserLocks {
  readonly deactivate?: string;
  readonly demote?: string;
  readonly remove?: string;
  readonly removeTwoStep?: string;
}

const LAST_ADMIN = "A company needs at least one active admin.";

/** The texts are the server's, which refuses the same (user-answers.ts, `lockOutErrors`). */
export function locksOf(
  user: Person,
  { users, selfId }: { users: readonly Person[]; selfId: number | undefined },
): UserLocks {
  const isOwn = isSelf(user, selfId);
  const isLastAdmin =
    isJoinedAdmin(user) &&
    user.companyId !== null &&
    !colleaguesOf(user, users).some((other) => other.id !== user.id && isJoinedAdmin(other));
  if (!isOwn && !isLastAdmin) return {};
  return {
    deactivate: isOwn ? "You cannot deactivate yourself." : LAST_ADMIN,
    ...(user.role === "Admin" && {
      demote: isOwn ? "You cannot take the role Admin from yourself." : LAST_ADMIN,
    }),
    remove: isOwn ? "You cannot delete yourself." : LAST_ADMIN,
    ...(isOwn && { removeTwoStep: "Turn off your own two-step sign-in under Manage account." }),
  };
}

const isJoinedAdmin = ({ role, active, emailConfirmed }: User): boolean => role === "Admin" && active && emailConfirmed;

/** The state of an invitation; undefined for users who have joined. */
export function invitationText(
  { invitation, active, mailRefusedTime }: Pick<ListedUser, "invitation" | "active" | "mailRefusedTime">,
  { now, timeZone }: { now: number; timeZone: string },
): string | undefined {
  if (!invitation || !active) return undefined;
  if (invitation.state === "declined") return "Declined";
  if (mailRefusedTime) return "The mail server did not accept this address.";
  const ends = Date.parse(invitation.expiresTime);
  const day = formatTime({ time: ends, timeZone, month: "short", day: "numeric" });
  return ends > now ? `Open until ${day}` : `Ended ${day}, send it again`;
}

/** The users who can take over a user's leads. */
export const takersOf = (user: Person, users: readonly Person[]): Person[] =>
  sortedByLastName(colleaguesOf(user, users).filter(({ id, active }) => active && id !== user.id));

/** "61 leads", "1 lead" */
export const leadsText = (count: number): string => countedText(count, "lead");

/** "Dana Mercer, 84 leads" */
export const takerText = (user: ListedUser): string =>
  user.leadCount === undefined ? fullName(user) : `${fullName(user)}, ${leadsText(user.leadCount)}`;
