import { sql } from "drizzle-orm";
import { pgPolicy } from "drizzle-orm/pg-core";
import { appRole, platformRole } from "./roles.ts";

/** The transaction's company; null, which equals nothing, while none is set. */
const currentCompany = sql`(select nullif(current_setting('ridgebook.company_id', true), '')::bigint)`;

/** The app's role sees and writes the rows of its transaction's company, and no others. */
export const onlyOwnCompany = (table: string) =>
  pgPolicy(`${table}_only_own_company`, {
    for: "all",
    to: appRole,
    using: sql`company_id = ${currentCompany}`,
    withCheck: sql`company_id = ${currentCompany}`,
  });

/** For the few company tables that changes of memberships write as well. */
export const platformMayWrite = (table: string) =>
  pgPolicy(`${table}_platform`, { for: "all", to: platformRole, using: sql`true`, withCheck: sql`true` });
