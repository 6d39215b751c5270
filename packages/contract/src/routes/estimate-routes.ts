import { z } from "zod";
import { MAX_REQUEST_BYTES } from "#constants.ts";
import { estimate, estimateChange, estimateInput, savedEstimate } from "#entities/estimate.ts";
import { estimateIdInText, leadIdInText } from "#ids.ts";
import { defineRoutes } from "./define-routes.ts";

const params = z.object({ id: estimateIdInText });

export const estimateRoutes = defineRoutes({
  listEstimates: {
    method: "GET",
    path: "/api/estimates",
    summary: "The estimates of one lead, newest first.",
    access: "companyUser",
    query: z.object({ leadId: leadIdInText }),
    reply: z.array(estimate),
    problems: ["notFound"],
  },
  getEstimate: {
    method: "GET",
    path: "/api/estimates/:id",
    summary: "One estimate with all its items.",
    access: "companyUser",
    params,
    reply: estimate,
    problems: ["notFound"],
  },
  createEstimate: {
    method: "POST",
    path: "/api/estimates/",
    summary: "Adds an estimate to a lead; a copy brings its parts along.",
    access: "companyUser",
    body: estimateInput,
    // A copy of an estimate with thousands of lines.
    maxBodyBytes: MAX_REQUEST_BYTES,
    reply: savedEstimate,
    problems: ["keyReused"],
    isSyncedChange: true,
  },
  updateEstimate: {
    method: "POST",
    path: "/api/estimates/:id",
    summary:
      "Saves members and parts of an estimate in one transaction. Slices that others changed meanwhile are kept, true conflicts are refused; new lines get ids, which the reply names.",
    access: "companyUser",
    params,
    body: estimateChange,
    // Thousands of lines, each with its former values.
    maxBodyBytes: MAX_REQUEST_BYTES,
    reply: savedEstimate,
    problems: ["notFound", "conflict", "keyReused"],
    isSyncedChange: true,
  },
  deleteEstimate: {
    method: "DELETE",
    path: "/api/estimates/:id",
    summary: "Deletes an estimate. Refused while it has documents.",
    access: "companyUser",
    params,
    reply: z.void(),
    problems: ["notFound", "inUse", "keyReused"],
    isSyncedChange: true,
  },
});
