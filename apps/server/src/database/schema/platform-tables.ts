import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { ROLES } from "@ridgebook/contract";

/*
 * Platform tables: who people are, where they work and where they are signed in. Only the platform role reaches them,
 * through the repositories of accounts and companies.
 */

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const account = pgTable(
  "account",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    email: text().notNull(),
    passwordHash: text("password_hash"),
    emailConfirmed: boolean("email_confirmed").notNull().default(false),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    phoneNumber: text("phone_number").notNull().default(""),
    isSuperAdmin: boolean("is_super_admin").notNull().default(false),
    isMasterAdmin: boolean("is_master_admin").notNull().default(false),
    /** Made by the demo company; such accounts cannot sign in to a production server. */
    isDemo: boolean("is_demo").notNull().default(false),
    /** Where the person worked last: there they sign in next, if they have several companies. */
    lastCompanyId: bigint("last_company_id", { mode: "number" }).references((): AnyPgColumn => company.id, {
      onDelete: "set null",
    }),
    createdTime: time("created_time").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("account_email").on(sql`lower(${table.email})`)],
);

export const company = pgTable("company", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  active: boolean().notNull().default(true),
  createdTime: time("created_time").notNull().defaultNow(),
});

export const membership = pgTable(
  "membership",
  {
    companyId: bigint("company_id", { mode: "number" })
      .notNull()
      .references(() => company.id, { onDelete: "cascade" }),
    accountId: bigint("account_id", { mode: "number" })
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    role: text({ enum: [...ROLES] }).notNull(),
    active: boolean().notNull().default(true),
    externalId: text("external_id"),
    folderId: text("folder_id"),
    changeNumber: bigint("change_number", { mode: "number" }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.accountId] }),
    index("membership_account").on(table.accountId),
    index("membership_change").on(table.companyId, table.changeNumber),
  ],
);

/** One place where an account is signed in: a family of rotating refresh secrets, of which the newest counts. */
export const loginSession = pgTable(
  "login_session",
  {
    id: uuid().primaryKey(),
    accountId: bigint("account_id", { mode: "number" })
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    secretHash: text("secret_hash").notNull(),
    /** The secret before the last rotation: accepted for a moment, because the answer that carried the new one can get lost. */
    formerSecretHash: text("former_secret_hash"),
    rotatedTime: time("rotated_time").notNull().defaultNow(),
    userAgent: text("user_agent").notNull().default(""),
    createdTime: time("created_time").notNull().defaultNow(),
    lastUsedTime: time("last_used_time").notNull().defaultNow(),
    /** When an unused session ends; each refresh moves it. */
    expiresTime: time("expires_time").notNull(),
    /** The end of the session, however often it is refreshed. */
    endsTime: time("ends_time")
      .notNull()
      .default(sql`now() + interval '90 days'`),
    /** The company of calls that name none. */
    companyId: bigint("company_id", { mode: "number" }).references(() => company.id, { onDelete: "set null" }),
    revokedTime: time("revoked_time"),
  },
  (table) => [index("login_session_account").on(table.accountId)],
);

/** A browser in which an account signed in, or set its password by mail: wrong passwords elsewhere do not lock it out. */
export const knownDevice = pgTable(
  "known_device",
  {
    accountId: bigint("account_id", { mode: "number" })
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    secretHash: text("secret_hash").notNull(),
    lastUsedTime: time("last_used_time").notNull(),
  },
  (table) => [primaryKey({ columns: [table.secretHash, table.accountId] })],
);

/** A mailed code for setting a password: single use, expiring, kept as a hash. */
export const accountCode = pgTable(
  "account_code",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint("account_id", { mode: "number" })
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    purpose: text({ enum: ["setup", "reset"] }).notNull(),
    codeHash: text("code_hash").notNull(),
    expiresTime: time("expires_time").notNull(),
    usedTime: time("used_time"),
  },
  (table) => [uniqueIndex("account_code_hash").on(table.codeHash), index("account_code_account").on(table.accountId)],
);

/** Counts attempts at guessable calls, for all server processes together. */
export const attemptCount = pgTable("attempt_count", {
  key: text().primaryKey(),
  windowStart: time("window_start").notNull(),
  attempts: integer().notNull(),
});

/** What security asks to remember; written by everybody, read by the platform. */
export const auditEvent = pgTable(
  "audit_event",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    time: time("time").notNull().defaultNow(),
    event: text().notNull(),
    accountId: bigint("account_id", { mode: "number" }),
    companyId: bigint("company_id", { mode: "number" }),
    details: jsonb().notNull().default({}),
  },
  (table) => [index("audit_event_company").on(table.companyId, table.id)],
);

/** Secrets and facts of the installation itself, such as the key that signs access tokens. */
export const installation = pgTable("installation", {
  key: text().primaryKey(),
  value: text().notNull(),
});
