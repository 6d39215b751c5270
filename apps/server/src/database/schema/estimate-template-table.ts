import type { EstimateTemplateContent } from "@ridgebook/contract";
import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { onlyOwnCompany, platformMayWrite } from "./company-policy.ts";
import { company } from "./platform-tables.ts";

const number = (name: string) => bigint(name, { mode: "number" });

/** Work and choices that new estimates can begin with (decision 0094). */
export const estimateTemplate = pgTable(
  "estimate_template",
  {
    companyId: number("company_id")
      .notNull()
      .references(() => company.id, { onDelete: "cascade" }),
    id: number("id").notNull().generatedAlwaysAsIdentity(),
    changeNumber: number("change_number").notNull().default(0),
    name: text().notNull(),
    content: jsonb().$type<EstimateTemplateContent>().notNull(),
    /** Whose own it is: the user, or a super admin's account, whose ids do not overlap. Null for the company's. */
    ownerId: number("owner_id"),
    /** The person's name when it was made: they may leave, and the company's templates stay. */
    madeBy: text("made_by").notNull(),
    createdTime: timestamp("created_time", { withTimezone: true, precision: 3, mode: "date" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index("estimate_template_change").on(table.companyId, table.changeNumber),
    onlyOwnCompany("estimate_template"),
    // A person who is deleted takes their own templates along.
    platformMayWrite("estimate_template"),
  ],
);
