import type { EstimateTemplateContent } from "@ridgebook/contract";
import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { onlyOwnCompany, platformMayWrite } from "./company-policy.ts";
import { companyId } from "./platform-tables.ts";
import { number, time } from "./table-columns.ts";

/** Work and choices that a new estimate can start with (decision 0094). */
export const estimateTemplate = pgTable(
  "estimate_template",
  {
    companyId: companyId(),
    id: number("id").notNull().generatedAlwaysAsIdentity(),
    changeNumber: number("change_number").notNull().default(0),
    name: text().notNull(),
    content: jsonb().$type<EstimateTemplateContent>().notNull(),
    /** The owner: a user, or a super admin's account, whose ids do not overlap. Null for the company's. */
    ownerId: number("owner_id"),
    /** The author's name at creation: they may leave, and the company's templates stay. */
    madeBy: text("made_by").notNull(),
    createdTime: time("created_time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index("estimate_template_change").on(table.companyId, table.changeNumber),
    onlyOwnCompany("estimate_template"),
    // Deleting a person deletes their own templates.
    platformMayWrite("estimate_template"),
  ],
);
