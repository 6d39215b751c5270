import { randomBytes } from "node:crypto";
import pg from "pg";
import { createDatabase, type Database } from "#database/database.ts";
import { migrateDatabase } from "#database/migrate.ts";
import { ROLE_NAMES } from "#database/schema/roles.ts";
import { databaseGrants, setUpDatabase, type RolePasswords } from "#database/set-up.ts";
import { withConnection } from "#database/with-connection.ts";

/** PostgreSQL looks for deadlocks after a second by default, which tests would wait for. */
export const DEADLOCK_TIMEOUT_MS = 2;

const TEMPLATE = "ridgebook_template";
/** Prefix of databases that a test run keeps as templates. */
export const KEPT_TEMPLATE = "ridgebook_kept_";
/** For servers that require passwords (TEST_DATABASE_URL); the embedded one does not. */
const PASSWORDS = { owner: "owner-for-tests", app: "app-for-tests", platform: "platform-for-tests" };

const runAs = (url: string, statement: string): Promise<unknown> =>
  withConnection(url, (client) => client.query(statement));

/** The same server with another database and optionally another role. */
export function urlFor(
  superuserUrl: string,
  { database, role }: { database: string; role?: keyof RolePasswords },
): string {
  // A socket URL has no host name, which URL rejects; pg takes the socket folder from the query.
  const url = new URL(superuserUrl.replace("@/", "@localhost/"));
  url.pathname = `/${database}`;
  if (role) {
    url.username = ROLE_NAMES[role];
    url.password = PASSWORDS[role];
  }
  return url.toString();
}

/** Drops leftovers of an earlier test run on a persistent server. */
const dropFormer = (superuserUrl: string): Promise<void> =>
  withConnection(superuserUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where datname = $1 or starts_with(datname, $2)",
      [TEMPLATE, KEPT_TEMPLATE],
    );
    for (const { name } of rows) await client.query(`drop database ${name}`);
  });

/** Creates the migrated database that tests copy. */
export async function makeTemplate(superuserUrl: string): Promise<void> {
  await dropFormer(superuserUrl);
  await runAs(superuserUrl, `create database ${TEMPLATE}`);
  await setUpDatabase({ adminUrl: urlFor(superuserUrl, { database: TEMPLATE }), passwords: PASSWORDS });
  await migrateDatabase(urlFor(superuserUrl, { database: TEMPLATE, role: "owner" }));
}

export interface TestDatabase {
  readonly name: string;
  readonly appUrl: string;
  readonly platformUrl: string;
  readonly ownerUrl: string;
  /** Bypasses every policy, to inspect the actual rows. */
  readonly superuserUrl: string;
  readonly appPool: pg.Pool;
  readonly platformPool: pg.Pool;
  readonly superuserPool: pg.Pool;
  readonly database: Database;
  /** Closes all connections and drops the database. */
  close(): Promise<void>;
  /** Closes its connections and renames it to a template for `createTestDatabase`. */
  keepAs(template: string): Promise<void>;
}

/**
 * Creates a fresh, migrated, empty database on the test run's server; `postgresUrl` is `inject("postgresUrl")`. `template` names another
 * database to copy, which must have no connections.
 */
export async function createTestDatabase(
  postgresUrl: string,
  { template = TEMPLATE }: { template?: string } = {},
): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await runAs(postgresUrl, `create database ${name} template ${template}`);
  await runAs(postgresUrl, databaseGrants(name));
  await runAs(postgresUrl, `alter database ${name} set deadlock_timeout = ${DEADLOCK_TIMEOUT_MS}`);
  const urls = {
    appUrl: urlFor(postgresUrl, { database: name, role: "app" }),
    platformUrl: urlFor(postgresUrl, { database: name, role: "platform" }),
    ownerUrl: urlFor(postgresUrl, { database: name, role: "owner" }),
    superuserUrl: urlFor(postgresUrl, { database: name }),
  };
  const appPool = new pg.Pool({ connectionString: urls.appUrl, max: 10 });
  const platformPool = new pg.Pool({ connectionString: urls.platformUrl, max: 10 });
  const superuserPool = new pg.Pool({ connectionString: urls.superuserUrl, max: 2 });
  // Dropping the database terminates connections that are being closed.
  for (const pool of [appPool, platformPool, superuserPool]) pool.on("error", () => undefined);
  const database = createDatabase({ app: appPool, platform: platformPool });
  const disconnect = async (): Promise<void> => {
    await database.close();
    await superuserPool.end();
  };
  return {
    name,
    ...urls,
    appPool,
    platformPool,
    superuserPool,
    database,
    close: async () => {
      await disconnect();
      await runAs(postgresUrl, `drop database if exists ${name} with (force)`);
    },
    keepAs: async (template) => {
      await disconnect();
      await runAs(postgresUrl, `alter database ${name} rename to ${template}`);
    },
  };
}
