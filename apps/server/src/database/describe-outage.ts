import { isDiskFull } from "#disk-full.ts";
import { isWithoutAnswer, postgresCode } from "./database.ts";

/*
 * Describes a database outage for the operator. PostgreSQL's messages are not logged, since they may repeat record values, and a code alone
 * is no help to someone on call.
 */

/** PostgreSQL's codes, and Node's codes for failed connections. */
const WORDS: readonly (readonly [code: RegExp, words: string])[] = [
  [/^25006$/, "the database is read-only"],
  [/^53100$/, "the disk of the database is full"],
  [/^53300$/, "the database has no connection left: raise max_connections, or put a pooler in front"],
  [/^57P0/, "the database is being started or stopped"],
  [/^55P03$/, "somebody holds a lock for longer than 30 s: see pg_stat_activity"],
  [/^(28|3D000)/, "the database refuses the login of DATABASE_URL or DATABASE_PLATFORM_URL"],
  [/^ECONNREFUSED$/, "nothing listens at the address of the database"],
  [/^ENOENT$/, "the database's socket or a file of the data folder is missing"],
  [/^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/, "the address of the database cannot be reached"],
  [/^(08|ECONNRESET|EPIPE)/, "the connection to the database was closed or refused"],
];

const messagesOf = (error: unknown): string =>
  error instanceof Error ? `${error.message}\n${messagesOf(error.cause)}` : "";

/** PgBouncer's refusals end with the setting responsible, as in "(server_login_retry)". */
const refusingSetting = (error: unknown): string | undefined => /\(([a-z]+(_[a-z]+)+)\)/.exec(messagesOf(error))?.[1];

/** How to fix PgBouncer's refusal of a login; undefined for any other error. */
export function describePoolerRefusal(error: unknown): string | undefined {
  if (postgresCode(error) !== "08P01") return undefined;
  const setting = refusingSetting(error);
  if (setting === "server_login_retry")
    return (
      "PgBouncer refuses connections for server_login_retry seconds (15 by default) after PostgreSQL was away: " +
      "set server_login_retry = 1 in pgbouncer.ini"
    );
  return setting === undefined ? undefined : `the pooler refuses connections, see its setting ${setting}`;
}

/** Why the database or the files are unavailable, without any record's data. */
export function describeOutage(error: unknown): string {
  const refusal = describePoolerRefusal(error);
  if (refusal !== undefined) return refusal;
  if (isWithoutAnswer(error)) return "the database does not answer";
  const code = postgresCode(error);
  // An error of the readiness check itself.
  if (code === undefined) return error instanceof Error ? error.message : "unknown";
  if (isDiskFull(error)) return "the disk of the files is full";
  return WORDS.find(([codes]) => codes.test(code))?.[1] ?? `the database answers ${code}`;
}
