import { randomBytes } from "node:crypto";
import pg from "pg";
import { assertPostgresVersion } from "./postgres-version.ts";
import { ROLE_NAMES } from "./schema/roles.ts";
import { takeTurn, type Turn } from "./take-turn.ts";
import { withConnection } from "./with-connection.ts";

export type RolePasswords = Record<(typeof CONNECTING_ROLES)[number], string>;

export const CONNECTING_ROLES = ["owner", "app", "platform"] as const;

/**
 * Timeouts enforced by PostgreSQL for the server's roles, so that abandoned work does not hold locks. Set on the role, because a pooler
 * does not forward connection settings. Migrations have none.
 */
const LIMITS = {
  statement_timeout: "60s",
  lock_timeout: "30s",
  idle_in_transaction_session_timeout: "60s",
} as const;

const literal = (value: string): string => pg.escapeLiteral(value);

/**
 * Creates the roles and prepares the database; idempotent. Run it as a superuser or another role that may create roles and owns the
 * database.
 *
 * Roles are shared by the whole PostgreSQL server, and several of our servers may start at once, so an advisory lock serializes them.
 * Throws DatabaseStartError for a PostgreSQL that is too old, and if the lock is not free in time. Passwords are set only if given: the
 * embedded server needs none.
 */
export async function setUpDatabase({
  adminUrl,
  passwords,
  ...turn
}: {
  adminUrl: string;
  passwords?: RolePasswords;
} & Pick<Turn, "waitMs" | "onWaiting">): Promise<void> {
  await withConnection(adminUrl, async (client) => {
    await assertPostgresVersion(client);
    await client.query("begin");
    await takeTurn(client, {
      name: "ridgebook set-up",
      work: "setting up this database",
      until: "transaction",
      ...turn,
    });
    for (const role of Object.values(ROLE_NAMES)) {
      const exists = await client.query("select from pg_roles where rolname = $1", [role]);
      if (exists.rowCount === 0) await client.query(`create role ${role} nologin`);
    }
    for (const role of CONNECTING_ROLES) {
      await client.query(`alter role ${ROLE_NAMES[role]} login nocreaterole nocreatedb`);
      if (passwords) await client.query(`alter role ${ROLE_NAMES[role]} password ${literal(passwords[role])}`);
    }
    for (const role of ["app", "platform"] as const)
      for (const [limit, value] of Object.entries(LIMITS))
        await client.query(`alter role ${ROLE_NAMES[role]} set ${limit} = '${value}'`);
    // Previous releases let the app assume the platform's role.
    await client.query(`revoke ${ROLE_NAMES.platform} from ${ROLE_NAMES.app}`);
    // Without inherit: the app reaches the queue only where its SQL says so.
    for (const role of [ROLE_NAMES.app, ROLE_NAMES.owner])
      await client.query(`grant ${ROLE_NAMES.jobs} to ${role} with inherit false, set true`);
    const { rows } = await client.query<{ name: string }>("select current_database() as name");
    await client.query(databaseGrants(rows[0]?.name ?? ""));
    await client.query(SCHEMA_GRANT);
    await client.query("commit");
  });
}

/** The owner's right to create tables; included in a copy of a database. */
export const SCHEMA_GRANT = `grant create, usage on schema public to ${ROLE_NAMES.owner}`;

/** The roles' rights on one database; not included in a copy. */
export function databaseGrants(name: string): string {
  const database = pg.escapeIdentifier(name);
  return `
    grant connect, create, temporary on database ${database} to ${ROLE_NAMES.owner};
    grant connect on database ${database} to ${ROLE_NAMES.app}, ${ROLE_NAMES.platform};
    grant create on database ${database} to ${ROLE_NAMES.jobs}`;
}

/** A password that no person types. */
export const makePassword = (): string => randomBytes(24).toString("base64url");
