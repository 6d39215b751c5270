import { z } from "zod";
import { salesReport } from "#entities/sales-report.ts";
import { usageOfPerson } from "#entities/usage-report.ts";
import { defineRoutes } from "./define-routes.ts";

const usageReport = z.object({
  /** By name, without deactivated people who did nothing in the period. */
  people: z.array(usageOfPerson),
});

const day = (name: string) => z.iso.date(`${name} must be a date such as 2026-05-14.`);
const days = z.object({ startDate: day("startDate"), endDate: day("endDate") });

export const usageReportRoutes = defineRoutes({
  getUsageReport: {
    method: "GET",
    path: "/api/users/usagereport",
    summary: "What each person did from startDate to endDate, both included, as days of the company's time zone.",
    access: "companyAdmin",
    query: days,
    reply: usageReport,
    problems: [],
  },
  getSalesReport: {
    method: "GET",
    path: "/api/users/salesreport",
    summary:
      "Close rate by month of first estimate, sales and margin by salesperson and by workflow, and open estimates by age.",
    access: "companyAdmin",
    query: days,
    reply: salesReport,
    problems: [],
  },
  sendUsageReport: {
    method: "POST",
    path: "/api/users/usagereport/mail",
    summary: "Sends the usage report of some days to the caller's own address.",
    access: "companyAdmin",
    body: days,
    reply: z.object({ emailAddress: z.string() }),
    problems: ["tooManyRequests"],
  },
});
