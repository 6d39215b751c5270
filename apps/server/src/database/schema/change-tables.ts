import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { onlyOwnCompany, platformMayWrite } from "./company-policy.ts";
import { companyId } from "./platform-tables.ts";
import { bytes, number, time } from "./table-columns.ts";

/** The last change number that was given in a company, whose row lock puts numbers in the order of commits, and counts. */
export const changeCounter = pgTable(
  "change_counter",
  {
    companyId: companyId(),
    lastNumber: number("last_number").notNull().default(0),
    /** Tombstones up to this number are gone: a cursor below it must load afresh. */
    forgottenUpTo: number("forgotten_up_to").notNull().default(0),
    /** How many leads there are, kept by trigger: counting a million of them for each page would take longer than the page. */
    leadCount: number("lead_count").notNull().default(0),
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

/** What is left of a deleted record, so that devices learn of it. */
export const tombstone = pgTable(
  "tombstone",
  {
    companyId: companyId(),
    store: text().notNull(),
    recordId: number("record_id").notNull(),
    changeNumber: number("change_number").notNull(),
    deletedTime: time("deleted_time").notNull().defaultNow(),
    /** Who deleted it; null for the server's own work, and for what was deleted before release 2. */
    deletedBy: number("deleted_by"),
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
    accountId: number("account_id").notNull(),
    key: text().notNull(),
    requestHash: bytes("request_hash").notNull(),
    status: integer(),
    reply: jsonb(),
    createdTime: time("created_time").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.accountId, table.key] }),
    // One attempt, whoever sends it: an admin may send what a rescue file of somebody else holds (decision 0125).
    uniqueIndex("idempotency_key_attempt").on(table.companyId, table.key, table.requestHash),
    index("idempotency_key_age").on(table.companyId, table.createdTime),
    onlyOwnCompany("idempotency_key"),
  ],
);
