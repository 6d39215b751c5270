import { z } from "zod";
import { accountId, companyId, userId } from "#ids.ts";
import { defineRecord } from "#records/define-record.ts";
import { member } from "#records/members.ts";
import { phone, requiredEmail, requiredText, text } from "#rules/text.ts";

export const ROLES = ["User", "Admin"] as const;
export const role = z.enum(ROLES, "Role must be User or Admin.");
export type Role = z.infer<typeof role>;

/** The validity of an invitation after it was sent. */
export const INVITATION_DAYS = 7;

/** An unaccepted invitation. After `expiresTime` an open one must be sent again. */
export const invitation = z.object({
  state: z.enum(["open", "declined"]),
  expiresTime: z.iso.datetime(),
});

/** A person in one company (1.§3); `id` is the membership's. Outside any company, where only a super admin looks, it is the account's. */
export const user = z.object({
  id: userId,
  externalId: z.string().nullable(),
  folderId: z.string().nullable(),
  email: z.string(),
  phoneNumber: z.string(),
  emailConfirmed: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  active: z.boolean(),
  isSuperAdmin: z.boolean(),
  isMasterAdmin: z.boolean(),
  role: role.nullable(),
  companyId: companyId.nullable(),
  /** For a person who has not joined, or not yet under this e-mail; null for others, and outside any company. */
  invitation: invitation.nullable(),
});
export type User = z.infer<typeof user>;

export const listedUser = user.extend({
  /** Leads with them as first or second salesperson. For admins of the company only. */
  leadCount: z.number().int().optional(),
  /** Whether they use two-step sign-in. For admins of the company, and super admins outside one. */
  hasTwoStep: z.boolean().optional(),
  /** Their last sign-in to this company, or return with a kept login; null for never. For admins of the company. */
  lastSignedInTime: z.iso.datetime().nullable().optional(),
  /** When the mail server permanently rejected the address of their open invitation. For admins of the company. */
  mailRefusedTime: z.iso.datetime().nullable().optional(),
});
export type ListedUser = z.infer<typeof listedUser>;

/** A person in one company, as a super admin lists them across companies. Someone without a company is listed once, by account id. */
export const listedMember = listedUser.extend({
  /** Null until the invitation is accepted. */
  accountId: accountId.nullable(),
  companyName: z.string(),
});
export type ListedMember = z.infer<typeof listedMember>;

/** The user in their own session (1.§3). */
export const sessionUser = user.pick({
  id: true,
  companyId: true,
  active: true,
  role: true,
  isSuperAdmin: true,
  isMasterAdmin: true,
});
export type SessionUser = z.infer<typeof sessionUser>;

const name = {
  firstName: member("text", requiredText({ field: "First name", max: 100 }), { label: "First name", empty: "" }),
  lastName: member("text", requiredText({ field: "Last name", max: 100 }), { label: "Last name", empty: "" }),
};
const phoneNumber = member("phone", phone("Phone number").default(""), { label: "Phone number", empty: "" });

/** What people write about themselves. Stored by the account, and by each of its companies. */
export const personRecord = defineRecord({ written: { ...name, phoneNumber } });
export const selfInput = personRecord.schema;
export type PersonFields = z.infer<typeof selfInput>;

/** What an admin writes about a user. */
export const userRecord = defineRecord({
  written: {
    ...name,
    email: member("text", requiredEmail("E-mail"), { label: "E-mail", empty: "" }),
    phoneNumber,
    active: member("flag", z.boolean("Active must be true or false.").default(true), { label: "Active", empty: true }),
    role: member("text", role.default("User"), { label: "Role", empty: "User" }),
    externalId: member("reference", text({ field: "External id", max: 200 }).nullable().default(null), {
      label: "External id",
      empty: null,
    }),
    folderId: member("reference", text({ field: "Salesperson’s folder", max: 500 }).nullable().default(null), {
      label: "Salesperson’s folder",
      empty: null,
    }),
  },
});

/** In a call. Only a super admin outside a company can set the flags and the company. */
export const userInput = userRecord.schema.extend({
  isSuperAdmin: z.boolean().optional(),
  isMasterAdmin: z.boolean().optional(),
  companyId: companyId.nullable().optional(),
});
export type UserInput = z.infer<typeof userInput>;

/** Members of a user as a caller saw them: as they are stored, not checked against today's rules, limited in length. */
const formerUser = z
  .strictObject({
    firstName: z.string().max(100),
    lastName: z.string().max(100),
    email: z.string().max(500),
    phoneNumber: z.string().max(100),
    active: z.boolean(),
    role,
    externalId: z.string().max(200).nullable(),
    folderId: z.string().max(500).nullable(),
  })
  .partial();

/**
 * A change to a user. With the former values of the members that changed, those alone are written, unless another user changed one of them
 * meanwhile; without former values the whole user is written.
 */
export const userChange = userInput.extend({ former: formerUser.optional() });
export type UserChange = z.infer<typeof userChange>;

/** What an admin would write of a user to leave everything as it is. */
export const toUserInput = (user: User): UserInput =>
  Object.fromEntries(userRecord.fields.map((field) => [field, user[field] ?? userRecord.empty[field]])) as UserInput;

/** "Ann Lee" (1.§3); the e-mail without a name. */
export const fullName = (person: Pick<User, "firstName" | "lastName" | "email">): string =>
  `${person.firstName} ${person.lastName}`.trim() || person.email;

/** The first letter of a name, including surrogate pairs; undefined for an empty one. */
const firstLetter = (text: string): string | undefined => Array.from(text.trim())[0];

/** "AL" for Ann Lee (1.§3). */
export const initials = (person: Pick<User, "firstName" | "lastName" | "email">): string => {
  const letters = [person.firstName, person.lastName].map((part) => firstLetter(part) ?? "").join("");
  return (letters || (firstLetter(person.email) ?? "")).toUpperCase();
};

/** "Ann L." for Ann Lee (1.§3). */
export const firstNameAndInitial = (person: Pick<User, "firstName" | "lastName">): string => {
  const initial = firstLetter(person.lastName);
  return initial ? `${person.firstName} ${initial}.` : person.firstName;
};
