import { searchableText, fullName, type ListedUser, type User, type UserInput } from "@ridgebook/contract";

export const USER_STATES = ["active", "invited", "deactivated"] as const;
export type UserState = (typeof USER_STATES)[number];

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

/** By last name, as the list of leads is. */
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
  /** People are added beside the list. */
  readonly add?: "csv";
}

/** What an address asks for; an unknown state is all of them. */
export function userListSearch({ searchQuery, state, add }: Readonly<Record<string, unknown>>): UserListSearch {
  const known = USER_STATES.find((each) => each === state);
  return {
    ...(typeof searchQuery === "string" && searchQuery !== "" && { searchQuery }),
    ...(known && { state: known }),
    ...(add === "csv" && { add }),
  };
}

/** Those whose name or e-mail has every word that was typed. */
export function searchUsers(users: readonly ListedUser[], searchQuery = ""): ListedUser[] {
  const words = searchableText(searchQuery)
    .split(" ")
    .filter((word) => word !== "");
  return users.filter((user) => {
    const text = searchableText(`${user.firstName} ${user.lastName} ${user.email}`);
    return words.every((word) => text.includes(word));
  });
}

export type UserCounts = Record<UserState | "all", number>;

export const countStates = (users: readonly User[]): UserCounts => ({
  all: users.length,
  active: users.filter((user) => stateOf(user) === "active").length,
  invited: users.filter((user) => stateOf(user) === "invited").length,
  deactivated: users.filter((user) => stateOf(user) === "deactivated").length,
});

/** Why something cannot be done to a user. Undefined: it can. */
export interface UserLocks {
  readonly deactivate?: string;
  readonly demote?: string;
  readonly remove?: string;
  readonly removeTwoStep?: string;
}

const LAST_ADMIN = "A company needs at least one active admin.";

/** The texts are the server's, which refuses the same (user-answers.ts, `lockOutErrors`). */
export function locksOf(
  user: User,
  { users, selfId }: { users: readonly User[]; selfId: number | undefined },
): UserLocks {
  const isSelf = user.id === selfId;
  const isLastAdmin =
    isJoinedAdmin(user) &&
    user.companyId !== null &&
    !users.some((other) => other.id !== user.id && isJoinedAdmin(other));
  if (!isSelf && !isLastAdmin) return {};
  return {
    deactivate: isSelf ? "You cannot deactivate yourself." : LAST_ADMIN,
    ...(user.role === "Admin" && {
      demote: isSelf ? "You cannot take the role Admin from yourself." : LAST_ADMIN,
    }),
    remove: isSelf ? "You cannot delete yourself." : LAST_ADMIN,
    ...(isSelf && { removeTwoStep: "Turn off your own two-step sign-in under Manage account." }),
  };
}

const isJoinedAdmin = ({ role, active, emailConfirmed }: User): boolean => role === "Admin" && active && emailConfirmed;

/** A user as a save sends them back. */
export const toUserInput = (user: User): UserInput => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phoneNumber: user.phoneNumber,
  active: user.active,
  role: user.role ?? "User",
  externalId: user.externalId,
  folderId: user.folderId,
});

/** What became of an invitation; undefined for those who have joined. */
export function invitationText(
  { invitation, active }: Pick<User, "invitation" | "active">,
  { now, timeZone }: { now: number; timeZone: string },
): string | undefined {
  if (!invitation || !active) return undefined;
  if (invitation.state === "declined") return "Declined";
  const ends = Date.parse(invitation.expiresTime);
  const day = new Intl.DateTimeFormat("en-US", { timeZone, month: "short", day: "numeric" }).format(ends);
  return ends > now ? `Open until ${day}` : `Ended ${day}, send it again`;
}

/** Who can take over somebody's leads. */
export const takersOf = (user: User, users: readonly ListedUser[]): ListedUser[] =>
  sortedByLastName(users.filter(({ id, active }) => active && id !== user.id));

/** "61 leads", "1 lead" */
export const leadsText = (count: number): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? "lead" : "leads"}`;

/** "Dana Mercer, 84 leads" */
export const takerText = (user: ListedUser): string =>
  user.leadCount === undefined ? fullName(user) : `${fullName(user)}, ${leadsText(user.leadCount)}`;
