import { fieldErrorsOf, type FieldErrors } from "@ridgebook/contract";
import { z } from "zod";

/** The largest number of fields in a reply: users correct a few at a time, and programs need no longer list. */
export const MAX_REPORTED_PROBLEMS = 20;
const MAX_FIELD_LENGTH = 200;

/**
 * Parses a value and adds its errors to `errors`, for up to 20 fields with short names, so that a reply never costs more than its request.
 */
export function parseInto(errors: FieldErrors, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const context = { async: false as const };
  // Not `safeParse`, which writes the message of every issue, and lists all keys in the one about unknown keys.
  const { value: parsed, issues } = schema._zod.run({ value, issues: [] }, context) as z.core.ParsePayload;
  if (issues.length === 0) return parsed;
  const written = issues.slice(0, MAX_REPORTED_PROBLEMS).map((issue) => {
    const isLong = issue.code === "unrecognized_keys" && issue.keys.length > MAX_REPORTED_PROBLEMS;
    const short = isLong ? { ...issue, keys: issue.keys.slice(0, MAX_REPORTED_PROBLEMS) } : issue;
    return z.core.util.finalizeIssue(short, context, z.config());
  });
  addErrors(errors, fieldErrorsOf(new z.ZodError(written)));
  return undefined;
}

/** Adds messages to `errors`, up to the limit. */
export function addErrors(errors: FieldErrors, more: FieldErrors): void {
  for (const [field, messages] of Object.entries(more)) {
    if (Object.keys(errors).length >= MAX_REPORTED_PROBLEMS) return;
    errors[field.slice(0, MAX_FIELD_LENGTH)] = messages;
  }
}
