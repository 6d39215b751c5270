import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { onlyOwnCompany, platformMayWrite } from "./company-policy.ts";
import { companyId } from "./platform-tables.ts";
import { bytes, number, time } from "./table-columns.ts";

/** A company's counters and last change number, whose row lock orders change numbers by commit. */
export const changeCounter = pgTable(
  "change_counter",
  {
    companyId: companyId(),
    lastNumber: number("last_number").notNull().default(0),
    /** Tombstones up to this number were purged: an older cursor must reload. */
    forgottenUpTo: number("forgotten_up_to").notNull().default(0),
    /** Maintained by trigger: counting a million leads per page would be too slow. */
    leadCount: number("lead_count").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.companyId] }),
    onlyOwnCompany("change_counter"),
    platformMayWrite("change_counter"),
  ],
);

/** The retained data of a deleted estimate or lead. */
export interface FormerRecord {
  readonly revision: number;
  readonly leadId?: number;
  readonly name?: string;
}

/** A deleted record, so that devices learn of the deletion. */
export const tombstone = pgTable(
  "tombstone",
  {
    companyId: companyId(),
    store: text().notNull(),
    recordId: number("record_id").notNull(),
    changeNumber: number("change_number").notNull(),
    deletedTime: time("deleted_time").notNull().defaultNow(),
    /** Null for the server's own work, and for deletions before release 2. */
    deletedBy: number("deleted_by"),
    /** Needed by a signed paper to restore its estimate and lead; null for other records, and before release 2. */
    former: jsonb().$type<FormerRecord>(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.store, table.recordId] }),
    index("tombstone_change").on(table.companyId, table.changeNumber),
    onlyOwnCompany("tombstone"),
    platformMayWrite("tombstone"),
  ],
);

/** The stored response of each attempt, so that a retry runs once and gets the same response. */
export const idempotencyKey = pgTable(
  "idempotency_key",
  {
    companyId: companyId(),
    /** An account id, or the user id of an integration token, which is larger than any account id. */
    accountId: number("account_id").notNull(),
    key: text().notNull(),
    requestHash: bytes("request_hash").notNull(),
    status: integer(),
    reply: jsonb(),
    createdTime: time("created_time").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.accountId, table.key] }),
    // Independent of the sender: an admin may send another person's rescue file (decision 0125).
    uniqueIndex("idempotency_key_attempt").on(table.companyId, table.key, table.requestHash),
    index("idempotency_key_age").on(table.companyId, table.createdTime),
    onlyOwnCompany("idempotency_key"),
  ],
);
