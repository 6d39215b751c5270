import { Problem } from "@ridgebook/contract";
import { isWithoutAnswer, postgresCode } from "#database/database.ts";
import { isDiskFull } from "#disk-full.ts";

const LOCK_TIMEOUT = "55P03";
/** The database became a standby, or an operator made it read-only. */
const READ_ONLY = "25006";
const IDLE_IN_TRANSACTION = "25P03";
const NO_SUCH_DATABASE = "3D000";
/** Node's codes of a connection that could not be made, or broke. */
const CONNECTION_CODES = [
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
];

/**
 * Errors that mean "retry later": connection failures, refused logins, shutdown, too many connections, a full disk, a read-only database,
 * timeouts, and a lock that is held for too long.
 */
const isUnavailable = (error: unknown): boolean => {
  const code = postgresCode(error) ?? "";
  return (
    // 28: a password that was changed, or a role that may not connect (any more).
    /^(08|28|57P0|53)/.test(code) ||
    [READ_ONLY, LOCK_TIMEOUT, IDLE_IN_TRANSACTION, NO_SUCH_DATABASE, ...CONNECTION_CODES].includes(code) ||
    isDiskFull(error) ||
    isWithoutAnswer(error)
  );
};

/** Converts an error to the problem of the reply. Only defects become `unexpected`. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const code = postgresCode(error);
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new Problem("tooLarge");
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return new Problem("unsupportedMediaType");
  // A body with too many wrong values to list.
  if (error instanceof RangeError && error.message.includes("call stack")) return new Problem("malformedBody");
  if (error instanceof SyntaxError || code?.startsWith("FST_ERR_CTP") || code === "FST_ERR_BAD_URL")
    return new Problem("malformedBody");
  if (code === "57014") return new Problem("requestTimeout");
  if (isUnavailable(error)) return new Problem("unavailable");
  return new Problem("unexpected");
}
