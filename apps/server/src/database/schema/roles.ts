import { pgRole } from "drizzle-orm/pg-core";

/**
 * The database's roles (docs/architecture.md "Who may see what"), created before the first migration by set-up.ts.
 *
 * - owner: owns every table and function and runs migrations; serves no requests.
 * - app: used by requests; owns nothing, sees company rows only under a policy.
 * - platform: reads and writes accounts, login sessions, companies and memberships, on separate connections. The app's role cannot switch
 * to it, so SQL injected into a company's request cannot read passwords or secrets.
 * - jobs: owns the job queue's schema and nothing else.
 */
export const ROLE_NAMES = {
  owner: "ridgebook_owner",
  app: "ridgebook_app",
  platform: "ridgebook_platform",
  jobs: "ridgebook_jobs",
} as const;

export const ownerRole = pgRole(ROLE_NAMES.owner).existing();
export const appRole = pgRole(ROLE_NAMES.app).existing();
export const platformRole = pgRole(ROLE_NAMES.platform).existing();
