import { z } from "zod";
import { leadFields } from "#entities/lead.ts";
import { leadId, leadImportId } from "#ids.ts";
import { requiredText } from "#rules/text.ts";

/** How many rows one import takes. */
export const MAX_IMPORTED_LEADS = 50_000;
/** How many rows one call stages. */
export const MAX_STAGED_ROWS = 500;
/** Days after which an unfinished import is deleted. */
export const LEAD_IMPORT_KEPT_DAYS = 7;

const MAX_FILE_NAME = 255;
const MAX_EXTERNAL_ID = 100;

/**
 * - staging: accepts rows
 * - checking: a job searches for duplicates
 * - checked: waits for decisions
 * - importing: a job makes the leads visible, all at once
 * - imported, undone: finished
 * - failed: nothing was imported; `failure` says why, and checking can be retried
 */
export const LEAD_IMPORT_STATES = [
  "staging",
  "checking",
  "checked",
  "importing",
  "imported",
  "undone",
  "failed",
] as const;
const leadImportState = z.enum(LEAD_IMPORT_STATES);
export type LeadImportState = z.infer<typeof leadImportState>;

/** A row's number in a spreadsheet: the first row, usually the column names, is 1. */
const rowNumber = z.number("Row must be a number.").int("Row must be a whole number.").min(1, "Row must be 1 or more.");

export const leadImportInput = z.object({
  fileName: requiredText({ field: "File name", max: MAX_FILE_NAME, isPlain: true }),
});

/** A row of the file as the lead it becomes. Unreadable values are omitted; a row without a name is never sent. */
export const stagedLead = z.object({
  row: rowNumber,
  fields: leadFields.partial(),
  /** The lead's id in the other product. */
  externalId: requiredText({ field: "Id", max: MAX_EXTERNAL_ID, isPlain: true }).nullable().default(null),
  /** When the other product last changed it: of two rows with one id, the newer one wins. */
  changedTime: z.iso.datetime("Changed must be a date and time.").nullable().default(null),
});
export type StagedLead = z.infer<typeof stagedLead>;

export const stagedLeads = z.object({
  rows: z
    .array(stagedLead)
    .min(1, "Send at least one row.")
    .max(MAX_STAGED_ROWS, `Send at most ${String(MAX_STAGED_ROWS)} rows at once.`),
});

/** What to do with a duplicate of a lead or an earlier row. Update fills empty fields and never overwrites; add creates a second lead. */
export const DUPLICATE_DECISIONS = ["skip", "update", "add"] as const;
const duplicateDecision = z.enum(DUPLICATE_DECISIONS, "Choose Skip, Update or Add.");
export type DuplicateDecision = z.infer<typeof duplicateDecision>;

/** What makes a row a duplicate, most reliable first. */
export const DUPLICATE_REASONS = ["externalId", "phone", "email", "nameAndAddress"] as const;
const duplicateReason = z.enum(DUPLICATE_REASONS);
export type DuplicateReason = z.infer<typeof duplicateReason>;

/** A row or lead as the list of duplicates shows it. */
const shownLead = z.object({ name: z.string(), address: z.string() });

export const leadDuplicate = shownLead.extend({
  row: rowNumber,
  same: duplicateReason,
  /** The common value, in the row's spelling. */
  sameValue: z.string(),
  /** The file's first row, or the company's lead, that this row duplicates: one of both is null. */
  like: shownLead.extend({ row: rowNumber.nullable(), leadId: leadId.nullable() }),
  suggestion: duplicateDecision,
});
export type LeadDuplicate = z.infer<typeof leadDuplicate>;

export const leadImportDecisions = z.object({
  decisions: z.array(z.object({ row: rowNumber, decision: duplicateDecision })).max(MAX_IMPORTED_LEADS),
  /** The decision for duplicates not in `decisions`; null rejects the import if there are any. */
  others: duplicateDecision.nullable(),
});
export type LeadImportDecisions = z.infer<typeof leadImportDecisions>;

/** Why an import failed, or cannot be undone; the page explains each. */
export const LEAD_IMPORT_FAILURES = [
  /** A row's salesperson is no longer an active user. */
  "salespersonGone",
  /** A defect; see the server's log. */
  "unexpected",
] as const;
const leadImportFailure = z.enum(LEAD_IMPORT_FAILURES);

export const leadImport = z.object({
  id: leadImportId,
  fileName: z.string(),
  state: leadImportState,
  failure: leadImportFailure.nullable(),
  /** Rows that were staged. */
  rowCount: z.number().int(),
  /** Rows that the running job has processed. */
  doneCount: z.number().int(),
  duplicateCount: z.number().int(),
  addedCount: z.number().int(),
  updatedCount: z.number().int(),
  skippedCount: z.number().int(),
  createdTime: z.iso.datetime(),
  finishedTime: z.iso.datetime().nullable(),
  /** None of its leads was edited or used since. */
  canBeUndone: z.boolean(),
});
export type LeadImport = z.infer<typeof leadImport>;
