import { CONNECTED_PROVIDERS, CONNECTION_FAILURES } from "@ridgebook/contract";
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { onlyOwnCompany } from "./company-policy.ts";
import { companyId } from "./platform-tables.ts";
import { number, time } from "./table-columns.ts";

/* Company tables of external connections (decision 0090). */

const provider = () => text({ enum: [...CONNECTED_PROVIDERS] }).notNull();

/** A company's authorization by a provider, and the call state that all processes share. */
export const connectionGrant = pgTable(
  "connection_grant",
  {
    companyId: companyId(),
    provider: provider(),
    /** Reconnecting creates a new id, so that late writes for the old grant have no effect. */
    grantId: uuid("grant_id").notNull(),
    isRehearsal: boolean("is_rehearsal").notNull(),
    state: text({ enum: ["connected", "reconnectNeeded"] }).notNull(),
    /** Counts renewals, for optimistic locking. */
    version: integer().notNull().default(1),
    /** Sealed, like the access token. */
    refreshToken: text("refresh_token").notNull(),
    accessToken: text("access_token").notNull(),
    accessEndsTime: time("access_ends_time").notNull(),
    accountLabel: text("account_label").notNull().default(""),
    /** Non-secret account details from the provider, such as its API host. */
    details: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
    connectedBy: number("connected_by"),
    connectedByName: text("connected_by_name").notNull(),
    connectedTime: time("connected_time").notNull(),
    renewedTime: time("renewed_time"),
    /** The lease of the process that renews the token, with its expiry by the database's clock. */
    leaseId: uuid("lease_id"),
    leaseEndsTime: time("lease_ends_time"),
    lastSuccessTime: time("last_success_time"),
    lastFailureTime: time("last_failure_time"),
    lastFailure: text("last_failure", { enum: [...CONNECTION_FAILURES] }),
    /** Keys missing in the latest response, by call; complete responses have no entry. */
    missingKeys: jsonb("missing_keys").$type<Readonly<Record<string, readonly string[]>>>().notNull().default({}),
    /** Rate limit: calls available as of `callsTime`; they refill over time. */
    callsLeft: doublePrecision("calls_left").notNull(),
    callsTime: time("calls_time").notNull(),
    /** The provider asked to pause calls until then. */
    restsUntil: time("rests_until"),
    /** Consecutive failures. */
    failuresInRow: integer("failures_in_row").notNull().default(0),
    /** The circuit breaker is open until then; the next call is a probe. */
    breakerEndsTime: time("breaker_ends_time"),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.provider] }), onlyOwnCompany("connection_grant")],
);

/** A pending authorization: the person was sent to the provider's consent page and has not returned. */
export const connectionPending = pgTable(
  "connection_pending",
  {
    companyId: companyId(),
    /** SHA-256 of the state, in hex: read access to the database is not enough to complete an authorization. */
    stateHash: text("state_hash").notNull(),
    provider: provider(),
    isRehearsal: boolean("is_rehearsal").notNull(),
    /** The login session that started it; no other can complete it. */
    sessionId: uuid("session_id").notNull(),
    /** PKCE verifier, sealed, for providers that support it. */
    verifier: text(),
    endsTime: time("ends_time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.stateHash] }),
    index("connection_pending_session").on(table.companyId, table.sessionId, table.provider),
    onlyOwnCompany("connection_pending"),
  ],
);

/** Cached responses, also used while the provider is down. */
export const connectionCache = pgTable(
  "connection_cache",
  {
    companyId: companyId(),
    provider: provider(),
    call: text().notNull(),
    /** The request; for a search, the text and the page. */
    parameters: text().notNull(),
    /** JSON text, to preserve the provider's key order. */
    reply: text().notNull(),
    /** The provider's version of the resource; "" without one. */
    stamp: text().notNull().default(""),
    fetchedTime: time("fetched_time").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.provider, table.call, table.parameters] }),
    index("connection_cache_age").on(table.companyId, table.fetchedTime),
    onlyOwnCompany("connection_cache"),
  ],
);
