import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { COMPANY_EXPORT_STATES, personRecord, ROLES, TOKEN_ACCESS, userRecord } from "@ridgebook/contract";
import { columnsOf } from "./record-columns.ts";
import { number, ofSameCompany, time } from "./table-columns.ts";

/*
 * Platform tables: people, their companies and their login sessions. Only the platform role has access, through the repositories of
 * accounts and companies.
 */

/** Above any account id. Memberships older than the sequence have their account's id. */
const FIRST_USER_ID = 1_000_000_000;
export const userId = pgSequence("user_id", { startWith: FIRST_USER_ID, minValue: FIRST_USER_ID });

export const account = pgTable(
  "account",
  {
    /** Below the sequence `user_id`, so that an account id is never mistaken for a user id. */
    id: bigint({ mode: "number" })
      .primaryKey()
      .generatedAlwaysAsIdentity({ maxValue: FIRST_USER_ID - 1 }),
    email: text().notNull(),
    passwordHash: text("password_hash"),
    emailConfirmed: boolean("email_confirmed").notNull().default(false),
    ...columnsOf(personRecord.written),
    isSuperAdmin: boolean("is_super_admin").notNull().default(false),
    isMasterAdmin: boolean("is_master_admin").notNull().default(false),
    /** Created for the demo company; such accounts cannot sign in to a production server. */
    isDemo: boolean("is_demo").notNull().default(false),
    /** The last company, where the next login leads a person with several. */
    lastCompanyId: number("last_company_id").references((): AnyPgColumn => company.id, {
      onDelete: "set null",
    }),
    createdTime: time("created_time").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("account_email").on(sql`lower(${table.email})`)],
);

export const company = pgTable(
  "company",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    active: boolean().notNull().default(true),
    createdTime: time("created_time").notNull().defaultNow(),
    /** When two-step sign-in became required; null while it is not. Maintained by a trigger on the settings. */
    twoStepRequiredTime: time("two_step_required_time"),
    /**
     * The change number since when salespeople see only their own leads; null while they see all. Maintained by a trigger on the settings.
     */
    ownLeadsSince: number("own_leads_since"),
    /** The company's id across installations: imports keep it, and new evidence log events include it (decision 0099). */
    travelId: uuid("travel_id").notNull().defaultRandom(),
    /** When its deletion was requested; null for all others. */
    deletionTime: time("deletion_time"),
  },
  (table) => [uniqueIndex("company_travel").on(table.travelId)],
);

/** The first column of a company's table, whose rows cascade with the company. */
export const companyId = () =>
  number("company_id")
    .notNull()
    .references(() => company.id, { onDelete: "cascade" });

/** An archive of a company: requested, being written, or available until it expires. */
export const companyExport = pgTable(
  "company_export",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    /** "noRoom": failed because the disk was full. */
    state: text({ enum: [...COMPANY_EXPORT_STATES, "noRoom"] }).notNull(),
    /** Tables and files. */
    doneCount: integer("done_count").notNull().default(0),
    totalCount: integer("total_count").notNull().default(0),
    /** Bytes of the archive. */
    size: bigint({ mode: "number" }).notNull().default(0),
    /** Files with a record but no content in the file store. */
    missingCount: integer("missing_count").notNull().default(0),
    /** The company's change number when its rows were read, to detect later changes. */
    changeNumber: number("change_number"),
    createdBy: number("created_by"),
    createdTime: time("created_time").notNull(),
    finishedTime: time("finished_time"),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);

/** A deleted company. Its evidence log and the signed files named there are kept under the old id. */
export const sealedCompany = pgTable("sealed_company", {
  id: bigint({ mode: "number" }).primaryKey(),
  travelId: uuid("travel_id").notNull(),
  name: text().notNull(),
  deletedTime: time("deleted_time").notNull(),
});

const { active, externalId, folderId } = userRecord.written;

