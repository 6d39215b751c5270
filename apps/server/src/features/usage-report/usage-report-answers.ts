import { Problem } from "@ridgebook/contract";
import { readTimeZone } from "#database/company-settings.ts";
import { inCompany } from "#http/handlers.ts";
import { readUsage } from "./usage-report-repository.ts";

/** Who did how much (SET-18, API-67). */
export const usageReportAnswers = () =>
  inCompany<"getUsageReport">({
    async getUsageReport({ query: { startDate, endDate }, scope }) {
      if (endDate < startDate)
        throw new Problem("validation", { errors: { endDate: ["endDate must not be before startDate."] } });
      return { people: await readUsage(scope, { startDate, endDate, timeZone: await readTimeZone(scope) }) };
    },
  });
