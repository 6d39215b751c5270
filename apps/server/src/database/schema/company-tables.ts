import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  ACTIVITY_ACTIONS,
  ACTIVITY_KINDS,
  DELIVERED_EVENTS,
  DELIVERY_FAILURES,
  DELIVERY_STATES,
  PRICE_BOOK_IMPORT_STATES,
  PRICE_BOOK_SOURCES,
  WEBHOOK_EVENTS,
  leadRecord,
  type DocumentFinding,
  type EstimateField,
  type EstimateMembers,
  type EstimateTerm,
  type PriceBookSummary,
  type SettingsFields,
  type SpreadsheetProblem,
  type StoredEstimateItem,
  type WorkflowSummary,
} from "@ridgebook/contract";
import {
  onlyOfVisible,
  onlyOwnCompany,
  onlyOwnLeads,
  onlyVisibleFiles,
  ownerMayReadOwnCompany,
  ownerMayWrite,
  platformMayWrite,
} from "./company-policy.ts";
import type { FieldAuthors } from "./field-authors.ts";
import { columnsOf } from "./record-columns.ts";
import { company, membership } from "./platform-tables.ts";

/*
 * Company tables: company id first in every key and index, row-level security forced by the migrations. A table of this
 * file without a policy fails the isolation tests.
 */

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
const companyId = () =>
  bigint("company_id", { mode: "number" })
    .notNull()
    .references(() => company.id, { onDelete: "cascade" });
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** The last change number that was given in a company, whose row lock puts numbers in the order of commits, and counts. */
export const changeCounter = pgTable(
  "change_counter",
  {
    companyId: companyId(),
    lastNumber: bigint("last_number", { mode: "number" }).notNull().default(0),
    /** Tombstones up to this number are gone: a cursor below it must load afresh. */
    forgottenUpTo: bigint("forgotten_up_to", { mode: "number" }).notNull().default(0),
    /** How many leads there are, kept by trigger: counting a million of them for each page would take longer than the page. */
    leadCount: bigint("lead_count", { mode: "number" }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.companyId] }),
    onlyOwnCompany("change_counter"),
    platformMayWrite("change_counter"),
  ],
);

/** What is kept of a deleted estimate or lead. */
export interface FormerRecord {
  readonly revision: number;
  /** Of an estimate, as its name. */
  readonly leadId?: number;
  readonly name?: string;
}

/** What is left of a deleted record, so that devices hear of it. */
export const tombstone = pgTable(
  "tombstone",
  {
    companyId: companyId(),
    store: text().notNull(),
    recordId: bigint("record_id", { mode: "number" }).notNull(),
    changeNumber: bigint("change_number", { mode: "number" }).notNull(),
    deletedTime: time("deleted_time").notNull().defaultNow(),
    /** Who deleted it; null for the server's own work, and for what was deleted before release 2. */
    deletedBy: bigint("deleted_by", { mode: "number" }),
    /** What a signed paper needs to bring its estimate and lead back; null for other records, and before release 2. */
    former: jsonb().$type<FormerRecord>(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.store, table.recordId] }),
    index("tombstone_change").on(table.companyId, table.changeNumber),
    onlyOwnCompany("tombstone"),
    platformMayWrite("tombstone"),
  ],
);

/** The answer that each attempt of a change got, so that the same attempt is done once and answered the same. */
export const idempotencyKey = pgTable(
  "idempotency_key",
  {
    companyId: companyId(),
    /** The account, or the user id of an integration token, which is larger than any account's id. */
    accountId: bigint("account_id", { mode: "number" }).notNull(),
    key: text().notNull(),
    requestHash: bytes("request_hash").notNull(),
    status: integer(),
    reply: jsonb(),
    createdTime: time("created_time").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.accountId, table.key] }),
    index("idempotency_key_age").on(table.companyId, table.createdTime),
    onlyOwnCompany("idempotency_key"),
  ],
);

/** The settings that a company changed; the others have the contract's defaults. */
export const companySettings = pgTable(
  "company_settings",
  {
    companyId: companyId(),
    values: jsonb().$type<Partial<SettingsFields>>().notNull().default({}),
    changeNumber: bigint("change_number", { mode: "number" }).notNull().default(0),
    modifiedTime: time("modified_time").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.companyId] }), onlyOwnCompany("company_settings")],
);

/**
 * What is known of a stored file; its bytes are in the file store. The id is made of company, name and content, so that
 * the same upload sent twice is one file.
 */
