import { z } from "zod";
import { isEmail } from "./email.ts";
import { ruleMessages } from "./messages.ts";
import { normalizePhone } from "./phone.ts";
import { isStrongPassword } from "./password.ts";
import { plainText } from "./plain-text.ts";
import { isZipCode } from "./zip-code.ts";

/** Direction marks, which also affect adjacent text. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Text without those marks. */
export const withoutTurning = (value: string): string => value.replace(TURNING, "");

/**
 * Trimmed text with a maximum length. Missing text is "". Rejects NUL, which PostgreSQL cannot store, and removes direction marks. Plain
 * text, such as an address or a number, also loses invisible characters.
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

/** An optional e-mail address; its format is checked only if it is not empty (1.§5). */
export const optionalEmail = (field: string) =>
  text({ field, max: 254, isPlain: true }).refine((value) => value === "" || isEmail(value), ruleMessages.email(field));

export const requiredEmail = (field: string) =>
  requiredText({ field, max: 254, isPlain: true }).refine(
    (value) => value === "" || isEmail(value),
    ruleMessages.email(field),
  );

/** An optional phone number, stored as +1 and ten digits (1.§5). */
export const phone = (field: string) =>
  text({ field, max: 40, isPlain: true }).transform((value, context) => {
    const normalized = normalizePhone(value);
    if (normalized !== undefined) return normalized;
    context.addIssue({ code: "custom", message: ruleMessages.phone(field) });
    return z.NEVER;
  });

export const zipCode = (field: string) =>
  text({ field, max: 12, isPlain: true }).refine(isZipCode, ruleMessages.zipCode(field));

/** A new password. Not trimmed: leading and trailing spaces count. */
export const newPassword = (field: string) =>
  z.string(`${field} must be text.`).refine(isStrongPassword, ruleMessages.strongPassword(field));
