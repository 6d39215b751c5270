import { z } from "zod";
import { leadDuplicate, leadImport, leadImportDecisions, leadImportInput, stagedLeads } from "#entities/lead-import.ts";
import { leadImportIdInText } from "#ids.ts";
import { pageOf, pagingQuery } from "#paging.ts";
import { defineRoutes } from "./define-routes.ts";

const PATH = "/api/lead-imports";
const BY_ID = "/api/lead-imports/:id";
const params = z.object({ id: leadImportIdInText });

/** 500 rows of a lead with a description of 10,000 characters and all other fields, at up to 3 bytes a character. */
const STAGED_BYTES = 20_000_000;
/** A decision about each of 50,000 rows. */
const DECISIONS_BYTES = 2_500_000;

export const leadImportRoutes = defineRoutes({
  listLeadImports: {
    method: "GET",
    path: PATH,
    summary: "The company's last 20 imports of leads, the newest first.",
    access: "companyAdmin",
    reply: z.array(leadImport),
    problems: [],
  },
  createLeadImport: {
    method: "POST",
    path: PATH,
    summary: "Begins an import of leads. Nothing of it is seen before it is finished.",
    access: "companyAdmin",
    body: leadImportInput,
    reply: leadImport,
    problems: [],
  },
  getLeadImport: {
    method: "GET",
    path: BY_ID,
    summary: "How far an import is.",
    access: "companyAdmin",
    params,
    reply: leadImport,
    problems: ["notFound"],
  },
  stageLeadImportRows: {
    method: "PUT",
    path: `${BY_ID}/rows`,
    summary: "Stages rows. One that was staged before is replaced, so that a batch can be sent again.",
    access: "companyAdmin",
    params,
    body: stagedLeads,
    maxBodyBytes: STAGED_BYTES,
    reply: leadImport,
    problems: ["notFound", "importState"],
  },
  checkLeadImport: {
    method: "POST",
    path: `${BY_ID}/check`,
    summary: "Looks for duplicates, in a job.",
    access: "companyAdmin",
    params,
    reply: leadImport,
    problems: ["notFound", "importState"],
  },
  listLeadDuplicates: {
    method: "GET",
    path: `${BY_ID}/duplicates`,
    summary: "Rows of a checked import that are like a lead or an earlier row, in the file's order.",
    access: "companyAdmin",
    params,
    query: z.object(pagingQuery({ limit: 100 })),
    reply: pageOf(leadDuplicate),
    problems: ["notFound"],
  },
  finishLeadImport: {
    method: "POST",
    path: `${BY_ID}/finish`,
    summary: "Imports a checked import's rows, in a job: all of them at once, or none.",
    access: "companyAdmin",
    params,
    body: leadImportDecisions,
    maxBodyBytes: DECISIONS_BYTES,
    reply: leadImport,
    problems: ["notFound", "importState"],
  },
  undoLeadImport: {
    method: "POST",
    path: `${BY_ID}/undo`,
    summary: "Takes an import's leads back, and what it filled in, unless one of them was edited or used since.",
    access: "companyAdmin",
    params,
    reply: leadImport,
    problems: ["notFound", "importState", "inUse"],
  },
  deleteLeadImport: {
    method: "DELETE",
    path: BY_ID,
    summary: "Cancels an import that is not finished: nothing of it stays. A finished one keeps its leads.",
    access: "companyAdmin",
    params,
    reply: z.void(),
    problems: ["notFound", "importState"],
  },
});
