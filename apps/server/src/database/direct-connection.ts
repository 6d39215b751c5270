import type pg from "pg";
import { DatabaseStartError } from "./embedded/database-start-error.ts";
import { withConnection } from "./with-connection.ts";

/*
 * A pooler in transaction mode lends a session of PostgreSQL for one transaction. What belongs to a session (locks of a process, LISTEN,
 * a role chosen at the start) is lost with it or, worse, leaks to the next client of the pooler. Requests need none of that.
 */

/** Whether PostgreSQL itself is at the other end. A pooler makes up the process id by which clients cancel. */
async function isDirect(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return "processID" in client && client.processID === rows[0]?.pid;
}

/** Throws DatabaseStartError for a connection through a pooler. `variable` names the setting, `because` what needs a session. */
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
 * Checks the connection that the job queue listens on. Throws DatabaseStartError when it leads through a pooler, or to another database or
 * role than requests have.
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
