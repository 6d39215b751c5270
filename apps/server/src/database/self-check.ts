import type pg from "pg";
import type { DatabaseUrls } from "./database.ts";
import { ROLE_NAMES } from "./schema/roles.ts";
import { withConnection } from "./with-connection.ts";

/** The server must not run because one of its database roles has too much access. */
export class UnsafeDatabaseError extends Error {
  constructor(reason: string) {
    super(
      `The database roles are not safe: ${reason}. DATABASE_URL and DATABASE_PLATFORM_URL must name the server's own roles; ` +
        "`npm run database:setup -- OWNER_URL` makes them, takes from them what they must not have, and prints the URLs.",
    );
    this.name = "UnsafeDatabaseError";
  }
}

interface Table {
  readonly name: string;
  readonly isProtected: boolean;
  readonly isReadable: boolean;
  /** Whether a policy lets the platform's role see the rows. */
  readonly isOfPlatform: boolean;
}

/** Throws if the role is a superuser, owns tables, or is a member of another role than the queue's. */
async function assertPlainRole(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string; unsafe: boolean; owned: string | null; taken: string | null }>(
    `select current_user as name, rolsuper or rolbypassrls as unsafe,
      (select string_agg(c.relname, ', ') from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and pg_has_role(current_user, c.relowner, 'usage')) as owned,
      (select string_agg(other.rolname, ', ') from pg_roles other
        where other.rolname not in (current_user, $1) and pg_has_role(current_user, other.oid, 'member')) as taken
    from pg_roles where rolname = current_user`,
    [ROLE_NAMES.jobs],
  );
  const [own] = rows;
  if (!own || own.unsafe) throw new UnsafeDatabaseError(`${own?.name ?? "it"} bypasses row-level security`);
  if (own.owned !== null) throw new UnsafeDatabaseError(`${own.name} owns ${own.owned}`);
  if (own.taken !== null) throw new UnsafeDatabaseError(`${own.name} can take the role ${own.taken}`);
  return own.name;
}

async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isProtected",
      has_table_privilege(c.oid, 'select') as "isReadable",
      exists (select from pg_policy p where p.polrelid = c.oid and $1::regrole::oid = any (p.polroles)) as "isOfPlatform"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
    [ROLE_NAMES.platform],
  );
  return rows;
}

async function assertSafeApp(client: pg.Client): Promise<void> {
  const name = await assertPlainRole(client);
  for (const table of await readTables(client)) {
    if (!table.isReadable) continue;
    if (!table.isProtected) throw new UnsafeDatabaseError(`${name} reads ${table.name}, which has no policy`);
    const seen = await client.query(`select from "${table.name}" limit 1`);
    if (seen.rowCount !== 0) throw new UnsafeDatabaseError(`${name} sees rows of ${table.name} without a company`);
  }
}

async function assertSafePlatform(client: pg.Client): Promise<void> {
  const name = await assertPlainRole(client);
  const seen = (await readTables(client)).find(
    ({ isProtected, isReadable, isOfPlatform }) => isReadable && isProtected && !isOfPlatform,
  );
  if (seen) throw new UnsafeDatabaseError(`${name} reads ${seen.name}, which belongs to companies`);
}

/**
 * Throws for a database in which a company's request could reach another company's records, passwords or secrets: a role that is a
 * superuser, bypasses row-level security, owns a table or can assume another role; an app role that sees rows without a company being set;
 * a platform role that reads company records. Runs at each start.
 */
export async function assertSafeRoles({ appUrl, platformUrl }: DatabaseUrls): Promise<void> {
  await withConnection(appUrl, assertSafeApp);
  await withConnection(platformUrl, assertSafePlatform);
}