export const file = pgTable(
  "file",
  {
    companyId: companyId(),
    id: text().notNull(),
    name: text().notNull(),
    size: integer().notNull(),
    /** The type that the content has. */
    contentType: text("content_type").notNull(),
    /**
     * SHA-256 of the bytes that are stored. A picture is stored without its metadata, so the bytes may differ from those that the id
     * was made of. null: a file from before, whose bytes are those of the id.
     */
    bytesHash: text("bytes_hash"),
    uploadTime: time("upload_time").notNull().defaultNow(),
    /** Who uploaded it; the user may be gone since. */
    uploadedBy: bigint("uploaded_by", { mode: "number" }),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    check("file_id", sql`${table.id} ~ '^[0-9a-f]{64}$'`),
    onlyOwnCompany("file"),
    onlyVisibleFiles(),
  ],
);

/** How many bytes a company's files take. A trigger on `file` keeps it; its row lock makes parallel uploads count one after the other. */
export const fileUsage = pgTable(
  "file_usage",
  {
    companyId: companyId(),
    bytes: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId] }), onlyOwnCompany("file_usage")],
);

/** One publish of the price book. The row with the greatest version is the current one. */
export const priceBookVersion = pgTable(
  "price_book_version",
  {
    companyId: companyId(),
    version: integer().notNull(),
    source: text({ enum: [...PRICE_BOOK_SOURCES] }).notNull(),
    restoredVersion: integer("restored_version"),
    publishedBy: bigint("published_by", { mode: "number" }),
    /** Their name at that time; the user may be gone since. */
    author: text().notNull().default(""),
    publishedTime: time("published_time").notNull(),
    note: text().notNull().default(""),
    summary: jsonb().$type<PriceBookSummary>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.version] }), onlyOwnCompany("price_book_version")],
);

/**
 * What one field offers and costs from one version until before another. An entry that does not change is stored once,
 * however many versions follow.
 */
export const priceBookEntry = pgTable(
  "price_book_entry",
  {
    companyId: companyId(),
    fieldId: text("field_id").notNull(),
    fromVersion: integer("from_version").notNull(),
    /** The first version that has something else; null in the current one. */
    untilVersion: integer("until_version"),
    content: jsonb().$type<Omit<EstimateField, "id">>().notNull(),
    changeNumber: bigint("change_number", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.fieldId, table.fromVersion] }),
    uniqueIndex("price_book_entry_current")
      .on(table.companyId, table.fieldId)
      .where(sql`${table.untilVersion} is null`),
    index("price_book_entry_until").on(table.companyId, table.untilVersion),
    index("price_book_entry_from").on(table.companyId, table.fromVersion),
    index("price_book_entry_change").on(table.companyId, table.changeNumber),
    check("price_book_entry_versions", sql`${table.untilVersion} > ${table.fromVersion}`),
    onlyOwnCompany("price_book_entry"),
  ],
);

/** A spreadsheet that was read and waits to be published: what it changes of the version that it was exported from. */
export const priceBookImport = pgTable(
  "price_book_import",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    state: text({ enum: [...PRICE_BOOK_IMPORT_STATES] }).notNull(),
    progress: integer().notNull().default(0),
    fileName: text("file_name").notNull().default(""),
    exportedFrom: integer("exported_from").notNull(),
    changed: jsonb().$type<EstimateField[]>().notNull().default([]),
    removed: jsonb().$type<string[]>().notNull().default([]),
    /** With what is noted of an import that may be published. */
    problems: jsonb()
      .$type<(SpreadsheetProblem & { readonly kind?: "formula" | "question" })[]>()
      .notNull()
      .default([]),
    problemCount: integer("problem_count").notNull().default(0),
    publishedVersion: integer("published_version"),
    createdTime: time("created_time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index("price_book_import_age").on(table.companyId, table.createdTime),
    onlyOwnCompany("price_book_import"),
  ],
);

/** What a company decided about a work category. */
export const estimateWorkflow = pgTable(
  "estimate_workflow",
  {
    companyId: companyId(),
    workflowId: integer("workflow_id").notNull(),
    enabled: boolean().notNull().default(true),
    alias: text().notNull().default(""),
    changeNumber: bigint("change_number", { mode: "number" }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.workflowId] }),
    index("estimate_workflow_change").on(table.companyId, table.changeNumber),
    onlyOwnCompany("estimate_workflow"),
  ],
);

/** What a company decided about a section; section id -1 is a pair's. */
export const estimateSection = pgTable(
  "estimate_section",
  {
    companyId: companyId(),
    workflowId: integer("workflow_id").notNull(),
    sectionId: integer("section_id").notNull(),
    enabled: boolean().notNull().default(true),
    optional: boolean().notNull(),
    description: text().notNull().default(""),
    /** null: the catalogue's. */
    sectionOrder: integer("section_order"),
    changeNumber: bigint("change_number", { mode: "number" }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.workflowId, table.sectionId] }),
    index("estimate_section_change").on(table.companyId, table.changeNumber),
    onlyOwnCompany("estimate_section"),
  ],
);

