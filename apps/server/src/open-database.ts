import { createHmac } from "node:crypto";
import path from "node:path";
import { postgresCode, UNIQUE_VIOLATION, type DatabaseUrls } from "#database/database.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#database/embedded/embedded-postgres.ts";
import { migrateDatabase } from "#database/migrate.ts";
import { ROLE_NAMES } from "#database/schema/roles.ts";
import { CONNECTING_ROLES, setUpDatabase, type RolePasswords } from "#database/set-up.ts";
import { withConnection } from "#database/with-connection.ts";
import type { ServerSettings } from "./server-settings.ts";
import { untilAborted } from "./until-aborted.ts";

const DATABASE_NAME = "ridgebook";
const DUPLICATE_DATABASE = "42P04";

/** A migrated database, ready to be served from. */
export interface OpenedDatabase extends DatabaseUrls {
  /** For the start message, when the data lies elsewhere than asked. */
  readonly notice: string | undefined;
  readonly isEmbedded: boolean;
  /** PostgreSQL itself as the app's role, where `appUrl` may lead to a pooler. */
  readonly directUrl: string;
  /** Lets go of the embedded server; the last process that uses it stops it. */
  close(): Promise<void>;
}

/**
 * Opens the database that the settings name, or the embedded one of the data folder, and brings it up to date. Throws the reason of
 * `stopped` once that is aborted: a migration under way is undone, because the embedded server stops, or the process ends.
 */
export async function openDatabase(
  settings: Pick<ServerSettings, "database" | "dataFolder">,
  { stopped = new AbortController().signal }: { stopped?: AbortSignal } = {},
): Promise<OpenedDatabase> {
  const { database } = settings;
  if (database) {
    await untilAborted(stopped, () => migrateDatabase(database.ownerUrl));
    return {
      appUrl: database.appUrl,
      platformUrl: database.platformUrl,
      directUrl: database.directUrl,
      notice: undefined,
      isEmbedded: false,
      close: () => Promise.resolve(),
    };
  }
  const postgres = await startEmbeddedPostgres({ dataFolder: path.join(settings.dataFolder, "database") });
  try {
    const { adminUrl, ownerUrl, appUrl, platformUrl, passwords } = urlsOf(postgres);
    await untilAborted(stopped, async () => {
      await createDatabaseOnce(postgres.superuserUrl);
      await setUpDatabase({ adminUrl, ...(passwords ? { passwords } : {}) });
      await migrateDatabase(ownerUrl);
    });
    return {
      ...{ appUrl, platformUrl, directUrl: appUrl },
      ...{ notice: postgres.notice, isEmbedded: true, close: () => postgres.stop() },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/**
 * The roles' connections. Where the server asks its superuser for a password, the roles get passwords derived from that
 * one: every process of ours comes to the same, and none of them has to be kept.
 */
function urlsOf(postgres: EmbeddedPostgres) {
  const [, user = "postgres", , superuserPassword] =
    /^postgres:\/\/([^:@]+)(:([^@]+))?@/.exec(postgres.superuserUrl) ?? [];
  const target = (role: string, password: string | undefined) =>
    postgres.urlFor({ database: DATABASE_NAME, user: role, ...(password === undefined ? {} : { password }) });
  const known = superuserPassword === undefined ? undefined : decodeURIComponent(superuserPassword);
  const passwords =
    known === undefined
      ? undefined
      : (Object.fromEntries(
          CONNECTING_ROLES.map((role) => [
            role,
            createHmac("sha256", known).update(ROLE_NAMES[role]).digest("base64url"),
          ]),
        ) as RolePasswords);
  const urlOf = (role: keyof RolePasswords): string => target(ROLE_NAMES[role], passwords?.[role]);
  return {
    adminUrl: target(decodeURIComponent(user), known),
    ownerUrl: urlOf("owner"),
    appUrl: urlOf("app"),
    platformUrl: urlOf("platform"),
    passwords,
  };
}

/** The embedded database as its superuser. */
export const adminUrlOf = (postgres: EmbeddedPostgres): string => urlsOf(postgres).adminUrl;

async function createDatabaseOnce(superuserUrl: string): Promise<void> {
  try {
    await withConnection(superuserUrl, async (client) => {
      const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE_NAME]);
      if (rowCount === 0) await client.query(`create database ${DATABASE_NAME}`);
    });
  } catch (error) {
    // Another process of ours was a moment earlier.
    if (![DUPLICATE_DATABASE, UNIQUE_VIOLATION].includes(postgresCode(error) ?? "")) throw error;
  }
}
