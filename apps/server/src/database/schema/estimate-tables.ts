import type { EstimateMembers, EstimateTerm, StoredEstimateItem, WorkflowSummary } from "@ridgebook/contract";
import { bigint, foreignKey, index, integer, jsonb, pgSequence, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { onlyOfVisible, onlyOwnCompany, platformMayWrite } from "./company-policy.ts";
import type { FieldAuthors } from "./field-authors.ts";
import { lead } from "./lead-tables.ts";
import { company } from "./platform-tables.ts";
import { decimal, dollars, number, ofSameCompany, time } from "./table-columns.ts";

export const estimate = pgTable(
  "estimate",
  {
    companyId: number("company_id")
      .notNull()
      .references(() => company.id),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    revision: integer().notNull().default(1),
    changeNumber: number("change_number").notNull().default(0),
    leadId: number("lead_id").notNull(),
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
    /** Derived from the total and the term; stored for lists and papers. */
    principal: decimal("principal"),
    monthlyRate: decimal("monthly_rate"),
    monthlyPayment: decimal("monthly_payment"),
    /** The version that lines are priced from. Versions are never removed. */
    priceBookVersion: integer("price_book_version").notNull(),
    /** Lines and compared lines, for budgeting reads. */
    lineCount: integer("line_count").notNull().default(0),
    createdTime: time("created_time").notNull().defaultNow(),
    modifiedTime: time("modified_time").notNull().defaultNow(),
    modifiedBy: number("modified_by"),
    /** The last author of each slice, named in conflicts. Lists don't read it. */
    fieldAuthors: jsonb("field_authors").$type<FieldAuthors>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    // No cascade: a lead with estimates cannot be deleted.
    foreignKey({ columns: [table.companyId, table.leadId], foreignColumns: [lead.companyId, lead.id] }),
    index("estimate_lead").on(table.companyId, table.leadId, table.id),
    index("estimate_change").on(table.companyId, table.changeNumber),
    // For reports: by day, and each person's last change.
    index("estimate_created").on(table.companyId, table.createdTime, table.leadId),
    index("estimate_modified_by").on(table.companyId, table.modifiedBy, table.modifiedTime),
    onlyOwnCompany("estimate"),
    onlyOfVisible("estimate", "lead"),
    // When leads are reassigned, devices reload their estimates. The grants allow nothing else.
    platformMayWrite("estimate"),
  ],
);

/** Rows cascade with their estimate. They have the company id without a foreign key; the estimate's covers it. */
const ofEstimate = () => ({
  companyId: number("company_id").notNull(),
  estimateId: number("estimate_id").notNull(),
});

/** Line ids, including comparisons: a line keeps its id when it moves between a comparison and the estimate. */
export const estimateItemId = pgSequence("estimate_item_id");

export const estimateItem = pgTable(
  "estimate_item",
  {
    ...ofEstimate(),
    id: bigint({ mode: "number" }).notNull(),
    parentItemId: number("parent_item_id"),
    fieldId: text("field_id").notNull(),
    fieldOptionId: text("field_option_id"),
    value: text(),
    materialCost: dollars("material_cost"),
    laborCost: dollars("labor_cost"),
    materialPrice: dollars("material_price"),
    laborPrice: dollars("labor_price"),
    quantity: decimal("quantity"),
    workflowEstimateId: integer("workflow_estimate_id").notNull().default(1),
    /** Among the lines of its outermost field, in the order of the form. */
    position: integer().notNull(),
  },
  (table) => [
    // Estimate before line: an estimate's lines are stored together and read with one scan.
    primaryKey({ columns: [table.companyId, table.estimateId, table.id] }),
    ofSameCompany("estimate_item_estimate", [table.companyId, table.estimateId], estimate).onDelete("cascade"),
    onlyOwnCompany("estimate_item"),
    onlyOfVisible("estimate_item", "estimate"),
  ],
);

/** A package of a comparison with its choices (estimating.md §6). */
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
    ofSameCompany("estimate_comparison_estimate", [table.companyId, table.estimateId], estimate).onDelete("cascade"),
    onlyOwnCompany("estimate_comparison"),
    onlyOfVisible("estimate_comparison", "estimate"),
  ],
);

/** Totals, decisions and progress of one workflow copy. */
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
    /** The company's share of the dealer fee. */
    lenderFee: decimal("lender_fee"),
    promotion: decimal("promotion"),
    totalWithMargin: decimal("total_with_margin"),
    lastCompleteSectionId: integer("last_complete_section_id"),
    optionalSectionIds: integer("optional_section_ids").array().notNull().default([]),
    /** Values filled in from measurements (decision 0092). */
    measurements: jsonb().$type<WorkflowSummary["measurements"]>().notNull().default([]),
    /** Entries without a price (decision 0128). */
    unpricedItems: jsonb("unpriced_items").$type<WorkflowSummary["unpricedItems"]>().notNull().default([]),
  },
  (table) => [
    primaryKey({
      name: "estimate_summary_pk",
      columns: [table.companyId, table.estimateId, table.workflowId, table.workflowEstimateId],
    }),
    ofSameCompany("estimate_summary_estimate", [table.companyId, table.estimateId], estimate).onDelete("cascade"),
    onlyOwnCompany("estimate_summary"),
    onlyOfVisible("estimate_summary", "estimate"),
  ],
);
