import { CONNECTED_PROVIDERS, CONNECTION_FAILURES } from "@ridgebook/contract";
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { onlyOwnCompany } from "./company-policy.ts";
import { companyId } from "./platform-tables.ts";
import { number, time } from "./table-columns.ts";

/* Company tables of the connections with other services (decision 0090). */

const provider = () => text({ enum: [...CONNECTED_PROVIDERS] }).notNull();

/** The permission that a provider gave a company, and what all processes together must know of its calls. */
export const connectionGrant = pgTable(
  "connection_grant",
  {
    companyId: companyId(),
    provider: provider(),
    /** Of this permission: connecting again makes another, so that nothing meant for the previous one changes it. */
    grantId: uuid("grant_id").notNull(),
    isRehearsal: boolean("is_rehearsal").notNull(),
    state: text({ enum: ["connected", "reconnectNeeded"] }).notNull(),
    /** Counts the renewals: only who has read the newest one may write the next. */
    version: integer().notNull().default(1),
    /** Sealed by the secret box, as the access token. */
    refreshToken: text("refresh_token").notNull(),
    accessToken: text("access_token").notNull(),
    accessEndsTime: time("access_ends_time").notNull(),
    accountLabel: text("account_label").notNull().default(""),
    /** What the provider said of the account, such as the host of its calls; nothing secret. */
    details: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
    connectedBy: number("connected_by"),
    connectedByName: text("connected_by_name").notNull(),
    connectedTime: time("connected_time").notNull(),
    renewedTime: time("renewed_time"),
    /** The lease of the process that is renewing the token, and when it expires by the database's clock. */
    leaseId: uuid("lease_id"),
    leaseEndsTime: time("lease_ends_time"),
    lastSuccessTime: time("last_success_time"),
    lastFailureTime: time("last_failure_time"),
    lastFailure: text("last_failure", { enum: [...CONNECTION_FAILURES] }),
    /** Keys that the newest answer of a call lacks, by the call's name; calls whose answers are whole are not in it. */
    missingKeys: jsonb("missing_keys").$type<Readonly<Record<string, readonly string[]>>>().notNull().default({}),
    /** Calls that may be made at once as of `callsTime`; they come back over time. */
    callsLeft: doublePrecision("calls_left").notNull(),
    callsTime: time("calls_time").notNull(),
    /** The provider asked not to be called before this. */
    restsUntil: time("rests_until"),
    /** Failures of the provider since its last answer. */
    failuresInRow: integer("failures_in_row").notNull().default(0),
    /** While this is to come, no call is made; then one that probes. */
    breakerEndsTime: time("breaker_ends_time"),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.provider] }), onlyOwnCompany("connection_grant")],
);

/** A pending authorization: a person was sent to the provider's consent page and has not returned yet. */
export const connectionPending = pgTable(
  "connection_pending",
  {
    companyId: companyId(),
    /** SHA-256 of the state, in hex: who reads the database cannot finish what others began. */
    stateHash: text("state_hash").notNull(),
    provider: provider(),
    isRehearsal: boolean("is_rehearsal").notNull(),
    /** The login session that started it. Only that session can finish it. */
    sessionId: uuid("session_id").notNull(),
    /** PKCE's, sealed, where the provider takes it. */
    verifier: text(),
    endsTime: time("ends_time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.stateHash] }),
    index("connection_pending_session").on(table.companyId, table.sessionId, table.provider),
    onlyOwnCompany("connection_pending"),
  ],
);

/** Answers of a provider, for as long as they hold, and for while it does not answer. */
export const connectionCache = pgTable(
  "connection_cache",
  {
    companyId: companyId(),
    provider: provider(),
    call: text().notNull(),
    /** What was asked for; of a search, the text and the page. */
    parameters: text().notNull(),
    /** JSON, as text: the order of its keys is the provider's. */
    reply: text().notNull(),
    /** The provider's own word for which state of the thing this is; "" without one. */
    stamp: text().notNull().default(""),
    fetchedTime: time("fetched_time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.provider, table.call, table.parameters] }),
    index("connection_cache_age").on(table.companyId, table.fetchedTime),
    onlyOwnCompany("connection_cache"),
  ],
);