export const lead = pgTable(
  "lead",
  {
    /** No cascade: a company with leads cannot be deleted. */
    companyId: bigint("company_id", { mode: "number" })
      .notNull()
      .references(() => company.id),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    revision: integer().notNull().default(1),
    changeNumber: bigint("change_number", { mode: "number" }).notNull().default(0),
    ...columnsOf(leadRecord.written),
    ...columnsOf(leadRecord.read),
    createdTime: time("created_time").notNull().defaultNow(),
    modifiedTime: time("modified_time").notNull().defaultNow(),
    /** Who changed the lead last. */
    modifiedBy: bigint("modified_by", { mode: "number" }),
    /** Who changed which field last; a conflict names them. No list reads it. */
    fieldAuthors: jsonb("field_authors").$type<FieldAuthors>().notNull().default({}),
    /** Who has seen the lead as its salesperson and is not any more: their devices are told that it is gone (decision 0083). */
    leftSightOf: bigint("left_sight_of", { mode: "number" })
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** What lists sort by: names without regard to case, undated meetings as year 9999 (1.§9). */
    nameSort: text("name_sort")
      .notNull()
      .generatedAlwaysAs(
        sql`lower(case when last_name <> '' or first_name <> '' then trim(last_name || ' ' || first_name) else company end)`,
      ),
    companySort: text("company_sort")
      .notNull()
      .generatedAlwaysAs(sql`lower(company)`),
    meetingSort: timestamp("meeting_sort", { withTimezone: true, precision: 3, mode: "date" })
      .notNull()
      .generatedAlwaysAs(sql`coalesce(meeting_date, timestamptz '9999-01-01 00:00:00+00')`),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    foreignKey({
      name: "lead_user",
      columns: [table.companyId, table.userId],
      foreignColumns: [membership.companyId, membership.id],
    }),
    foreignKey({
      name: "lead_additional_salesman",
      columns: [table.companyId, table.additionalSalesmanId],
      foreignColumns: [membership.companyId, membership.id],
    }),
    // The salespeople stand in them for the policy: it decides about each lead of a page that is walked over, without reading the lead.
    index("lead_name").on(table.companyId, table.nameSort, table.id, table.userId, table.additionalSalesmanId),
    index("lead_company").on(
      table.companyId,
      table.companySort,
      table.nameSort,
      table.id,
      table.userId,
      table.additionalSalesmanId,
    ),
    index("lead_meeting").on(table.companyId, table.meetingSort, table.id, table.userId, table.additionalSalesmanId),
    index("lead_user").on(table.companyId, table.userId, table.meetingSort),
    // What a CRM calls a lead.
    index("lead_external")
      .on(table.companyId, table.externalId)
      .where(sql`external_id is not null`),
    index("lead_additional_salesman").on(table.companyId, table.additionalSalesmanId),
    index("lead_change").on(table.companyId, table.changeNumber),
    // For the reports: by day, and each person's last change.
    index("lead_created").on(table.companyId, table.createdTime, table.userId, table.additionalSalesmanId),
    index("lead_modified_by").on(table.companyId, table.modifiedBy, table.modifiedTime),
    onlyOwnCompany("lead"),
    onlyOwnLeads(),
    ownerMayReadOwnCompany("lead"),
    // When a user is deleted, their leads go to somebody else. The grants allow nothing but that.
    platformMayWrite("lead"),
  ],
);

/**
 * Every change of a lead's status and salespeople, written by a trigger (migration 0035), so that no writer can forget it. Rows are added
 * only. Of changes before this table the last of each kind is written down with the next one (decision 0115).
 */
export const leadEvent = pgTable(
  "lead_event",
  {
    companyId: companyId(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    leadId: bigint("lead_id", { mode: "number" }).notNull(),
    kind: text().$type<"status" | "salesperson" | "secondSalesperson">().notNull(),
    /** The new status; "" of the other kinds. */
    status: text().notNull().default(""),
    /** The new salesperson; null for none. */
    userId: bigint("user_id", { mode: "number" }),
    /** Null where it was not noted, and for the server's own work. */
    changedBy: bigint("changed_by", { mode: "number" }),
    time: time("time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    foreignKey({
      name: "lead_event_lead",
      columns: [table.companyId, table.leadId],
      foreignColumns: [lead.companyId, lead.id],
    }).onDelete("cascade"),
    index("lead_event_of_lead").on(table.companyId, table.leadId, table.id),
    onlyOwnCompany("lead_event"),
    onlyOfVisible("lead_event", "lead"),
    ownerMayWrite("lead_event"),
  ],
);

