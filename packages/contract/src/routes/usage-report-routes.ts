import { z } from "zod";
import { DOCUMENT_KINDS, type DocumentKind } from "#entities/document-kinds.ts";
import { userId } from "#ids.ts";
import { defineRoutes } from "./define-routes.ts";

const count = z.number().int().min(0);
const countsByKind = Object.fromEntries(DOCUMENT_KINDS.map((kind) => [kind, count])) as Record<
  DocumentKind,
  typeof count
>;

/** What came of one person's leads in the days of a report. Everything counts for the salesperson of its lead. */
export const usageOfPerson = z.object({
  /** null stands for leads without a salesperson. */
  userId: userId.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  /** False of somebody who was deactivated. */
  active: z.boolean(),
  /** Made in these days, as estimates and documents. */
  leads: count,
  estimates: count,
  documents: z.object(countsByKind),
  /** Dollars of contracts and change orders that were first signed in these days, those that were replaced left out. */
  signedValue: z.number(),
  /** When the person last changed a lead, estimate or document, on whatever day; null: never. */
  lastActivity: z.iso.datetime().nullable(),
});
export type UsageOfPerson = z.infer<typeof usageOfPerson>;

export const usageReport = z.object({
  /** By name. Who is deactivated and did nothing in these days is left out. */
  people: z.array(usageOfPerson),
});
export type UsageReport = z.infer<typeof usageReport>;

const day = (name: string) => z.iso.date(`${name} must be a date such as 2026-05-14.`);

export const usageReportRoutes = defineRoutes({
  getUsageReport: {
    method: "GET",
    path: "/api/users/usagereport",
    summary: "What each person did from startDate to endDate, both included, as days of the company's time zone.",
    access: "companyAdmin",
    query: z.object({ startDate: day("startDate"), endDate: day("endDate") }),
    reply: usageReport,
    problems: [],
  },
});
