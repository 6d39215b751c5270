import { fullName, pick, type User } from "@ridgebook/contract";
import { changesOf, type Act } from "#http/note-activity.ts";

/* Activity entries about users, with their names at that time. */

const about = (user: User) => ({ kind: "users", subject: String(user.id), subjectName: fullName(user) }) as const;

const SHOWN = ["email", "phoneNumber", "role", "active"] as const;
const stateOf = (user: User) => ({ name: fullName(user), ...pick(user, SHOWN) });

export const addedUser = (user: User): Act => ({
  ...about(user),
  action: "added",
  details: { email: user.email, ...(user.role && { role: user.role }) },
});

export const changedUser = (before: User, after: User): Act[] =>
  changesOf(about(before), { before: stateOf(before), after: stateOf(after), members: ["name", ...SHOWN] });

export const removedUser = (user: User, handover?: { takenOverBy: string; leads: number }): Act => ({
  ...about(user),
  action: "removed",
  details: { email: user.email, ...handover },
});

/** The setup mail was sent again. */
export const mailedUser = (user: User): Act => ({ ...about(user), action: "changed", member: "setUpMail" });

/** A second step protects all companies of an account, so each one records its removal. */
export const removedTwoStep = (user: User): Act => ({ ...about(user), action: "removed", member: "twoStep" });
