import { sql, type SQL } from "drizzle-orm";
import { pgPolicy, type PgRole } from "drizzle-orm/pg-core";
import { appRole, ownerRole, platformRole } from "./roles.ts";

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

/** For what a function that runs as the owner looks up of the transaction's company. */
export const ownerMayReadOwnCompany = (table: string) =>
  pgPolicy(`${table}_owner`, { for: "select", to: ownerRole, using: sql`company_id = ${currentCompany}` });

/** For a table that a trigger fills, which runs as the owner. */
export const ownerMayWrite = (table: string) =>
  pgPolicy(`${table}_owner`, { for: "all", to: ownerRole, using: sql`true`, withCheck: sql`true` });

/*
 * Whose leads a transaction sees (decision 0083). `open_session` sets `ridgebook.lead_sight` to "own" for a person who may see only the
 * leads that name them. Any other transaction, a job's too, sees all of its company.
 *
 * `is distinct from` is what the planner takes for nearly always true, so that the plans of those who see everything stay as they are.
 */
const seesAllLeads = sql`(select current_setting('ridgebook.lead_sight', true)) is distinct from 'own'`;
const currentUser = sql`(select nullif(current_setting('ridgebook.user_id', true), '')::bigint)`;

const onlyInSight = (table: string, isInSight: SQL, to: PgRole | PgRole[] = appRole) =>
  pgPolicy(`${table}_only_in_sight`, {
    as: "restrictive",
    for: "all",
    to,
    using: sql`${seesAllLeads} or ${isInSight}`,
  });

/** Leads: those that name the person. Also for the owner, as whom searches run. */
export const onlyOwnLeads = () =>
  onlyInSight("lead", sql`user_id = ${currentUser} or additional_salesman_id = ${currentUser}`, [appRole, ownerRole]);

/** What belongs to a lead follows it: the policy of that table decides about the row that is looked for. */
export const onlyOfVisible = (table: string, parent: "lead" | "estimate" | "document") =>
  onlyInSight(
    table,
    sql.raw(
      `exists (select from ${parent} p where p.company_id = ${table}.company_id and p.id = ${table}.${parent}_id)`,
    ),
  );

/** Files: all but the pictures of leads out of sight. The same picture may be of several leads. */
export const onlyVisibleFiles = () =>
  onlyInSight(
    "file",
    sql.raw(
      "not is_photo_of_lead(id) or exists (select from lead_photo p where p.company_id = file.company_id and p.file_id = file.id)",
    ),
  );
