import { DatabaseStartError } from "./embedded/database-start-error.ts";

/** The first with `grant … with inherit false`, which keeps the job queue out of the app role's default reach. */
const OLDEST_POSTGRES = 16;

interface Connection {
  query(statement: string): Promise<{ rows: { number: string; name: string }[] }>;
}

/** Throws DatabaseStartError for an unsupported PostgreSQL, before a statement fails. */
export async function assertPostgresVersion(client: Connection): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_version_num') as number, current_setting('server_version') as name",
  );
  const [version] = rows;
  if (!version || Number(version.number) < OLDEST_POSTGRES * 10_000)
    throw new DatabaseStartError(
      `Ridgebook needs PostgreSQL ${String(OLDEST_POSTGRES)} or newer; this database is version ${version?.name ?? "unknown"}.`,
    );
}
