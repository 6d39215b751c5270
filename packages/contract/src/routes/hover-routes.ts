import { z } from "zod";
import { REHEARSAL_FAULTS } from "#entities/connection.ts";
import { HOVER_SEARCH_MIN, hoverJob, hoverJobId, hoverJobPage, hoverMeasurements } from "#entities/hover.ts";
import { lead } from "#entities/lead.ts";
import { leadIdInText } from "#ids.ts";
import { connectionRoutes } from "./connection-routes.ts";
import { defineRoutes } from "./define-routes.ts";

const PATH = "/api/hoverintegration";
const hover = connectionRoutes(PATH, { name: "Hover", faults: REHEARSAL_FAULTS.length });

/** The routes of the home measurement service (3.§7), and our own. */
export const hoverRoutes = defineRoutes({
  getHoverAccount: hover.account,
  connectHover: hover.connect,
  refreshHoverAccount: hover.refresh,
  disconnectHover: hover.disconnect,
  clearHoverCache: hover.clearCache,
  setHoverRehearsal: hover.rehearse,
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