/** A person as the company knows them. Only role and access affect the account, and nothing else comes from it. */
export const membership = pgTable(
  "membership",
  {
    companyId: companyId(),
    /** `User.id`; it does not change with the account. */
    id: bigint({ mode: "number" })
      .notNull()
      .default(sql`nextval('user_id')`),
    /** Null while the person is only invited. */
    accountId: number("account_id").references(() => account.id, { onDelete: "cascade" }),
    ...columnsOf(personRecord.written),
    /** The address of an open or declined invitation; null once it is accepted, when the account's address applies. */
    invitedEmail: text("invited_email"),
    invitedTime: time("invited_time"),
    declinedTime: time("declined_time"),
    /** When the mail server rejected the invited address for good; null once the invitation is sent again. */
    mailRefusedTime: time("mail_refused_time"),
    role: text({ enum: [...ROLES] }).notNull(),
    ...columnsOf({ active, externalId, folderId }),
    changeNumber: number("change_number").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    uniqueIndex("membership_company_account").on(table.companyId, table.accountId),
    uniqueIndex("membership_company_invited").on(table.companyId, sql`lower(${table.invitedEmail})`),
    index("membership_account").on(table.accountId),
    index("membership_invited").on(sql`lower(${table.invitedEmail})`),
    check("membership_person", sql`num_nonnulls(${table.accountId}, ${table.invitedEmail}) > 0`),
    check("membership_invited_time", sql`(${table.invitedEmail} is null) = (${table.invitedTime} is null)`),
    index("membership_change").on(table.companyId, table.changeNumber),
  ],
);

/**
 * A member's last sign-in, or return with a kept login. A separate table, because devices load every change of a membership, and because no
 * company may learn from the account where else someone works.
 */
export const memberSignIn = pgTable(
  "member_sign_in",
  {
    companyId: number("company_id").notNull(),
    userId: number("user_id").notNull(),
    lastTime: time("last_time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.userId] }),
    foreignKey({
      columns: [table.companyId, table.userId],
      foreignColumns: [membership.companyId, membership.id],
    }).onDelete("cascade"),
  ],
);

/** One place where an account is signed in: a family of rotating refresh secrets, of which the newest is valid. */
export const loginSession = pgTable(
  "login_session",
  {
    id: uuid().primaryKey(),
    accountId: number("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    secretHash: text("secret_hash").notNull(),
    /** The secret before the last rotation: accepted briefly, because the response with the new one may get lost. */
    formerSecretHash: text("former_secret_hash"),
    rotatedTime: time("rotated_time").notNull().defaultNow(),
    userAgent: text("user_agent").notNull().default(""),
    createdTime: time("created_time").notNull().defaultNow(),
    lastUsedTime: time("last_used_time").notNull().defaultNow(),
    /** When an unused session ends; each refresh extends it. */
    expiresTime: time("expires_time").notNull(),
    /** The absolute end, regardless of refreshes. */
    endsTime: time("ends_time")
      .notNull()
      .default(sql`now() + interval '90 days'`),
    /** The company of calls that name none. */
    companyId: number("company_id").references(() => company.id, { onDelete: "set null" }),
    revokedTime: time("revoked_time"),
    /** Whether the person completed a second step in this session, at login or setup. Stays set when the second step is removed. */
    hasSecondStep: boolean("has_second_step").notNull().default(false),
  },
  (table) => [index("login_session_account").on(table.accountId)],
);

/** A company's access for other systems: one integration token, stored as a hash. The row stays when the token ends. */
export const apiAccess = pgTable(
  "api_access",
  {
    companyId: number("company_id")
      .primaryKey()
      .references(() => company.id, { onDelete: "cascade" }),
    /** The author of the token's changes. From the users' sequence, so it never equals a person's id. */
    userId: number("user_id")
      .notNull()
      .default(sql`nextval('user_id')`),
    access: text({ enum: [...TOKEN_ACCESS] })
      .notNull()
      .default("read"),
    /** SHA-256 in hex; null without a token. */
    tokenHash: text("token_hash"),
    prefix: text().notNull().default(""),
    createdBy: number("created_by"),
    createdTime: time("created_time"),
    lastUsedTime: time("last_used_time"),
    lastUsedAddress: text("last_used_address").notNull().default(""),
    /** The token before the last reset; valid until `formerEndsTime`, if at all. */
    formerHash: text("former_hash"),
    formerPrefix: text("former_prefix").notNull().default(""),
    formerEndsTime: time("former_ends_time"),
    formerLastUsedTime: time("former_last_used_time"),
  },
  (table) => [
    uniqueIndex("api_access_token").on(table.tokenHash),
    uniqueIndex("api_access_former").on(table.formerHash),
    check("api_access_created", sql`(${table.tokenHash} is null) = (${table.createdTime} is null)`),
    check("api_access_former_ends", sql`(${table.formerHash} is null) = (${table.formerEndsTime} is null)`),
  ],
);

/** The secret address of a person's calendar feed in a company; stored as a hash. */
export const calendarFeed = pgTable(
  "calendar_feed",
  {
    companyId: number("company_id").notNull(),
    userId: number("user_id").notNull(),
    /** The creator. The feed is valid only while this account holds the membership. */
    accountId: number("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** SHA-256 in hex. */
    secretHash: text("secret_hash").notNull(),
    createdTime: time("created_time").notNull(),
    /** Rounded to an hour. */
    lastReadTime: time("last_read_time"),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.userId] }),
    uniqueIndex("calendar_feed_secret").on(table.secretHash),
    index("calendar_feed_account").on(table.accountId),
    foreignKey({
      columns: [table.companyId, table.userId],
      foreignColumns: [membership.companyId, membership.id],
    }).onDelete("cascade"),
  ],
);

