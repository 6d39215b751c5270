import { sql, type SQL } from "drizzle-orm";
import { pgPolicy, type PgRole } from "drizzle-orm/pg-core";
import { appRole, ownerRole, platformRole } from "./roles.ts";

/** The transaction's company; null, which equals nothing, if none is set. */
const currentCompany = sql`(select nullif(current_setting('ridgebook.company_id', true), '')::bigint)`;

/** The app's role reads and writes its transaction's company only. */
export const onlyOwnCompany = (table: string) =>
  pgPolicy(`${table}_only_own_company`, {
    for: "all",
    to: appRole,
    using: sql`company_id = ${currentCompany}`,
    withCheck: sql`company_id = ${currentCompany}`,
  });

/** For the few company tables that membership changes also write. */
export const platformMayWrite = (table: string) =>
  pgPolicy(`${table}_platform`, { for: "all", to: platformRole, using: sql`true`, withCheck: sql`true` });

/** For functions that run as the owner and read the transaction's company. */
export const ownerMayReadOwnCompany = (table: string) =>
  pgPolicy(`${table}_owner`, { for: "select", to: ownerRole, using: sql`company_id = ${currentCompany}` });

/** For a table filled by a trigger that runs as the owner. */
export const ownerMayWrite = (table: string) =>
  pgPolicy(`${table}_owner`, { for: "all", to: ownerRole, using: sql`true`, withCheck: sql`true` });

/*
 * Lead visibility (decision 0083). `open_session` sets `ridgebook.lead_sight` to "own" for a person who sees only leads that name them. All
 * other transactions, including jobs, see the whole company.
 *
 * The planner assumes that `is distinct from` is nearly always true, so the query plans of those who see everything stay the same.
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

/** Leads that name the person. Applies to the owner too, since searches run as the owner. */
export const onlyOwnLeads = () =>
  onlyInSight("lead", sql`user_id = ${currentUser} or additional_salesman_id = ${currentUser}`, [appRole, ownerRole]);

/** Records of a lead inherit its visibility through the parent's policy. */
export const onlyOfVisible = (table: string, parent: "lead" | "estimate" | "document") =>
  onlyInSight(
    table,
    sql.raw(
      `exists (select from ${parent} p where p.company_id = ${table}.company_id and p.id = ${table}.${parent}_id)`,
    ),
  );

/** All files except pictures of leads out of sight. Several leads may share a picture. */
export const onlyVisibleFiles = () =>
  onlyInSight(
    "file",
    sql.raw(
      "not is_photo_of_lead(id) or exists (select from lead_photo p where p.company_id = file.company_id and p.file_id = file.id)",
    ),
  );
