import { z } from "zod";
import { connectionAccount, connectionConsent, rehearsalFault } from "#entities/connection.ts";
import { HOVER_SEARCH_MIN, hoverJob, hoverJobId, hoverJobPage, hoverMeasurements } from "#entities/hover.ts";
import { lead } from "#entities/lead.ts";
import { leadIdInText } from "#ids.ts";
import { defineRoutes } from "./define-routes.ts";

const PATH = "/api/hoverintegration";

/** The routes of the home measurement service (3.§7), and our own. */
export const hoverRoutes = defineRoutes({
  getHoverAccount: {
    method: "GET",
    path: `${PATH}/oauth-account`,
    summary: "The company's connection with Hover, or where to give the permission.",
    access: "companyAdmin",
    reply: connectionAccount,
    problems: [],
  },
  connectHover: {
    method: "POST",
    path: `${PATH}/oauth-connect`,
    summary: "Ends what the consent page began. Each state works once, for 10 minutes, for who started it.",
    access: "companyAdmin",
    body: connectionConsent,
    reply: connectionAccount,
    problems: ["connectionStale", "providerFailed"],
  },
  refreshHoverAccount: {
    method: "POST",
    path: `${PATH}/oauth-account-refresh`,
    summary: "Renews the permission at once and reads the account again.",
    access: "companyAdmin",
    reply: connectionAccount,
    problems: ["providerFailed"],
  },
  disconnectHover: {
    method: "POST",
    path: `${PATH}/oauth-disable`,
    summary: "Ends the connection, also while Hover is down. Answers whether there was one.",
    access: "companyAdmin",
    reply: z.boolean(),
    problems: [],
  },
  clearHoverCache: {
    method: "POST",
    path: `${PATH}/clear-cached-data`,
    summary: "Forgets jobs and measurements that are kept from Hover; leads and estimates keep theirs.",
    access: "companyAdmin",
    reply: z.boolean(),
    problems: [],
  },
  setHoverRehearsal: {
    method: "POST",
    path: `${PATH}/rehearsal`,
    summary: "Tells the demo stand-in of Hover what to do wrong. There is none in production.",
    access: "companyAdmin",
    body: z.strictObject({ faults: z.array(rehearsalFault).max(4) }),
    reply: connectionAccount,
    problems: ["notFound"],
  },
  searchHoverJobs: {
    method: "POST",
    path: `${PATH}/job-search`,
    summary: "Hover's jobs whose name, address or user holds the text, 25 a page.",
    access: "companyUser",
    body: z.object({
      address: z
        .string()
        .trim()
        .min(HOVER_SEARCH_MIN, `Enter at least ${String(HOVER_SEARCH_MIN)} characters.`)
        .max(200, "Address must be at most 200 characters long."),
      page: z.number().int().min(1).max(1_000).default(1),
    }),
    reply: hoverJobPage,
    problems: ["providerFailed"],
  },
  getHoverJob: {
    method: "POST",
    path: `${PATH}/job-details`,
    summary: "A job of Hover; null where there is none.",
    access: "companyUser",
    body: z.object({ jobId: hoverJobId }),
    reply: hoverJob.nullable(),
    problems: ["providerFailed"],
  },
  getHoverMeasurements: {
    method: "POST",
    path: `${PATH}/job-measurements`,
    summary:
      "The measurements of a job, of the named model or else the first that has some; null while there are none.",
    access: "companyUser",
    body: z.object({ jobId: hoverJobId, modelId: hoverJobId.optional() }),
    reply: hoverMeasurements.nullable(),
    problems: ["providerFailed"],
  },
  setHoverJobId: {
    method: "POST",
    path: "/api/leads/:id/SetHoverJobId",
    summary: "Keeps a job of Hover with a lead; null takes it away.",
    access: "companyUser",
    params: z.object({ id: leadIdInText }),
    body: z.object({ jobId: hoverJobId.nullable() }),
    reply: lead,
    problems: ["notFound"],
  },
});
