import type pg from "pg";
import { DatabaseStartError } from "./embedded/database-start-error.ts";
import { withConnection } from "./with-connection.ts";

/*
 * A pooler in transaction mode assigns a PostgreSQL session per transaction. Session state (advisory locks, LISTEN, a role set at startup)
 * is lost or, worse, leaks to the pooler's next client. Requests need no such state.
 */

/** Whether the connection reaches PostgreSQL itself. A pooler invents the process id for cancellation. */
async function isDirect(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return "processID" in client && client.processID === rows[0]?.pid;
}

/** Throws DatabaseStartError for a connection through a pooler. `variable` names the setting, `because` the reason. */
export async function assertDirect(
  client: pg.Client,
  { variable, because }: { variable: string; because: string },
): Promise<void> {
  if (await isDirect(client)) return;
  throw new DatabaseStartError(
    `${variable} leads to a connection pooler, and ${because} a session of PostgreSQL. Set ${variable} to PostgreSQL's own address. ` +
      "DATABASE_URL and DATABASE_PLATFORM_URL may lead to the pooler.",
  );
}

interface Place {
  readonly role: string;
  readonly database: string;
  readonly cluster: string;
}

const readPlace = async (client: pg.Client): Promise<Place | undefined> =>
  (
    await client.query<Place>(
      `select current_user as role, current_database() as database, system_identifier::text as cluster from pg_control_system()`,
    )
  ).rows[0];

/**
 * Checks the job queue's listening connection. Throws DatabaseStartError if it goes through a pooler, or to another database or role than
 * the requests.
 */
export async function assertQueueConnection({
  appUrl,
  directUrl,
}: {
  appUrl: string;
  directUrl: string;
}): Promise<void> {
  await withConnection(directUrl, async (direct) => {
    if (directUrl === appUrl && !(await isDirect(direct)))
      throw new DatabaseStartError(
        "DATABASE_URL leads to a connection pooler, and jobs need a session of PostgreSQL. Set DATABASE_DIRECT_URL to the same role and " +
          "database at PostgreSQL's own address.",
      );
    await assertDirect(direct, { variable: "DATABASE_DIRECT_URL", because: "jobs need" });
    if (directUrl === appUrl) return;
    const [there, here] = [await readPlace(direct), await withConnection(appUrl, readPlace)];
    if (there?.cluster !== here?.cluster || there?.database !== here?.database || there?.role !== here?.role)
      throw new DatabaseStartError(
        `DATABASE_DIRECT_URL must lead to the database and role of DATABASE_URL, ${here?.database ?? ""} as ${here?.role ?? ""}. ` +
          `It leads to ${there?.database ?? ""} as ${there?.role ?? ""}${there?.cluster === here?.cluster ? "" : " of another PostgreSQL"}.`,
      );
  });
}
