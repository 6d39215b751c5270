import { leadPhotoRecord, leadRecord } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  onlyOfVisible,
  onlyOwnCompany,
  onlyOwnLeads,
  ownerMayReadOwnCompany,
  ownerMayWrite,
  platformMayWrite,
} from "./company-policy.ts";
import type { FieldAuthors } from "./field-authors.ts";
import { company, companyId, membership } from "./platform-tables.ts";
import { columnsOf } from "./record-columns.ts";
import { file } from "./settings-tables.ts";
import { number, ofSameCompany, time } from "./table-columns.ts";

export const lead = pgTable(
  "lead",
  {
    /** No cascade: a company with leads cannot be deleted. */
    companyId: number("company_id")
      .notNull()
      .references(() => company.id),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    revision: integer().notNull().default(1),
    changeNumber: number("change_number").notNull().default(0),
    ...columnsOf(leadRecord.written),
    ...columnsOf(leadRecord.read),
    createdTime: time("created_time").notNull().defaultNow(),
    modifiedTime: time("modified_time").notNull().defaultNow(),
    modifiedBy: number("modified_by"),
    /** The last author of each field, named in conflicts. Lists don't read it. */
    fieldAuthors: jsonb("field_authors").$type<FieldAuthors>().notNull().default({}),
    /** The lead's former salespeople, whose devices delete it (decision 0083). */
    leftSightOf: number("left_sight_of")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Sort keys: case-insensitive names, undated meetings as year 9999 (1.§9). */
    nameSort: text("name_sort")
      .notNull()
      .generatedAlwaysAs(
        sql`lower(case when last_name <> '' or first_name <> '' then trim(last_name || ' ' || first_name) else company end)`,
      ),
    companySort: text("company_sort")
      .notNull()
      .generatedAlwaysAs(sql`lower(company)`),
    meetingSort: time("meeting_sort")
      .notNull()
      .generatedAlwaysAs(sql`coalesce(meeting_date, timestamptz '9999-01-01 00:00:00+00')`),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    ofSameCompany("lead_user", [table.companyId, table.userId], membership),
    ofSameCompany("lead_additional_salesman", [table.companyId, table.additionalSalesmanId], membership),
    // Includes the salespeople, so that the policy can be checked for skipped leads from the index alone.
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
    // The lead's id in a CRM.
    index("lead_external")
      .on(table.companyId, table.externalId)
      .where(sql`external_id is not null`),
    index("lead_additional_salesman").on(table.companyId, table.additionalSalesmanId),
    index("lead_change").on(table.companyId, table.changeNumber),
    // For reports: by day, and each person's last change.
    index("lead_created").on(table.companyId, table.createdTime, table.userId, table.additionalSalesmanId),
    index("lead_modified_by").on(table.companyId, table.modifiedBy, table.modifiedTime),
    onlyOwnCompany("lead"),
    onlyOwnLeads(),
    ownerMayReadOwnCompany("lead"),
    // Deleting a user reassigns their leads. The grants allow nothing else.
    platformMayWrite("lead"),
  ],
);

/**
 * Every change of a lead's status and salespeople, written by a trigger (migration 0035), so that no writer can miss it. Append-only. Of
 * the changes before this table, the last of each kind is added with the next one (decision 0115).
 */
export const leadEvent = pgTable(
  "lead_event",
  {
    companyId: companyId(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    leadId: number("lead_id").notNull(),
    kind: text().$type<"status" | "salesperson" | "secondSalesperson">().notNull(),
    /** The new status; "" for other kinds. */
    status: text().notNull().default(""),
    /** The new salesperson; null for none. */
    userId: number("user_id"),
    /** Null if unknown, and for the server's own work. */
    changedBy: number("changed_by"),
    time: time("time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    ofSameCompany("lead_event_lead", [table.companyId, table.leadId], lead).onDelete("cascade"),
    index("lead_event_of_lead").on(table.companyId, table.leadId, table.id),
    onlyOwnCompany("lead_event"),
    onlyOfVisible("lead_event", "lead"),
    ownerMayWrite("lead_event"),
  ],
);

/** A photo of a lead. Documents refer to its file rather than the photo, so deleting a photo does not change papers. */
export const leadPhoto = pgTable(
  "lead_photo",
  {
    companyId: companyId(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    revision: integer().notNull().default(1),
    leadId: number("lead_id").notNull(),
    fileId: text("file_id").notNull(),
    ...columnsOf(leadPhotoRecord.written),
    /** By the device's clock. */
    takenTime: time("taken_time").notNull(),
    createdTime: time("created_time").notNull(),
    /** The users may have been deleted. */
    createdBy: number("created_by"),
    modifiedTime: time("modified_time").notNull(),
    modifiedBy: number("modified_by"),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    ofSameCompany("lead_photo_lead", [table.companyId, table.leadId], lead).onDelete("cascade"),
    ofSameCompany("lead_photo_file", [table.companyId, table.fileId], file),
    // The same picture twice on a lead is one photo, no matter who sends it.
    uniqueIndex("lead_photo_of_lead").on(table.companyId, table.leadId, table.fileId),
    index("lead_photo_file").on(table.companyId, table.fileId),
    onlyOwnCompany("lead_photo"),
    onlyOfVisible("lead_photo", "lead"),
    ownerMayReadOwnCompany("lead_photo"),
  ],
);