/**
 * A photo of a lead. The picture is a file; documents name that, and not the photo, so a photo can go and leave papers as they are.
 */
export const leadPhoto = pgTable(
  "lead_photo",
  {
    companyId: companyId(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    revision: integer().notNull().default(1),
    leadId: bigint("lead_id", { mode: "number" }).notNull(),
    fileId: text("file_id").notNull(),
    caption: text().notNull().default(""),
    /** By the device's clock. */
    takenTime: time("taken_time").notNull(),
    createdTime: time("created_time").notNull(),
    /** The users may be gone since. */
    createdBy: bigint("created_by", { mode: "number" }),
    modifiedTime: time("modified_time").notNull(),
    modifiedBy: bigint("modified_by", { mode: "number" }),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    foreignKey({
      name: "lead_photo_lead",
      columns: [table.companyId, table.leadId],
      foreignColumns: [lead.companyId, lead.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "lead_photo_file",
      columns: [table.companyId, table.fileId],
      foreignColumns: [file.companyId, file.id],
    }),
    // The same picture twice on a lead is one photo, whoever sent it how often.
    uniqueIndex("lead_photo_of_lead").on(table.companyId, table.leadId, table.fileId),
    index("lead_photo_file").on(table.companyId, table.fileId),
    onlyOwnCompany("lead_photo"),
    onlyOfVisible("lead_photo", "lead"),
    ownerMayReadOwnCompany("lead_photo"),
  ],
);

const dollars = (name: string) => numeric(name, { precision: 14, scale: 2, mode: "number" }).notNull().default(0);
/** A number as it was written, with as many decimals as it has. */
const decimal = (name: string) => numeric(name, { mode: "number" }).notNull().default(0);

export const estimate = pgTable(
  "estimate",
  {
    companyId: bigint("company_id", { mode: "number" })
      .notNull()
      .references(() => company.id),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    revision: integer().notNull().default(1),
    changeNumber: bigint("change_number", { mode: "number" }).notNull().default(0),
    leadId: bigint("lead_id", { mode: "number" }).notNull(),
    name: text().notNull(),
    workflowIds: integer("workflow_ids").array().notNull().default([]),
    duplicateWorkflows: jsonb("duplicate_workflows")
      .$type<EstimateMembers["duplicateWorkflows"]>()
      .notNull()
      .default([]),
    paymentOption: integer("payment_option").notNull().default(0),
    promotion: dollars("promotion"),
    downpayment: dollars("downpayment"),
    term: jsonb().$type<EstimateTerm>().notNull(),
    /** What follows from the total and the term; kept so that lists and papers need not calculate. */
    principal: decimal("principal"),
    monthlyRate: decimal("monthly_rate"),
    monthlyPayment: decimal("monthly_payment"),
    /** The version that lines are priced from. Versions are never removed. */
    priceBookVersion: integer("price_book_version").notNull(),
    /** Lines and compared lines: how much reading the whole estimate will bring. */
    lineCount: integer("line_count").notNull().default(0),
    createdTime: time("created_time").notNull().defaultNow(),
    modifiedTime: time("modified_time").notNull().defaultNow(),
    /** Who changed the estimate last. */
    modifiedBy: bigint("modified_by", { mode: "number" }),
    /** Who changed which slice last; a conflict names them. No list reads it. */
    fieldAuthors: jsonb("field_authors").$type<FieldAuthors>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    // No cascade: a lead with estimates cannot be deleted.
    foreignKey({ columns: [table.companyId, table.leadId], foreignColumns: [lead.companyId, lead.id] }),
    index("estimate_lead").on(table.companyId, table.leadId, table.id),
    index("estimate_change").on(table.companyId, table.changeNumber),
    // For the reports: by day, and each person's last change.
    index("estimate_created").on(table.companyId, table.createdTime, table.leadId),
    index("estimate_modified_by").on(table.companyId, table.modifiedBy, table.modifiedTime),
    onlyOwnCompany("estimate"),
    onlyOfVisible("estimate", "lead"),
    // When leads are handed over, devices load their estimates again. The grants allow nothing but that.
    platformMayWrite("estimate"),
  ],
);

/** Rows of an estimate go with it. They name the company without a reference to it: the estimate's is theirs. */
const ofEstimate = () => ({
  companyId: bigint("company_id", { mode: "number" }).notNull(),
  estimateId: bigint("estimate_id", { mode: "number" }).notNull(),
});

/** Ids of lines, those of comparisons included: a line keeps its id when it moves between a comparison and the estimate. */
export const estimateItemId = pgSequence("estimate_item_id");

export const estimateItem = pgTable(
  "estimate_item",
  {
    ...ofEstimate(),
    id: bigint({ mode: "number" }).notNull(),
    parentItemId: bigint("parent_item_id", { mode: "number" }),
    fieldId: text("field_id").notNull(),
    fieldOptionId: text("field_option_id"),
    value: text(),
    materialCost: dollars("material_cost"),
    laborCost: dollars("labor_cost"),
    materialPrice: dollars("material_price"),
    laborPrice: dollars("labor_price"),
    quantity: decimal("quantity"),
    workflowEstimateId: integer("workflow_estimate_id").notNull().default(1),
    /** Among the lines of its outermost line's field, in the order of the form. */
    position: integer().notNull(),
  },
  (table) => [
    // The estimate before the line: an estimate's lines lie together and are read with one scan.
    primaryKey({ columns: [table.companyId, table.estimateId, table.id] }),
    foreignKey({
      name: "estimate_item_estimate",
      columns: [table.companyId, table.estimateId],
      foreignColumns: [estimate.companyId, estimate.id],
    }).onDelete("cascade"),
    onlyOwnCompany("estimate_item"),
    onlyOfVisible("estimate_item", "estimate"),
  ],
);

/** A package of a comparison with what was chosen for it (estimating.md §6). */
export const estimateComparison = pgTable(
  "estimate_comparison",
  {
    ...ofEstimate(),
    workflowId: integer("workflow_id").notNull(),
    workflowEstimateId: integer("workflow_estimate_id").notNull(),
    position: integer().notNull(),
    fieldOptionId: text("field_option_id").notNull(),
    items: jsonb().$type<StoredEstimateItem[]>().notNull(),
  },
  (table) => [
    primaryKey({
      name: "estimate_comparison_pk",
      columns: [table.companyId, table.estimateId, table.workflowId, table.workflowEstimateId, table.position],
    }),
    foreignKey({
      name: "estimate_comparison_estimate",
      columns: [table.companyId, table.estimateId],
      foreignColumns: [estimate.companyId, estimate.id],
    }).onDelete("cascade"),
    onlyOwnCompany("estimate_comparison"),
    onlyOfVisible("estimate_comparison", "estimate"),
  ],
);

/** Totals, decisions and progress of one workflow copy of an estimate. */
export const estimateSummary = pgTable(
  "estimate_summary",
  {
    ...ofEstimate(),
    workflowId: integer("workflow_id").notNull(),
    workflowEstimateId: integer("workflow_estimate_id").notNull(),
    discountableItemTotal: decimal("discountable_item_total"),
    nonDiscountableItemTotal: decimal("non_discountable_item_total"),
    totalCost: decimal("total_cost"),
    discountPercent: decimal("discount_percent"),
    marginPercent: decimal("margin_percent"),
    fee: decimal("fee"),
    /** What of the dealer fee the company bears. */
    lenderFee: decimal("lender_fee"),
    promotion: decimal("promotion"),
    totalWithMargin: decimal("total_with_margin"),
    lastCompleteSectionId: integer("last_complete_section_id"),
    optionalSectionIds: integer("optional_section_ids").array().notNull().default([]),
    /** What was filled in from measurements (decision 0092). */
    measurements: jsonb().$type<WorkflowSummary["measurements"]>().notNull().default([]),
  },
  (table) => [
    primaryKey({
      name: "estimate_summary_pk",
      columns: [table.companyId, table.estimateId, table.workflowId, table.workflowEstimateId],
    }),
    foreignKey({
      name: "estimate_summary_estimate",
      columns: [table.companyId, table.estimateId],
      foreignColumns: [estimate.companyId, estimate.id],
    }).onDelete("cascade"),
    onlyOwnCompany("estimate_summary"),
    onlyOfVisible("estimate_summary", "estimate"),
  ],
);

/** A document as it was made of an estimate. What it says is in `data`, as texts by key. */
export const document = pgTable(
  "document",
  {
    companyId: bigint("company_id", { mode: "number" })
      .notNull()
      .references(() => company.id),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    revision: integer().notNull().default(1),
    changeNumber: bigint("change_number", { mode: "number" }).notNull().default(0),
    estimateId: bigint("estimate_id", { mode: "number" }).notNull(),
    leadId: bigint("lead_id", { mode: "number" }).notNull(),
    /** The user may be gone since. */
    createdByUserId: bigint("created_by_user_id", { mode: "number" }),
    name: text().notNull(),
    type: integer().notNull(),
    /** Keys of the estimate's copies, in the order of the paper. */
    workflows: text().array().notNull().default([]),
    /** By the device's clock. */
    createdTime: time("created_time").notNull(),
    receivedTime: time("received_time").notNull(),
    modifiedTime: time("modified_time").notNull(),
    /** Who changed it last; a conflict names them. */
    modifiedBy: bigint("modified_by", { mode: "number" }),
    showAdditionalCost: boolean("show_additional_cost").notNull().default(false),
    additionalCost: decimal("additional_cost"),
    additionalWorkTotalBroughtFromAddendum: decimal("additional_work_total_brought_from_addendum"),
    data: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Characters of `data`: how much reading the whole document will bring. */
    dataSize: integer("data_size").notNull().default(0),
    /** What the paper comes to, from its model; a trigger writes it, so that reports need not read each model. Null where it has none. */
    paperTotal: numeric("paper_total", { mode: "number" }),
    isSigned: boolean("is_signed").notNull().default(false),
    pdfStatus: integer("pdf_status").notNull(),
    pdfFailure: text("pdf_failure").notNull().default(""),
    /** SHA-256 of the stored PDF, by which the file store knows it; null while there is none. */
    pdfHash: text("pdf_hash"),
    /** Attempts of the PDF at hand. */
    pdfAttempts: integer("pdf_attempts").notNull().default(0),
    supersededById: bigint("superseded_by_id", { mode: "number" }),
    findings: jsonb().$type<readonly DocumentFinding[]>().notNull().default([]),
    /** The document's id in every installation: an import brings it along, and new events of the evidence log say it. */
    travelId: uuid("travel_id").notNull().defaultRandom(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex("document_travel").on(table.companyId, table.travelId),
    // No cascade: an estimate and a lead with documents cannot be deleted.
    foreignKey({
      name: "document_estimate",
      columns: [table.companyId, table.estimateId],
      foreignColumns: [estimate.companyId, estimate.id],
    }),
    foreignKey({
      name: "document_lead",
      columns: [table.companyId, table.leadId],
      foreignColumns: [lead.companyId, lead.id],
    }),
    index("document_of_estimate").on(table.companyId, table.estimateId, table.id),
    index("document_of_lead").on(table.companyId, table.leadId, table.id),
    index("document_change").on(table.companyId, table.changeNumber),
    index("document_superseded").on(table.companyId, table.supersededById),
    // For the reports: by day, and each person's last change.
    index("document_created").on(table.companyId, table.createdTime, table.leadId, table.type),
    index("document_in_force")
      .on(table.companyId, table.type, table.id, table.leadId, table.estimateId)
      .where(sql`superseded_by_id is null`),
    index("document_modified_by").on(table.companyId, table.modifiedBy, table.modifiedTime),
    index("document_number").on(table.companyId, sql`(${table.data} ->> 'number')`),
    check("document_pdf_hash", sql`${table.pdfHash} ~ '^[0-9a-f]{64}$'`),
    onlyOwnCompany("document"),
    onlyOfVisible("document", "lead"),
    platformMayWrite("document"),
  ],
);

const ofDocument = () => ({
  companyId: bigint("company_id", { mode: "number" }).notNull(),
  documentId: bigint("document_id", { mode: "number" }).notNull(),
});

/** A drawn signature. Its picture is here and not in the file store: it is saved with the document, or neither is. */
export const documentSignature = pgTable(
  "document_signature",
  {
    ...ofDocument(),
    key: text().notNull(),
    /** PNG. */
    picture: bytes().notNull(),
    /** When it was drawn, by the device's clock. */
    signedTime: time("signed_time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.documentId, table.key] }),
    foreignKey({
      name: "document_signature_document",
      columns: [table.companyId, table.documentId],
      foreignColumns: [document.companyId, document.id],
    }).onDelete("cascade"),
    onlyOwnCompany("document_signature"),
    onlyOfVisible("document_signature", "document"),
  ],
);

/** One address that a document was sent to, or will be. */
export const documentEmail = pgTable(
  "document_email",
  {
    ...ofDocument(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    email: text().notNull(),
    /** HTML of the editor's e-mail mode. */
    message: text().notNull().default(""),
    sentBy: bigint("sent_by", { mode: "number" }),
    /** When somebody asked for it. */
    requestedTime: time("requested_time").notNull(),
    status: integer().notNull(),
    failure: text().notNull().default(""),
    attempts: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    foreignKey({
      name: "document_email_document",
      columns: [table.companyId, table.documentId],
      foreignColumns: [document.companyId, document.id],
    }).onDelete("cascade"),
    index("document_email_of_document").on(table.companyId, table.documentId, table.id),
    onlyOwnCompany("document_email"),
    onlyOfVisible("document_email", "document"),
  ],
);

/** Mails that people of a company asked for lately, so that their number can be limited (mail-allowance.ts). */
export const mailUse = pgTable(
  "mail_use",
  {
    companyId: companyId(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    /** Whose limit they count against; null counts for the company only. */
    accountId: bigint("account_id", { mode: "number" }),
    requestedTime: time("requested_time").notNull(),
    mails: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index("mail_use_time").on(table.companyId, table.requestedTime),
    onlyOwnCompany("mail_use"),
    platformMayWrite("mail_use"),
  ],
);

/**
 * Who changed what in a company, for its admins. Rows are only added, in the transaction of the change: no role of the server may do
 * anything else. Written through http/note-activity.ts.
 */
export const activity = pgTable(
  "activity",
  {
    companyId: companyId(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    time: time("time").notNull().defaultNow(),
    /** null for the server's own work. The user may be gone since; a super admin without a membership goes by their account's id. */
    actorId: bigint("actor_id", { mode: "number" }),
    actorName: text("actor_name").notNull(),
    isSuperAdmin: boolean("is_super_admin").notNull().default(false),
    address: text().notNull().default(""),
    userAgent: text("user_agent").notNull().default(""),
    kind: text({ enum: [...ACTIVITY_KINDS] }).notNull(),
    action: text({ enum: [...ACTIVITY_ACTIONS] }).notNull(),
    subject: text().notNull(),
    subjectName: text("subject_name").notNull().default(""),
    member: text().notNull().default(""),
    fromValue: jsonb("from_value"),
    toValue: jsonb("to_value"),
    /** Characters of both values: how much reading them will bring. */
    valueSize: integer("value_size").notNull().default(0),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** What a search looks at, in lower case: names and short values. */
    searched: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index("activity_time").on(table.companyId, table.time, table.id),
    index("activity_kind").on(table.companyId, table.kind, table.time, table.id),
    index("activity_actor").on(table.companyId, table.actorId, table.time, table.id),
    index("activity_setting")
      .on(table.companyId, table.subject, table.id)
      .where(sql`${table.kind} = 'settings'`),
    check("activity_secret", sql`${table.kind} <> 'secrets' or num_nonnulls(${table.fromValue}, ${table.toValue}) = 0`),
    onlyOwnCompany("activity"),
    platformMayWrite("activity"),
  ],
);

/**
 * The head of a company's evidence log. A writer locks this row, so that the events form one chain. It does not reference the company: the
 * log outlives it (decision 0099).
 */
export const documentLog = pgTable(
  "document_log",
  {
    companyId: bigint("company_id", { mode: "number" }).notNull(),
    lastSequence: bigint("last_sequence", { mode: "number" }).notNull().default(0),
    lastHash: text("last_hash").notNull().default(""),
  },
  (table) => [primaryKey({ columns: [table.companyId] }), onlyOwnCompany("document_log")],
);

/**
 * What happened to signed documents, one line a company, each event with the hash of the one before it. Events are only added:
 * the app may do nothing else, and a trigger refuses everybody. They outlive their document and their company, so they refer to both by id alone.
 */
export const documentEvent = pgTable(
  "document_event",
  {
    companyId: bigint("company_id", { mode: "number" }).notNull(),
    sequence: bigint({ mode: "number" }).notNull(),
    documentId: bigint("document_id", { mode: "number" }).notNull(),
    kind: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** By the server's clock. */
    time: time("time").notNull(),
    /** SHA-256 of the file that the event is about; "" of events without one. Part of the payload, and found by it here. */
    fileHash: text("file_hash").notNull().default(""),
    previousHash: text("previous_hash").notNull(),
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.sequence] }),
    index("document_event_of_document").on(table.companyId, table.documentId, table.sequence),
    index("document_event_of_file").on(table.companyId, table.fileHash),
    onlyOwnCompany("document_event"),
  ],
);

/**
 * Evidence that came with a company from other installations: each log as it was written there, to be read only. A trigger takes rows until
 * the company's own log begins, and the first event of that one names where the last imported log ends.
 */
export const importedEvent = pgTable(
  "imported_event",
  {
    companyId: bigint("company_id", { mode: "number" }).notNull(),
    /** 1 for the oldest log, one more for each move. */
    chain: integer().notNull(),
    sequence: bigint({ mode: "number" }).notNull(),
    /** The id that the company had there; part of the hash. */
    formerCompanyId: bigint("former_company_id", { mode: "number" }).notNull(),
    documentId: bigint("document_id", { mode: "number" }).notNull(),
    kind: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    time: time("time").notNull(),
    fileHash: text("file_hash").notNull().default(""),
    previousHash: text("previous_hash").notNull(),
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.chain, table.sequence] }),
    index("imported_event_of_document").on(table.companyId, table.documentId, table.chain, table.sequence),
    index("imported_event_of_file").on(table.companyId, table.fileHash),
    onlyOwnCompany("imported_event"),
  ],
);

/** User names and secrets of other services, for integrations (OP-59). */
export const credential = pgTable(
  "credential",
  {
    companyId: companyId(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    userName: text("user_name").notNull().default(""),
    /** Sealed by the secret box. */
    secret: text().notNull(),
    modifiedTime: time("modified_time").notNull(),
    modifiedBy: bigint("modified_by", { mode: "number" }),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] }), onlyOwnCompany("credential")],
);

