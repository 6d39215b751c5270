import { z } from "zod";
import { MAX_FILE_BYTES, MAX_REQUEST_BYTES } from "#constants.ts";
import {
  estimateField,
  fieldId,
  optionId,
  priceBookConfirmation,
  priceBookDifference,
  priceBookFieldChange,
  priceBookImport,
  priceBookOptionChange,
  priceBookOptionInput,
  priceBookOptionOrder,
  priceBookVersion,
  priceBookVersionDetails,
  priceBookVersionInText,
  sinceVersionInText,
  type EstimateField,
  type PriceBookDifference,
} from "#entities/price-book.ts";
import { priceImpact, priceImpactQuestion } from "#entities/price-impact.ts";
import {
  estimateSection,
  estimateSectionChange,
  estimateSectionsChange,
  estimateWorkflow,
  estimateWorkflowChange,
  sectionIdInText,
  workflowIdInText,
} from "#entities/workflow.ts";
import { pageOf, pagingQuery } from "#paging.ts";
import type { FileRules } from "#rules/file-rules.ts";
import { binaryReply, defineRoutes } from "./define-routes.ts";

/** A price book as a spreadsheet. */
export const SPREADSHEET_RULES: FileRules = { maxBytes: MAX_FILE_BYTES, extensions: ["xlsx"] };

const VERSIONS_PAGE_SIZE = 50;
const importId = z.uuid("The import's id must be a UUID.");
const importParams = z.object({ importId });
const versionParams = z.object({ version: priceBookVersionInText });

/** Asked with `since`, the reply is a difference; asked plainly, it is the specified list. */
export const isPriceBookDifference = (
  reply: readonly EstimateField[] | PriceBookDifference,
): reply is PriceBookDifference => !Array.isArray(reply);

