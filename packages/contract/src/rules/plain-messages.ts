import type { z } from "zod";

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  date: "a date",
  null: "null",
};
const FORMATS: Readonly<Record<string, string>> = {
  datetime: "a date and time, such as 2026-11-27T15:00:00Z",
  date: "a date, such as 2026-11-27",
  uuid: "a UUID",
  url: "a web address",
};
/** Longer lists of choices are not shown. */
const MOST_CHOICES = 12;

const quoted = (value: unknown): string => (typeof value === "string" ? `"${value}"` : String(value));

/** "at least 3 characters", "at most 20 entries", "more than 0". */
function boundOf(limit: number | bigint, { origin, word }: { origin: string; word: string }): string {
  const unit = { string: " characters", array: " entries", set: " entries", file: " bytes" }[origin] ?? "";
  return `${unit === "" ? "be" : "have"} ${word} ${String(limit)}${unit}`;
}

/** The message for a value whose schema has none; the validator's own would mention its types. */
export function plainMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "This is required.";
      return `This must be ${KINDS[issue.expected] ?? "another kind of value"}.`;
    case "invalid_value":
      if (issue.input === undefined) return "This is required.";
      return issue.values.length > MOST_CHOICES
        ? "This is none of the possible values."
        : `This must be ${issue.values.map(quoted).join(" or ")}.`;
    case "too_small":
      return `This must ${boundOf(issue.minimum, { ...issue, word: issue.inclusive === false ? "more than" : "at least" })}.`;
    case "too_big":
      return `This must ${boundOf(issue.maximum, { ...issue, word: issue.inclusive === false ? "less than" : "at most" })}.`;
    case "invalid_format":
      return `This must be ${FORMATS[issue.format] ?? "written in another form"}.`;
    case "not_multiple_of":
      return `This must be a multiple of ${String(issue.divisor)}.`;
    default:
      return issue.input === undefined ? "This is required." : "This value is not possible here.";
  }
}