/** A browser in which an account signed in, or set its password by mail: wrong passwords elsewhere do not lock it out. */
export const knownDevice = pgTable(
  "known_device",
  {
    accountId: number("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    secretHash: text("secret_hash").notNull(),
    lastUsedTime: time("last_used_time").notNull(),
  },
  (table) => [primaryKey({ columns: [table.secretHash, table.accountId] })],
);

/** A mailed, single-use code that sets a password or accepts an invitation with one; it expires and is stored as a hash. */
export const accountCode = pgTable(
  "account_code",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null for an invitation's code. */
    accountId: number("account_id").references(() => account.id, { onDelete: "cascade" }),
    companyId: number("company_id"),
    /** The invited membership. */
    userId: number("user_id"),
    purpose: text({ enum: ["setup", "reset"] }).notNull(),
    codeHash: text("code_hash").notNull(),
    expiresTime: time("expires_time").notNull(),
    usedTime: time("used_time"),
  },
  (table) => [
    uniqueIndex("account_code_hash").on(table.codeHash),
    index("account_code_account").on(table.accountId),
    index("account_code_membership").on(table.companyId, table.userId),
    ofSameCompany("account_code_membership", [table.companyId, table.userId], membership).onDelete("cascade"),
    check("account_code_owner", sql`num_nonnulls(${table.accountId}, ${table.userId}) = 1`),
  ],
);

/** An account's TOTP secret, shared with its authenticator app. */
export const twoStep = pgTable("two_step", {
  accountId: number("account_id")
    .primaryKey()
    .references(() => account.id, { onDelete: "cascade" }),
  /** Base32, sealed by the `SecretBox`. */
  secret: text().notNull(),
  /** Null until a code has been confirmed; until then sign-in does not ask for one. */
  confirmedTime: time("confirmed_time"),
  /** The time step of the last used code. Codes up to this step are rejected, so that each works once. */
  lastStep: number("last_step").notNull().default(0),
});

/** A single-use substitute for the authenticator app; stored as a hash and deleted by its use. */
export const backupCode = pgTable(
  "backup_code",
  {
    accountId: number("account_id")
      .notNull()
      .references(() => twoStep.accountId, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
);

/** Rate limits of guessable calls, shared by all server processes. */
export const attemptCount = pgTable("attempt_count", {
  key: text().primaryKey(),
  windowStart: time("window_start").notNull(),
  attempts: integer().notNull(),
});

/** Security events; written by every role, read by the platform. */
export const auditEvent = pgTable(
  "audit_event",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    time: time("time").notNull().defaultNow(),
    event: text().notNull(),
    accountId: number("account_id"),
    companyId: number("company_id"),
    details: jsonb().notNull().default({}),
  },
  (table) => [index("audit_event_company").on(table.companyId, table.id)],
);

/** Secrets and facts of the installation, such as the key that signs access tokens. */
export const installation = pgTable("installation", {
  key: text().primaryKey(),
  value: text().notNull(),
});
