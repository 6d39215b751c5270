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

/** A migrated database, ready to serve. */
export interface OpenedDatabase extends DatabaseUrls {
  /** For the start message, if the data is not in the requested folder. */
  readonly notice: string | undefined;
  readonly isEmbedded: boolean;
  /** A direct connection as the app's role, if `appUrl` may lead to a pooler. */
  readonly directUrl: string;
  /** Releases the embedded server; the last process stops it. */
  close(): Promise<void>;
}

/**
 * Opens the configured database, or the data folder's embedded one, and migrates it. Throws the reason of `stopped` once that is aborted: a
 * running migration rolls back, because the embedded server stops, or the process ends.
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
      appUrl,
      platformUrl,
      directUrl: appUrl,
      notice: postgres.notice,
      isEmbedded: true,
      close: () => postgres.stop(),
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/**
 * The roles' URLs. If the server requires a superuser password, role passwords are derived from it, so that all processes agree and none
 * must be stored.
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

export const adminUrlOf = (postgres: EmbeddedPostgres): string => urlsOf(postgres).adminUrl;

async function createDatabaseOnce(superuserUrl: string): Promise<void> {
  try {
    await withConnection(superuserUrl, async (client) => {
      const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE_NAME]);
      if (rowCount === 0) await client.query(`create database ${DATABASE_NAME}`);
    });
  } catch (error) {
    // Another process was faster.
    if (![DUPLICATE_DATABASE, UNIQUE_VIOLATION].includes(postgresCode(error) ?? "")) throw error;
  }
}
