import { z } from "zod";
import { activity, activityKind, activityPage } from "#entities/activity.ts";
import { userIdInText } from "#ids.ts";
import { defineRoutes } from "./define-routes.ts";

const day = (name: string) => z.iso.date(`${name} must be a date such as 2026-05-14.`);
/** Names of settings, people and short values are searched. */
const MAX_SEARCH_LENGTH = 100;
const MAX_ACTIVITY_PAGE = 500;

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

export const activityRoutes = defineRoutes({
  listActivity: {
    method: "GET",
    path: "/api/activity",
    summary:
      "Who changed what in the company, newest first. startDate and endDate are days of the company's time zone, both included.",
    access: "companyAdmin",
    query: z.object({
      kind: optional(activityKind),
      /** Includes failed sign-ins of the user. */
      userId: optional(userIdInText),
      startDate: optional(day("startDate")),
      endDate: optional(day("endDate")),
      search: optional(
        z.string().max(MAX_SEARCH_LENGTH, `search must be at most ${String(MAX_SEARCH_LENGTH)} letters.`),
      ),
      /** From the previous page. */
      cursor: optional(z.string().regex(/^\d{1,15}-\d{1,16}$/, "cursor must be the nextCursor of a page.")),
      limit: z.coerce
        .number("limit must be a number.")
        .int("limit must be a whole number.")
        .min(1, "limit must be at least 1.")
        .max(MAX_ACTIVITY_PAGE, `limit must be at most ${String(MAX_ACTIVITY_PAGE)}.`)
        .default(100),
    }),
    reply: activityPage,
    problems: [],
  },
  getActivity: {
    method: "GET",
    path: "/api/activity/:id",
    summary: "One row of the activity, with its values whole.",
    access: "companyAdmin",
    params: z.object({
      id: z
        .string()
        .regex(/^[1-9]\d{0,14}$/, "id must be a whole number of 1 or more.")
        .transform(Number),
    }),
    reply: activity,
    problems: ["notFound"],
  },
});
