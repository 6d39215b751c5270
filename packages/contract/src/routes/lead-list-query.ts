import { z } from "zod";
import { LEAD_PAGE_SIZE } from "#constants.ts";
import { LEAD_SORTS } from "#entities/lead.ts";
import { userIdInText } from "#ids.ts";
import { pagingQuery } from "#paging.ts";

/* Separate from the routes: the first page of the sales area parses its address with it. */

export const leadSearchText = z.string().trim().max(200, "searchQuery must have at most 200 characters.");
const statusText = z.string().max(100, "withoutStatus must have at most 100 characters.");
const day = (name: string) => z.iso.date(`${name} must be a date such as 2026-05-14.`).optional();

/** Search, filters, sort and page of the lead list; days are days of meetings in the company's time zone (1.§7). */
export const leadListQuery = z.object({
  searchQuery: leadSearchText.default(""),
  userId: userIdInText.optional(),
  startDate: day("startDate"),
  endDate: day("endDate"),
  /** Excludes leads with one of these statuses (ours); repeated: `withoutStatus=Lost&withoutStatus=Sold`. */
  withoutStatus: z
    .union([statusText, z.array(statusText).max(50, "withoutStatus can be named at most 50 times.")])
    .transform((named) => (typeof named === "string" ? [named] : named))
    .optional(),
  ...pagingQuery({ limit: LEAD_PAGE_SIZE }),
  /** An unknown sort falls back to the default (1.§5). */
  sort: z.enum(LEAD_SORTS).optional().catch(undefined),
});
export type LeadListQuery = z.output<typeof leadListQuery>;