/** A web address of another system, to which the company's events are sent. */
export const webhook = pgTable(
  "webhook",
  {
    companyId: companyId(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    url: text().notNull(),
    events: text({ enum: [...WEBHOOK_EVENTS] })
      .array()
      .notNull(),
    active: boolean().notNull().default(true),
    /** Signs the deliveries; sealed by the secret box. */
    secret: text().notNull(),
    secretTime: time("secret_time").notNull(),
    createdTime: time("created_time").notNull(),
    /** After a delivery that took the whole time without an answer, none is tried before this. */
    restsUntil: time("rests_until"),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] }), onlyOwnCompany("webhook")],
);

/** One message to one webhook: inserted in the transaction of what it tells of, and sent by a job. */
export const webhookDelivery = pgTable(
  "webhook_delivery",
  {
    companyId: companyId(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    webhookId: bigint("webhook_id", { mode: "number" }).notNull(),
    /** By this the receiver knows a message that arrives twice. It is in the body too. */
    messageId: uuid("message_id").notNull(),
    event: text({ enum: [...DELIVERED_EVENTS] }).notNull(),
    /** What the record is called in lists: a name, or "". */
    about: text().notNull().default(""),
    /** JSON, byte for byte as it is signed and sent each time. */
    body: text().notNull(),
    state: text({ enum: [...DELIVERY_STATES] })
      .notNull()
      .default("waiting"),
    /** Of the last try; null where no answer came. */
    statusCode: integer("status_code"),
    failure: text({ enum: [...DELIVERY_FAILURES] }),
    tries: integer().notNull().default(0),
    createdTime: time("created_time").notNull(),
    lastTriedTime: time("last_tried_time"),
    /** When it is given up. */
    endsTime: time("ends_time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    foreignKey({
      name: "webhook_delivery_webhook",
      columns: [table.companyId, table.webhookId],
      foreignColumns: [webhook.companyId, webhook.id],
    }).onDelete("cascade"),
    index("webhook_delivery_of_webhook").on(table.companyId, table.webhookId, table.id),
    index("webhook_delivery_time").on(table.companyId, table.createdTime),
    onlyOwnCompany("webhook_delivery"),
  ],
);

