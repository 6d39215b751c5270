import { bigint, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import type { ZohoFinding, ZohoMapping } from "@ridgebook/contract";
import { lead } from "./lead-tables.ts";
import { onlyOwnCompany } from "./company-policy.ts";
import { companyId } from "./platform-tables.ts";
import { number, ofSameCompany, time } from "./table-columns.ts";

/* Company tables of leads synced with Zoho CRM (decision 0102). */

/** Zoho's metadata of a mappable field. */
export interface StoredZohoField {
  readonly apiName: string;
  readonly label: string;
  readonly type: string;
}
export interface ZohoMetadata {
  readonly leads: readonly StoredZohoField[];
  readonly deals: readonly StoredZohoField[];
  /** The pick list of statuses: display and stored values. */
  readonly statuses: readonly { readonly shown: string; readonly actual: string }[];
}

/** A change of a lead that was not passed on, with both values as JSON. */
export interface StoredFinding {
  readonly kind: ZohoFinding["kind"];
  readonly field: string;
  readonly here: unknown;
  readonly there: unknown;
}

/** A company's sync state. */
export const zohoSync = pgTable(
  "zoho_sync",
  {
    companyId: companyId(),
    /** The grant this state belongs to; another one starts over. */
    grantId: uuid("grant_id"),
    /** Incremented when reading starts over, so that an older run ends. */
    generation: bigint({ mode: "number" }).notNull().default(0),
    /** The newest `Modified_Time` up to which everything was read; null before the first page. */
    cursor: time("cursor"),
    /** Like `cursor`, for deleted leads. */
    deletedCursor: time("deleted_cursor"),
    /** When all of Zoho's changes were last read; null until everything was read once. */
    caughtUpTime: time("caught_up_time"),
    /** Changes of our leads up to this number were processed. */
    sentUpTo: number("sent_up_to").notNull().default(0),
    /** Null until chosen by an admin or by the first look at the metadata. */
    mapping: jsonb().$type<ZohoMapping>(),
    metadata: jsonb().$type<ZohoMetadata>(),
    metadataTime: time("metadata_time"),
    /** Sealed. */
    webhookToken: text("webhook_token"),
    channelEndsTime: time("channel_ends_time"),
  },
  (table) => [primaryKey({ columns: [table.companyId] }), onlyOwnCompany("zoho_sync")],
);

/** A lead of Zoho linked with a lead of ours. */
export const zohoLead = pgTable(
  "zoho_lead",
  {
    companyId: companyId(),
    zohoId: text("zoho_id").notNull(),
    leadId: number("lead_id").notNull(),
    /** "deleted" in Zoho; a restored lead is linked again. */
    state: text({ enum: ["linked", "deleted"] }).notNull(),
    /** The merge base: the values by field that both sides last agreed on. */
    base: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    /** The owner last seen in Zoho. */
    owner: text(),
    /** Zoho's. */
    modifiedTime: time("modified_time").notNull(),
    findings: jsonb().$type<readonly StoredFinding[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.zohoId] }),
    unique("zoho_lead_lead").on(table.companyId, table.leadId),
    ofSameCompany("zoho_lead_of_lead", [table.companyId, table.leadId], lead).onDelete("cascade"),
    onlyOwnCompany("zoho_lead"),
  ],
);

/** Zoho leads to read again, after a webhook or a change of ours. */
export const zohoHint = pgTable(
  "zoho_hint",
  {
    companyId: companyId(),
    zohoId: text("zoho_id").notNull(),
    /** Counts the hints, so that one that arrives during the read is not lost. */
    hints: bigint({ mode: "number" }).notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.zohoId] }), onlyOwnCompany("zoho_hint")],
);
