import { z } from "zod";
import { userIdInText } from "#ids.ts";
import { selfInput, sessionUser, user } from "#entities/user.ts";
import { newPassword, requiredEmail, requiredText, text } from "#rules/text.ts";
import { defineRoutes } from "./define-routes.ts";

const signedIn = z.object({ token: z.string(), user: sessionUser });
const code = requiredText({ field: "Code", max: 200 });
const currentPassword = (field: string) => z.string(`${field} is required.`).min(1, `${field} is required.`).max(1_000);

/** What the forms of passwords ask for. */
export const passwordFields = {
  currentPassword: currentPassword("Current password"),
  password: newPassword("Password"),
};

/** The specification leaves the new password's name open: both are accepted. */
const chosenPassword = {
  password: passwordFields.password.optional(),
  newPassword: passwordFields.password.optional(),
};
interface ChosenPassword {
  readonly password?: string | undefined;
  readonly newPassword?: string | undefined;
}
function takeChosenPassword<Body extends ChosenPassword>(
  { newPassword: otherName, password = otherName, ...rest }: Body,
  context: z.RefinementCtx,
): Omit<Body, keyof ChosenPassword> & { password: string } {
  if (password !== undefined) return { ...rest, password };
  context.addIssue({ code: "custom", path: ["password"], message: "Password is required." });
  return z.NEVER;
}

export const loginSession = z.object({
  id: z.uuid(),
  /** Browser and system in words, as far as known. */
  device: z.string(),
  createdTime: z.iso.datetime(),
  lastUsedTime: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type LoginSession = z.infer<typeof loginSession>;

export const accountRoutes = defineRoutes({
  login: {
    method: "POST",
    path: "/api/users/login",
    summary: "Signs somebody in; sets the cookie that renews the access token.",
    access: "anyone",
    body: z.object({
      email: requiredEmail("E-mail"),
      password: currentPassword("Password"),
      /** A code of the authenticator app or a backup code, for accounts with two-step sign-in. Others ignore it. */
      code: text({ field: "Code", max: 40, isPlain: true }).optional(),
    }),
    reply: signedIn,
    problems: [
      "wrongCredentials",
      "companyInactive",
      "userInactive",
      "twoStepCodeNeeded",
      "wrongTwoStepCode",
      "tooManyRequests",
      "tooBusy",
    ],
    isGuessable: true,
  },
  refresh: {
    method: "POST",
    path: "/api/users/refresh",
    summary: "Renews the access token with the cookie of the login session.",
    access: "anyone",
    query: z.object({ companyId: z.coerce.number().int().optional() }),
    reply: signedIn,
    problems: ["sessionExpired", "twoStepRequired"],
  },
  logout: {
    method: "POST",
    path: "/api/users/logout",
    summary: "Ends the login session of the cookie; does nothing when there is none.",
    access: "anyone",
    reply: z.void(),
    problems: [],
  },
  forgotPassword: {
    method: "POST",
    path: "/api/users/forgotpassword",
    summary: "Mails a code for a new password. Answers the same whether the account exists or not.",
    access: "anyone",
    body: z.object({ email: requiredEmail("E-mail") }),
    reply: z.void(),
    problems: ["tooManyRequests"],
    isGuessable: true,
  },
  resetPassword: {
    method: "POST",
    path: "/api/users/resetpassword",
    summary: "Sets a new password with a mailed code and ends all login sessions of the account.",
    access: "anyone",
    body: z.object({ code, ...chosenPassword }).transform(takeChosenPassword),
    reply: z.void(),
    problems: ["codeInvalid", "tooManyRequests", "tooBusy"],
    isGuessable: true,
  },
  changePassword: {
    method: "POST",
    path: "/api/users/changepassword",
    summary: "Changes one's own password and ends the account's other login sessions.",
    access: "account",
    body: z
      .object({ currentPassword: passwordFields.currentPassword, ...chosenPassword })
      .transform(takeChosenPassword),
    reply: z.void(),
    problems: ["wrongPassword", "tooManyRequests", "tooBusy"],
    isGuessable: true,
  },
  confirmPassword: {
    method: "POST",
    path: "/api/users/self/confirmpassword",
    summary: "Says whether a password is the signed-in person's: 204, or 400 (ours).",
    access: "account",
    body: z.strictObject({ currentPassword: currentPassword("Password") }),
    reply: z.void(),
    problems: ["wrongPassword", "tooManyRequests", "tooBusy"],
    isGuessable: true,
  },
  setUp: {
    method: "POST",
    path: "/api/users/setup",
    summary: "Sets the first password of an account with a mailed code and confirms its e-mail.",
    access: "anyone",
    body: z
      .object({ userId: userIdInText.or(z.number().int()), code, ...chosenPassword })
      .transform(takeChosenPassword),
    reply: z.void(),
    problems: ["codeInvalid", "tooManyRequests", "tooBusy"],
    isGuessable: true,
  },
  getSelf: {
    method: "GET",
    path: "/api/users/self",
    summary: "The signed-in person, seen in the chosen company, or in none.",
    access: "account",
    reply: user,
    problems: [],
  },
  updateSelf: {
    method: "POST",
    path: "/api/users/self",
    summary: "Changes one's own name and phone number.",
    access: "account",
    body: selfInput,
    takesRecord: true,
    reply: user,
    problems: [],
  },
  listLoginSessions: {
    method: "GET",
    path: "/api/users/self/sessions",
    summary: "Where the account is signed in.",
    access: "account",
    reply: z.array(loginSession),
    problems: [],
  },
  endLoginSession: {
    method: "DELETE",
    path: "/api/users/self/sessions/:id",
    summary: "Ends one of one's own login sessions.",
    access: "account",
    params: z.object({ id: z.uuid("id must be the id of a login session.") }),
    reply: z.void(),
    problems: ["notFound"],
  },
});
