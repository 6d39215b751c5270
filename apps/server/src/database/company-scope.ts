import type { AccountId, CompanyId, UserId } from "@ridgebook/contract";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";

/** Drizzle's query builder on the connection of one transaction. */
export type Statements = NodePgDatabase;

declare const scoped: unique symbol;

/**
 * The company of a request, inside its transaction: the first argument of every function that reads or writes a company's rows. Only
 * `inCompany` and `openSession` create one, after setting the transaction's company, so a scope's queries and PostgreSQL's policies always
 * agree.
 */
export interface CompanyScope {
  readonly companyId: CompanyId;
  /** The acting user, as records name them; undefined for the server's own work, such as imports and jobs. */
  readonly userId: UserId | undefined;
  /** The account of the caller's token, for limits and idempotency keys. Records never name it. */
  readonly accountId: AccountId | undefined;
  /**
   * Set for a person who sees only leads that name them: the change number since when. The database's policies enforce it; code needs it
   * for what policies cannot know.
   */
  readonly ownLeadsSince?: number | undefined;
  readonly db: Statements;
  readonly [scoped]: true;
}

/** A transaction with access to the platform tables, for the repositories of accounts, sessions and companies. */
export interface PlatformScope {
  readonly db: Statements;
  readonly [scoped]: "platform";
}

/** Creates the scope of a transaction whose company is already set; for this folder and `http/session.ts` only. */
export const companyScope = (parts: Omit<CompanyScope, typeof scoped>): CompanyScope => parts as CompanyScope;
export const platformScope = (db: Statements): PlatformScope => ({ db }) as PlatformScope;
