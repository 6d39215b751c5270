import type { AccountId, CompanyId, UserId } from "@ridgebook/contract";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";

/** Statements of one transaction; drizzle builds them, one connection runs them. */
export type Statements = NodePgDatabase;

declare const scoped: unique symbol;

/**
 * The company a request works in, inside its transaction: the first argument of every function that reads or writes a
 * company's rows. Only `inCompany` and `openSession` make one, after they have set the transaction's company, so the
 * statements of a scope and PostgreSQL's policies speak of the same company.
 */
export interface CompanyScope {
  readonly companyId: CompanyId;
  /** Who acts, as the company knows them: what records name. Undefined for the server's own work, such as imports and jobs. */
  readonly userId: UserId | undefined;
  /** Whose token the call has, for limits and idempotency keys. No record names it. */
  readonly accountId: AccountId | undefined;
  /**
   * Where the person sees only the leads that name them: the change number from which on that is so. The policies of the database keep
   * all others from them; code needs it for what the policies cannot know.
   */
  readonly ownLeadsSince?: number | undefined;
  readonly db: Statements;
  readonly [scoped]: true;
}

/** A transaction that may reach the platform tables, for the repositories of accounts, sessions and companies. */
export interface PlatformScope {
  readonly db: Statements;
  readonly [scoped]: "platform";
}

/** Makes the scope of a transaction whose company is set already; for this folder and `http/session.ts` only. */
export const companyScope = (parts: Omit<CompanyScope, typeof scoped>): CompanyScope => parts as CompanyScope;
export const platformScope = (db: Statements): PlatformScope => ({ db }) as PlatformScope;