/** Who has put the guided list of a new company away. */
export const movingInHidden = pgTable(
  "moving_in_hidden",
  {
    companyId: companyId(),
    /** The user, or a super admin's account: their ids do not overlap. */
    userId: bigint("user_id", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.userId] }), onlyOwnCompany("moving_in_hidden")],
);

/**
 * The companies that have the usage report sent to them, so that they are found without reading all settings. A trigger on
 * company_settings keeps it.
 */
export const usageReportSchedule = pgTable(
  "usage_report_schedule",
  {
    companyId: companyId(),
    /** usageReportFrequency, never "none". */
    frequency: integer().notNull(),
    /** When the frequency was set: periods that ended before are not sent, and without a start date periods count from here. */
    since: time("since").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId] }),
    onlyOwnCompany("usage_report_schedule"),
    platformMayWrite("usage_report_schedule"),
  ],
);

/** A period whose usage report was queued. The key lets one server do it once. */
export const usageReportPeriod = pgTable(
  "usage_report_period",
  {
    companyId: companyId(),
    firstDay: date("first_day", { mode: "string" }).notNull(),
    lastDay: date("last_day", { mode: "string" }).notNull(),
    queuedTime: time("queued_time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.firstDay, table.lastDay] }),
    onlyOwnCompany("usage_report_period"),
  ],
);

/** A usage report that waits to be sent to one person or address. Its job deletes the row. */
export const usageReportMail = pgTable(
  "usage_report_mail",
  {
    companyId: companyId(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    firstDay: date("first_day", { mode: "string" }).notNull(),
    lastDay: date("last_day", { mode: "string" }).notNull(),
    /** A user of the company; null for another address. */
    userId: bigint("user_id", { mode: "number" }),
    /** "" for a user, whose address is looked up when the mail is sent. */
    email: text().notNull().default(""),
    /** An admin asked for it, who need not be a recipient. */
    isRequested: boolean("is_requested").notNull().default(false),
    attempts: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] }), onlyOwnCompany("usage_report_mail")],
);
