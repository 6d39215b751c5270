import { z } from "zod";
import { userIdInText } from "#ids.ts";
import { requiredText } from "#rules/text.ts";
import { defineRoutes } from "./define-routes.ts";

/** How many backup codes are issued at a time. */
export const BACKUP_CODES = 10;

const twoStepState = z.object({
  isOn: z.boolean(),
  /** When it was turned on; null while it is off. */
  sinceTime: z.iso.datetime().nullable(),
  backupCodesLeft: z.number().int(),
});
export type TwoStepState = z.infer<typeof twoStepState>;

const currentPassword = z.string("Password is required.").min(1, "Password is required.").max(1_000);
const code = requiredText({ field: "Code", max: 40, isPlain: true });
const backupCodes = z.object({ backupCodes: z.array(z.string()) });
const problems = ["wrongPassword", "wrongTwoStepCode", "twoStepIsOff", "tooManyRequests", "tooBusy"] as const;

export const twoStepRoutes = defineRoutes({
  getTwoStep: {
    method: "GET",
    path: "/api/users/self/two-step",
    summary: "Whether one's own account asks for a code at sign-in.",
    access: "account",
    reply: twoStepState,
    problems: [],
  },
  beginTwoStep: {
    method: "POST",
    path: "/api/users/self/two-step/begin",
    summary: "Makes a secret for an authenticator app. It counts once a code of it is confirmed.",
    access: "account",
    body: z.strictObject({ currentPassword }),
    reply: z.object({
      /** In base32, for typing. */
      secret: z.string(),
      /** otpauth://, for a QR code. */
      uri: z.string(),
    }),
    problems: ["wrongPassword", "twoStepIsOn", "tooManyRequests", "tooBusy"],
    isGuessable: true,
  },
  confirmTwoStep: {
    method: "POST",
    path: "/api/users/self/two-step/confirm",
    summary: "Turns two-step sign-in on with a code of the new secret, and returns the backup codes, this once.",
    access: "account",
    body: z.strictObject({ code }),
    reply: backupCodes,
    problems: ["wrongTwoStepCode", "twoStepIsOn", "twoStepIsOff", "tooManyRequests"],
    isGuessable: true,
  },
  turnOffTwoStep: {
    method: "POST",
    path: "/api/users/self/two-step/off",
    summary: "Turns two-step sign-in off, with the password and a code.",
    access: "account",
    body: z.strictObject({ currentPassword, code }),
    reply: z.void(),
    problems,
    isGuessable: true,
  },
  renewBackupCodes: {
    method: "POST",
    path: "/api/users/self/two-step/backup-codes",
    summary: "Makes new backup codes, with the password and a code. The former ones no longer work.",
    access: "account",
    body: z.strictObject({ currentPassword, code }),
    reply: backupCodes,
    problems,
    isGuessable: true,
  },
  removeTwoStep: {
    method: "DELETE",
    path: "/api/users/:id/two-step",
    summary:
      "Turns two-step sign-in off for a user who lost their codes, and tells them by mail. For accounts of several companies a super admin only.",
    access: "userAdmin",
    params: z.object({ id: userIdInText }),
    reply: z.void(),
    problems: ["notFound", "twoStepIsOff", "twoStepNotYours"],
  },
});
