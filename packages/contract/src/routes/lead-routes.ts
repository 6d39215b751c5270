import { z } from "zod";
import { LEAD_PAGE_SIZE } from "#constants.ts";
import { lead, leadChange, leadInput, LEAD_SORTS } from "#entities/lead.ts";
import { accountIdInText, leadIdInText } from "#ids.ts";
import { pageOf, pagingQuery } from "#paging.ts";
import { defineRoutes } from "./define-routes.ts";

const params = z.object({ id: leadIdInText });
const searchQuery = z.string().trim().max(200, "searchQuery must have at most 200 characters.");
const day = (name: string) => z.iso.date(`${name} must be a date such as 2026-05-14.`).optional();

/** Search, filters, sort and page of the lead list; days are days of meetings in the company's time zone (1.§7). */
export const leadListQuery = z.object({
  searchQuery: searchQuery.default(""),
  userId: accountIdInText.optional(),
  startDate: day("startDate"),
  endDate: day("endDate"),
  ...pagingQuery({ limit: LEAD_PAGE_SIZE }),
  /** A sort that is not in the list falls back to the default (1.§5). */
  sort: z.enum(LEAD_SORTS).optional().catch(undefined),
});
export type LeadListQuery = z.output<typeof leadListQuery>;

export const leadRoutes = defineRoutes({
  listLeads: {
    method: "GET",
    path: "/api/leads",
    summary: "A page of the company's leads.",
    access: "companyUser",
    query: leadListQuery,
    reply: pageOf(lead),
    problems: [],
  },
  searchLeads: {
    method: "GET",
    path: "/api/leads/search",
    summary: "The leads that fit a text best, for look-ups while typing.",
    access: "companyUser",
    query: z.object({
      searchQuery: searchQuery.min(1, "searchQuery is required."),
      limit: pagingQuery({ limit: 10 }).limit,
    }),
    reply: z.array(lead),
    problems: [],
  },
  getLead: {
    method: "GET",
    path: "/api/leads/:id",
    summary: "One lead.",
    access: "companyUser",
    params,
    reply: lead,
    problems: ["notFound"],
  },
  createLead: {
    method: "POST",
    path: "/api/leads/",
    summary: "Adds a lead.",
    access: "companyUser",
    body: leadInput,
    reply: lead,
    problems: ["keyReused"],
    isSyncedChange: true,
  },
  updateLead: {
    method: "PUT",
    path: "/api/leads/:id",
    summary: "Changes fields of a lead; fields that others changed meanwhile are kept, true conflicts are refused.",
    access: "companyUser",
    params,
    body: leadChange,
    reply: lead,
    problems: ["notFound", "conflict", "keyReused"],
    isSyncedChange: true,
  },
  deleteLead: {
    method: "DELETE",
    path: "/api/leads/:id",
    summary: "Deletes a lead. Refused when it came from a CRM or other records depend on it.",
    access: "companyUser",
    params,
    reply: z.void(),
    problems: ["notFound", "inUse", "keyReused"],
    isSyncedChange: true,
  },
});
