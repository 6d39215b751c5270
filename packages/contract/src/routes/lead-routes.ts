import { z } from "zod";
import { lead, leadChange, leadInput, newestEstimate, splitLeadPhones } from "#entities/lead.ts";
import { leadTimelineEvent } from "#entities/lead-timeline.ts";
import { leadIdInText } from "#ids.ts";
import { pageOf, pagingQuery } from "#paging.ts";
import { defineRoutes } from "./define-routes.ts";
import { leadListQuery, leadSearchText } from "./lead-list-query.ts";

const params = z.object({ id: leadIdInText });
/** A description of 10,000 characters and 50 project types, with their former values, at up to 6 bytes a character. */
const LEAD_BYTES = 300_000;

export const leadRoutes = defineRoutes({
  listLeads: {
    method: "GET",
    path: "/api/leads",
    summary: "A page of the company's leads.",
    access: "companyUser",
    query: leadListQuery,
    reply: pageOf(lead).extend({ newestEstimates: z.array(newestEstimate) }),
    problems: [],
  },
  searchLeads: {
    method: "GET",
    path: "/api/leads/search",
    summary: "The leads that fit a text best, for look-ups while typing.",
    access: "companyUser",
    query: z.object({
      searchQuery: leadSearchText.min(1, "searchQuery is required."),
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
  getLeadTimeline: {
    method: "GET",
    path: "/api/leads/:id/timeline",
    summary: "What happened to a lead, newest first, as far as it was noted (ours).",
    access: "companyUser",
    params,
    reply: z.array(leadTimelineEvent),
    problems: ["notFound"],
  },
  createLead: {
    method: "POST",
    path: "/api/leads/",
    summary: "Adds a lead.",
    access: "companyUser",
    body: leadInput,
    takesRecord: true,
    readSent: splitLeadPhones,
    maxBodyBytes: LEAD_BYTES,
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
    takesRecord: true,
    readSent: splitLeadPhones,
    maxBodyBytes: LEAD_BYTES,
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
