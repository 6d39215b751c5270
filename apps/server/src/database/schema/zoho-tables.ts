import { bigint, foreignKey, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import type { ZohoFinding, ZohoMapping } from "@ridgebook/contract";
import { lead } from "./lead-tables.ts";
import { onlyOwnCompany } from "./company-policy.ts";
import { companyId } from "./platform-tables.ts";
import { number, time } from "./table-columns.ts";

/* Company tables of the leads that are kept in step with Zoho CRM (decision 0102). */

/** What Zoho's metadata say of a field that can be chosen. */
export interface StoredZohoField {
  readonly apiName: string;
  readonly label: string;
  readonly type: string;
}
export interface ZohoMetadata {
  readonly leads: readonly StoredZohoField[];
  readonly deals: readonly StoredZohoField[];
  /** The pick list of statuses: as shown, and as written. */
  readonly statuses: readonly { readonly shown: string; readonly actual: string }[];
}

/** Something of a lead that was not passed on, with both values as JSON. */
export interface StoredFinding {
  readonly kind: ZohoFinding["kind"];
  readonly field: string;
  readonly here: unknown;
  readonly there: unknown;
}

/** How far a company's leads are. */
export const zohoSync = pgTable(
  "zoho_sync",
  {
    companyId: companyId(),
    /** The permission that this was read with; another one begins over. */
    grantId: uuid("grant_id"),
    /** Thrown when reading begins over, so that a run that began before ends. */
    generation: bigint({ mode: "number" }).notNull().default(0),
    /** The newest `Modified_Time` of which everything before is here; null before the first page. */
    cursor: time("cursor"),
    /** The same of deleted leads. */
    deletedCursor: time("deleted_cursor"),
    /** When everything that Zoho had changed was last here; null until all of it was read once. */
    caughtUpTime: time("caught_up_time"),
    /** Changes of leads here up to this number were looked at. */
    sentUpTo: number("sent_up_to").notNull().default(0),
    /** Null until an admin, or the first look at the metadata, has chosen. */
    mapping: jsonb().$type<ZohoMapping>(),
    metadata: jsonb().$type<ZohoMetadata>(),
    metadataTime: time("metadata_time"),
    /** Sealed. */
    webhookToken: text("webhook_token"),
    channelEndsTime: time("channel_ends_time"),
  },
  (table) => [primaryKey({ columns: [table.companyId] }), onlyOwnCompany("zoho_sync")],
);

/** A lead of Zoho, and the lead that it is here. */
export const zohoLead = pgTable(
  "zoho_lead",
  {
    companyId: companyId(),
    zohoId: text("zoho_id").notNull(),
    leadId: number("lead_id").notNull(),
    /** "deleted" in Zoho; restored there, it is linked again. */
    state: text({ enum: ["linked", "deleted"] }).notNull(),
    /** The values by field that both sides last agreed on. */
    base: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    /** The owner as it was last seen in Zoho. */
    owner: text(),
    /** Zoho's. */
    modifiedTime: time("modified_time").notNull(),
    findings: jsonb().$type<readonly StoredFinding[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.zohoId] }),
    unique("zoho_lead_lead").on(table.companyId, table.leadId),
    foreignKey({
      name: "zoho_lead_of_lead",
      columns: [table.companyId, table.leadId],
      foreignColumns: [lead.companyId, lead.id],
    }).onDelete("cascade"),
    onlyOwnCompany("zoho_lead"),
  ],
);

/** Leads of Zoho that must be read again: a webhook named them, or they were changed here. */
export const zohoHint = pgTable(
  "zoho_hint",
  {
    companyId: companyId(),
    zohoId: text("zoho_id").notNull(),
    /** Counts the hints, so that one that comes while the record is read is not taken for done. */
    hints: bigint({ mode: "number" }).notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.zohoId] }), onlyOwnCompany("zoho_hint")],
);
