import {
  ACTIVITY_ACTIONS,
  ACTIVITY_KINDS,
  DELIVERED_EVENTS,
  DELIVERY_FAILURES,
  DELIVERY_STATES,
  WEBHOOK_EVENTS,
} from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { onlyOwnCompany, platformMayWrite } from "./company-policy.ts";
import { companyId } from "./platform-tables.ts";
import { number, ofSameCompany, time } from "./table-columns.ts";

/**
 * The company's activity log for its admins. Append-only, in the transaction of the change; no role of the server may do anything else.
 * Written through http/note-activity.ts.
 */
export const activity = pgTable(
  "activity",
  {
    companyId: companyId(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    time: time("time").notNull().defaultNow(),
    /** Null for the server's own work. The user may have been deleted; a super admin without a membership has their account's id. */
    actorId: number("actor_id"),
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
    /** Characters of both values, for budgeting reads. */
    valueSize: integer("value_size").notNull().default(0),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Search text, folded by `searchableText`: names and short values. */
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

/** An external address that receives the company's events. */
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
    /** Signs the deliveries; sealed. */
    secret: text().notNull(),
    secretTime: time("secret_time").notNull(),
    createdTime: time("created_time").notNull(),
    /** After a delivery timed out, none is attempted before this time. */
    restsUntil: time("rests_until"),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] }), onlyOwnCompany("webhook")],
);

/** One message to one webhook: inserted in the transaction of its event, and sent by a job. */
export const webhookDelivery = pgTable(
  "webhook_delivery",
  {
    companyId: companyId(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    webhookId: number("webhook_id").notNull(),
    /** Lets the receiver detect duplicates. Also in the body. */
    messageId: uuid("message_id").notNull(),
    event: text({ enum: [...DELIVERED_EVENTS] }).notNull(),
    /** The record's display name, or "". */
    about: text().notNull().default(""),
    /** JSON, byte for byte as signed and sent on each attempt. */
    body: text().notNull(),
    state: text({ enum: [...DELIVERY_STATES] })
      .notNull()
      .default("waiting"),
    /** Of the last attempt; null without a response. */
    statusCode: integer("status_code"),
    failure: text({ enum: [...DELIVERY_FAILURES] }),
    tries: integer().notNull().default(0),
    createdTime: time("created_time").notNull(),
    lastTriedTime: time("last_tried_time"),
    /** The deadline for retries. */
    endsTime: time("ends_time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    ofSameCompany("webhook_delivery_webhook", [table.companyId, table.webhookId], webhook).onDelete("cascade"),
    index("webhook_delivery_of_webhook").on(table.companyId, table.webhookId, table.id),
    index("webhook_delivery_time").on(table.companyId, table.createdTime),
    onlyOwnCompany("webhook_delivery"),
  ],
);

/** Companies with a scheduled usage report, to find them without reading all settings. Maintained by a trigger on company_settings. */
export const usageReportSchedule = pgTable(
  "usage_report_schedule",
  {
    companyId: companyId(),
    /** usageReportFrequency, never "none". */
    frequency: integer().notNull(),
    /** When the frequency was set: earlier periods are not sent, and without a start date periods count from here. */
    since: time("since").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId] }),
    onlyOwnCompany("usage_report_schedule"),
    platformMayWrite("usage_report_schedule"),
  ],
);

/** A queued period. The primary key keeps two servers from queueing it twice. */
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

/** A usage report to be sent to one recipient. Its job deletes the row. */
export const usageReportMail = pgTable(
  "usage_report_mail",
  {
    companyId: companyId(),
    id: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    firstDay: date("first_day", { mode: "string" }).notNull(),
    lastDay: date("last_day", { mode: "string" }).notNull(),
    /** A user of the company; null for another address. */
    userId: number("user_id"),
    /** "" for a user, whose address is looked up on sending. */
    email: text().notNull().default(""),
    /** Requested by an admin, who may not be a recipient. */
    isRequested: boolean("is_requested").notNull().default(false),
    attempts: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] }), onlyOwnCompany("usage_report_mail")],
);