export const priceBookRoutes = defineRoutes({
  listEstimateFields: {
    method: "GET",
    path: "/api/estimatefields",
    summary:
      "The price book: what each field offers and costs. The header `price-book-version` names the version; with its ETag " +
      "an unchanged price book answers 304. `since` answers only what differs from that version.",
    access: "companyUser",
    query: z.object({ version: priceBookVersionInText.optional(), since: sinceVersionInText.optional() }),
    reply: z.union([z.array(estimateField), priceBookDifference]),
    problems: ["notFound"],
  },
  updateEstimateFieldOption: {
    method: "PUT",
    path: "/api/estimatefields/option/:id",
    summary: "Changes an option, its picture, conversions and prices, and publishes that as a new version.",
    access: "companyAdmin",
    params: z.object({ id: optionId }),
    body: priceBookOptionChange,
    takesRecord: true,
    // Up to 500 variants with 500 price tiers each.
    maxBodyBytes: MAX_REQUEST_BYTES,
    reply: z.object({ version: z.number().int(), field: estimateField }),
    problems: ["notFound", "conflict"],
    isSyncedChange: true,
  },
  addEstimateFieldOption: {
    method: "POST",
    path: "/api/estimatefields/options",
    summary: "Adds an option to a field, and publishes that as a new version.",
    access: "companyAdmin",
    body: priceBookOptionInput,
    reply: z.object({ version: z.number().int(), field: estimateField, id: optionId }),
    problems: ["notFound"],
  },
  orderEstimateFieldOptions: {
    method: "PUT",
    path: "/api/estimatefields/options",
    summary: "Puts the options of a field in another order, and publishes that as a new version.",
    access: "companyAdmin",
    body: priceBookOptionOrder,
    // The ids of up to 2,000 options.
    maxBodyBytes: MAX_REQUEST_BYTES,
    reply: z.object({ version: z.number().int(), field: estimateField }),
    problems: ["notFound", "conflict"],
  },
  updateEstimateField: {
    method: "PUT",
    path: "/api/estimatefields/field/:id",
    summary:
      "Changes a field apart from its options: its default and range, its waste, conversions, and the prices that fit every " +
      "option. Publishes that as a new version.",
    access: "companyAdmin",
    params: z.object({ id: fieldId }),
    body: priceBookFieldChange,
    // Up to 500 variants with 500 price tiers each.
    maxBodyBytes: MAX_REQUEST_BYTES,
    reply: z.object({ version: z.number().int(), field: estimateField }),
    problems: ["notFound", "conflict"],
  },
  importEstimateFields: {
    method: "POST",
    path: "/api/estimatefields",
    summary:
      "Reads a spreadsheet and answers what it would change; with `publish=true` it is published when it has no problem.",
    access: "companyAdmin",
    query: z.object({
      /** Made by the caller, who can ask for the progress under it meanwhile. */
      importId: importId.optional(),
      publish: z.enum(["true", "false"], "publish must be true or false.").optional(),
    }),
    upload: SPREADSHEET_RULES,
    reply: priceBookImport,
    problems: ["conflict"],
  },
  importConnectedEstimateFields: {
    method: "POST",
    path: "/api/estimatefields/import",
    summary:
      "Reads the spreadsheet that the settings name in the connected storage (OP-58), and answers as for an uploaded one.",
    access: "companyAdmin",
    query: z.object({ importId: importId.optional() }),
    reply: priceBookImport,
    problems: ["storageNotConnected", "providerFailed"],
  },
  exportEstimateFields: {
    method: "GET",
    path: "/api/estimatefields/export",
    summary: "The price book as a spreadsheet; changed or not, it can be imported again.",
    access: "companyUser",
    isOpenedByBrowser: true,
    query: z.object({ version: priceBookVersionInText.optional() }),
    reply: binaryReply,
    problems: ["notFound"],
  },
  getEstimateFieldImport: {
    method: "GET",
    path: "/api/estimatefields/imports/:importId",
    summary: "How far an import is, and what it would change.",
    access: "companyAdmin",
    params: importParams,
    reply: priceBookImport,
    problems: ["notFound"],
  },
  publishEstimateFieldImport: {
    method: "POST",
    path: "/api/estimatefields/imports/:importId/publish",
    summary: "Publishes all of an import as a new version.",
    access: "companyAdmin",
    params: importParams,
    body: priceBookConfirmation,
    reply: priceBookVersion,
    problems: ["notFound", "conflict"],
    isSyncedChange: true,
  },
  previewPriceImpact: {
    method: "POST",
    path: "/api/estimatefields/impact",
    summary:
      "What an import, a restored version, a changed option or field would do to open estimates if their prices were updated. " +
      "Nothing is changed. Some estimates are answered at once; `next` asks for the following ones.",
    access: "companyAdmin",
    body: priceImpactQuestion,
    // An option's change may have up to 500 variants with 500 price tiers each.
    maxBodyBytes: MAX_REQUEST_BYTES,
    reply: priceImpact,
    problems: ["notFound", "conflict"],
  },
  listEstimateFieldVersions: {
    method: "GET",
    path: "/api/estimatefields/versions",
    summary: "The versions of the price book, newest first.",
    access: "companyUser",
    query: z.object(pagingQuery({ limit: VERSIONS_PAGE_SIZE })),
    reply: pageOf(priceBookVersion),
    problems: [],
  },
  getEstimateFieldVersion: {
    method: "GET",
    path: "/api/estimatefields/versions/:version",
    summary: "One version, with what it changed.",
    access: "companyUser",
    params: versionParams,
    reply: priceBookVersionDetails,
    problems: ["notFound"],
  },
  restoreEstimateFieldVersion: {
    method: "POST",
    path: "/api/estimatefields/versions/:version/restore",
    summary: "Publishes the contents of an old version as a new one.",
    access: "companyAdmin",
    params: versionParams,
    body: priceBookConfirmation,
    reply: priceBookVersion,
    problems: ["notFound", "conflict"],
    isSyncedChange: true,
  },

  listEstimateWorkflows: {
    method: "GET",
    path: "/api/estimateworkflows",
    summary: "The work categories with their sections, in the order in which they are shown.",
    access: "companyUser",
    reply: z.array(estimateWorkflow),
    problems: [],
  },
  updateEstimateWorkflow: {
    method: "PUT",
    path: "/api/estimateworkflows/:id",
    summary: "Offers a work category or not, and names it.",
    access: "companyAdmin",
    params: z.object({ id: workflowIdInText }),
    body: estimateWorkflowChange,
    reply: estimateWorkflow,
    problems: ["notFound"],
    isSyncedChange: true,
  },
  listEstimateSections: {
    method: "GET",
    path: "/api/estimatesections",
    summary: "The sections of one workflow, or of all.",
    access: "companyUser",
    query: z.object({ workflowId: workflowIdInText.optional() }),
    reply: z.array(estimateSection),
    problems: [],
  },
  updateEstimateSection: {
    method: "PUT",
    path: "/api/estimatesections/:id",
    summary:
      "Offers a section or not, makes it optional, places it. Id -1 is a pair's and needs `workflowId` in the body.",
    access: "companyAdmin",
    params: z.object({ id: sectionIdInText }),
    body: estimateSectionChange,
    reply: estimateSection,
    problems: ["notFound"],
    isSyncedChange: true,
  },
  updateEstimateSections: {
    method: "PUT",
    path: "/api/estimatesections",
    summary: "Saves decisions about several work categories and sections together, or none of them.",
    access: "companyAdmin",
    body: estimateSectionsChange,
    // What each section was, too.
    maxBodyBytes: MAX_REQUEST_BYTES,
    reply: z.array(estimateWorkflow),
    problems: ["notFound", "conflict"],
  },
});
