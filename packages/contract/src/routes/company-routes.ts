import { z } from "zod";
import { companyExport } from "#entities/company-export.ts";
import { company, companyFigures, companyInput } from "#entities/company.ts";
import { companyIdInText } from "#ids.ts";
import { binaryReply, defineRoutes } from "./define-routes.ts";
import { activeQuery } from "./queries.ts";

const params = z.object({ id: companyIdInText });
const exportParams = params.extend({ exportId: z.uuid("exportId must be the id of an export.") });

export const companyRoutes = defineRoutes({
  listCompanies: {
    method: "GET",
    path: "/api/companies",
    summary: "The companies one may work in: one's own, or all for a super admin.",
    access: "account",
    query: z.object({ active: activeQuery }),
    reply: z.array(company),
    problems: [],
  },
  listCompanyFigures: {
    method: "GET",
    path: "/api/company-figures",
    summary: "How many users and leads each company has, when it was last used, and what its files take.",
    access: "superAdmin",
    reply: z.array(companyFigures),
    problems: [],
  },
  getCompany: {
    method: "GET",
    path: "/api/companies/:id",
    summary: "One company.",
    access: "account",
    params,
    reply: company,
    problems: ["notFound"],
  },
  createCompany: {
    method: "POST",
    path: "/api/companies",
    summary:
      "Adds a company with default settings; sourceCompanyId copies that company's users, joins makes the caller one of its admins.",
    access: "superAdmin",
    query: z.object({
      sourceCompanyId: companyIdInText.optional(),
      joins: z
        .enum(["true", "false"], "joins must be true or false.")
        .transform((value) => value === "true")
        .default(false),
    }),
    body: companyInput,
    takesRecord: true,
    reply: company,
    problems: ["notFound"],
  },
  updateCompany: {
    method: "PUT",
    path: "/api/companies/:id",
    summary: "Renames, activates or deactivates a company.",
    access: "superAdmin",
    params,
    body: companyInput,
    takesRecord: true,
    reply: company,
    problems: ["notFound"],
  },
  deleteCompany: {
    method: "DELETE",
    path: "/api/companies/:id",
    summary:
      "Deletes an inactive company, of which an archive was made if it has leads; a job removes its records and files.",
    access: "superAdmin",
    params,
    reply: z.void(),
    problems: ["notFound", "inUse"],
  },
  listCompanyExports: {
    method: "GET",
    path: "/api/companies/:id/exports",
    summary: "A company's archives that were asked for in the last days, newest first, with their progress.",
    access: "superAdmin",
    params,
    reply: z.array(companyExport),
    problems: ["notFound"],
  },
  createCompanyExport: {
    method: "POST",
    path: "/api/companies/:id/exports",
    summary: "Begins an archive of a company's records and files; while one is being written, answers that one.",
    access: "superAdmin",
    params,
    reply: companyExport,
    problems: ["notFound"],
  },
  downloadCompanyExport: {
    method: "GET",
    path: "/api/companies/:id/exports/:exportId",
    summary: "The archive of an export that is done.",
    access: "superAdmin",
    params: exportParams,
    reply: binaryReply,
    problems: ["notFound"],
    isOpenedByBrowser: true,
  },
  deleteCompanyExport: {
    method: "DELETE",
    path: "/api/companies/:id/exports/:exportId",
    summary: "Cancels an export, or deletes its archive.",
    access: "superAdmin",
    params: exportParams,
    reply: z.void(),
    problems: ["notFound"],
  },
});
