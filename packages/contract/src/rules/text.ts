import { z } from "zod";
import { isEmail } from "./email.ts";
import { ruleMessages } from "./messages.ts";
import { normalizePhone } from "./phone.ts";
import { isStrongPassword } from "./password.ts";
import { plainText } from "./plain-text.ts";
import { isZipCode } from "./zip-code.ts";

/** Marks that turn the direction of what follows, also of what another text says beside this one. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Text without those marks. */
export const withoutTurning = (value: string): string => value.replace(TURNING, "");

/**
 * One line or block of text that is trimmed and has a greatest length. Missing text is the empty string.
 * A NUL character, which PostgreSQL cannot store, is refused; marks that turn the direction are left out. In plain text, an address or a number, invisible characters mean
 * nothing and are left out.
 */
export const text = ({ field, max, isPlain = false }: { field: string; max: number; isPlain?: boolean }) =>
  z
    .string(`${field} must be text.`)
    .overwrite((value) => (isPlain ? plainText(value) : withoutTurning(value)))
    .trim()
    .max(max, ruleMessages.tooLong(field, max))
    .refine((value) => !value.includes("\u0000"), `${field} contains a character that cannot be stored.`);

export const requiredText = (options: { field: string; max: number; isPlain?: boolean }) =>
  text(options).min(1, ruleMessages.required(options.field));

/** An e-mail address that may be empty; its format is checked only when it is not (1.§5). */
export const optionalEmail = (field: string) =>
  text({ field, max: 254, isPlain: true }).refine((value) => value === "" || isEmail(value), ruleMessages.email(field));

export const requiredEmail = (field: string) =>
  requiredText({ field, max: 254, isPlain: true }).refine(
    (value) => value === "" || isEmail(value),
    ruleMessages.email(field),
  );

/** A phone number that may be empty, stored as +1 and ten digits (1.§5). */
export const phone = (field: string) =>
  text({ field, max: 40, isPlain: true }).transform((value, context) => {
    const normalized = normalizePhone(value);
    if (normalized !== undefined) return normalized;
    context.addIssue({ code: "custom", message: ruleMessages.phone(field) });
    return z.NEVER;
  });

export const zipCode = (field: string) =>
  text({ field, max: 12, isPlain: true }).refine(isZipCode, ruleMessages.zipCode(field));

/** A new password. Not trimmed: spaces at its ends belong to it. */
export const newPassword = (field: string) =>
  z.string(`${field} must be text.`).refine(isStrongPassword, ruleMessages.strongPassword(field));
