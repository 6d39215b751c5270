import { z } from "zod";
import { MAX_REQUEST_BYTES } from "#constants.ts";
import { estimateTemplate, estimateTemplateChange, estimateTemplateInput } from "#entities/estimate-template.ts";
import { estimateTemplateIdInText } from "#ids.ts";
import { defineRoutes } from "./define-routes.ts";

const PATH = "/api/estimatetemplates";
const params = z.object({ id: estimateTemplateIdInText });

/** Templates are created and changed online only. Devices receive them with `GET /api/changes`, and use them offline. */
export const estimateTemplateRoutes = defineRoutes({
  listEstimateTemplates: {
    method: "GET",
    path: PATH,
    summary: "The company's templates for new estimates and the caller's own, by name.",
    access: "companyUser",
    reply: z.array(estimateTemplate),
    problems: [],
  },
  createEstimateTemplate: {
    method: "POST",
    path: PATH,
    summary: "Adds a template of the caller's own, from an estimate's content.",
    access: "companyUser",
    body: estimateTemplateInput,
    // Thousands of lines.
    maxBodyBytes: MAX_REQUEST_BYTES,
    reply: estimateTemplate,
    problems: [],
  },
  createCompanyEstimateTemplate: {
    method: "POST",
    path: `${PATH}/company`,
    summary: "Adds a template of the company, for everybody in it.",
    access: "companyAdmin",
    body: estimateTemplateInput,
    // Thousands of lines.
    maxBodyBytes: MAX_REQUEST_BYTES,
    reply: estimateTemplate,
    problems: [],
  },
  renameEstimateTemplate: {
    method: "PUT",
    path: `${PATH}/:id`,
    summary: "Renames a template of the caller's own; admins also those of the company.",
    access: "companyUser",
    params,
    body: estimateTemplateChange,
    reply: estimateTemplate,
    problems: ["notFound"],
  },
  deleteEstimateTemplate: {
    method: "DELETE",
    path: `${PATH}/:id`,
    summary: "Deletes a template of the caller's own; admins also those of the company. Estimates made from it stay.",
    access: "companyUser",
    params,
    reply: z.void(),
    problems: ["notFound"],
  },
});
