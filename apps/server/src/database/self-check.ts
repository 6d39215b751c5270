import type pg from "pg";

/** Raised when the server must not serve because its database role could see what it must not. */
export class UnsafeDatabaseError extends Error {
  constructor(reason: string) {
    super(
      `The database role of the app is not safe: ${reason}. DATABASE_URL must name the app's own role; ` +
        "`npm run database:setup -- OWNER_URL` makes it and prints the URL.",
    );
    this.name = "UnsafeDatabaseError";
  }
}

/**
 * Refuses a database in which requests could pass the borders between companies: a role that is a superuser, bypasses
 * row-level security, owns a table, or sees any row of a company table while no company is set. Asked at each start.
 */
export async function assertSafeRole(pool: pg.Pool): Promise<void> {
  const role = await pool.query<{ name: string; unsafe: boolean; owned: string | null }>(`
    select current_user as name, rolsuper or rolbypassrls as unsafe,
      (select string_agg(c.relname, ', ') from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and pg_has_role(current_user, c.relowner, 'usage')) as owned
    from pg_roles where rolname = current_user`);
  const [own] = role.rows;
  if (!own || own.unsafe) throw new UnsafeDatabaseError(`${own?.name ?? "it"} bypasses row-level security`);
  if (own.owned !== null) throw new UnsafeDatabaseError(`${own.name} owns ${own.owned}`);

  const tables = await pool.query<{ name: string; protected: boolean; readable: boolean }>(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as protected,
      has_table_privilege(c.oid, 'select') as readable
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`);
  for (const table of tables.rows) {
    if (!table.readable) continue;
    if (!table.protected) throw new UnsafeDatabaseError(`${own.name} reads ${table.name}, which has no policy`);
    const seen = await pool.query(`select from "${table.name}" limit 1`);
    if (seen.rowCount !== 0) throw new UnsafeDatabaseError(`${own.name} sees rows of ${table.name} without a company`);
  }
}
