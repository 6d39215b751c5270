import { z } from "zod";
import { requiredText, text } from "#rules/text.ts";

/** The integration token's rights on leads, estimates and documents. */
export const TOKEN_ACCESS = ["read", "readWrite"] as const;
export const tokenAccess = z.enum(TOKEN_ACCESS, "access must be read or readWrite.");
export type TokenAccess = z.infer<typeof tokenAccess>;

/** The prefix of all integration tokens, by which a leaked one is recognized in a log or a repository. */
export const TOKEN_START = "rbk_";

/** The longest grace period of a replaced token. */
export const MAX_FORMER_TOKEN_DAYS = 7;

/** A company's integration token, without the token itself, which is stored as a hash. */
export const integrationAccess = z.object({
  /** Stays when the token is ended or replaced. */
  access: tokenAccess,
  /** Null without a token. */
  token: z
    .object({
      /** The first characters of the token. */
      prefix: z.string(),
      /** The creator's name; "" if that person is gone. */
      createdBy: z.string(),
      createdTime: z.iso.datetime(),
      /** Null if never used. Exact to the minute. */
      lastUsedTime: z.iso.datetime().nullable(),
      lastUsedAddress: z.string(),
    })
    .nullable(),
  /** The previous token, while it still works. */
  former: z
    .object({ prefix: z.string(), endsTime: z.iso.datetime(), lastUsedTime: z.iso.datetime().nullable() })
    .nullable(),
});
export type IntegrationAccess = z.infer<typeof integrationAccess>;

/** Options of a reset besides the specified empty call (3.§7). */
export const integrationTokenReset = z
  .object({
    /** Default: the previous token ends at once. */
    keepFormerDays: z
      .number("keepFormerDays must be a number.")
      .int("keepFormerDays must be a whole number.")
      .min(1, "keepFormerDays must be 1 or more.")
      .max(MAX_FORMER_TOKEN_DAYS, `keepFormerDays must be ${String(MAX_FORMER_TOKEN_DAYS)} or less.`)
      .optional(),
    /** Default: unchanged; "read" for a first token. */
    access: tokenAccess.optional(),
  })
  .optional();

/** How many credentials a company may store. */
export const MAX_CREDENTIALS = 100;

const credentialFields = {
  name: requiredText({ field: "Name", max: 200 }),
  userName: text({ field: "User name", max: 500 }).default(""),
};

/** A secret as issued, including spaces at its ends. */
const secret = z
  .string("Secret must be text.")
  .min(1, "Secret is required.")
  .max(4000, "Secret is too long. Use 4000 characters or fewer.")
  .refine((value) => !value.includes("\u0000"), "Secret contains a character that cannot be stored.");

const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
export const credentialIdInText = z
  .string()
  .regex(/^\d{1,15}$/, "id must be a whole number of 1 or more.")
  .transform(Number);

/** User name and secret of another service, stored for integrations (1.§3, OP-59). */
export const credential = z.object({
  id,
  name: z.string(),
  userName: z.string(),
  /** Null unless the call asks to decrypt it. */
  secret: z.string().nullable(),
});
export type Credential = z.infer<typeof credential>;

export const credentialInput = z.strictObject({ ...credentialFields, secret });
export const credentialChange = z.strictObject({
  id,
  ...credentialFields,
  /** Undefined or null keeps the stored secret. */
  secret: secret.nullish(),
});
