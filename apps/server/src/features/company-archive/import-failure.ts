import { postgresCode } from "#database/database.ts";
import { isDiskFull } from "#disk-full.ts";
import { ArchiveError } from "./archive-error.ts";

const AFTERWARDS = "Nothing of the company was kept, or the next import of it removes what was.";

/** PostgreSQL's own message. Wrapping errors quote the statement with its rows, which the operator should not see. */
function innermostMessage(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return error.cause instanceof Error ? innermostMessage(error.cause) : error.message;
}

/** Explanations by PostgreSQL code; the longest match wins. */
const CAUSES: Readonly<Record<string, string>> = {
  "08": "The connection to the database broke off.",
  "25006": "The database takes no writes: it is read-only.",
  "25P03": "The database ended the import because it waited too long for the archive's rows.",
  "53100": "The disk of the database is full.",
  "55P03": "The import waited too long for rows that something else holds.",
  "57014": "The database ended a statement of the import that took too long.",
  "57P": "The database was stopped, or ended the connection.",
  ECONN: "The connection to the database broke off.",
  EPIPE: "The connection to the database broke off.",
};

/** Explains a failed import to its operator; undefined for a defect. */
export function importFailureText(error: unknown): string | undefined {
  if (error instanceof ArchiveError) return error.message;
  if (isDiskFull(error))
    return `There is no room left for the company's files and tables. Make room, and import again. ${AFTERWARDS}`;
  const code = postgresCode(error) ?? "";
  const known = Object.entries(CAUSES).find(([prefix]) => code.startsWith(prefix))?.[1];
  if (known !== undefined) return `${known} Import again. ${AFTERWARDS}`;
  // PostgreSQL's codes have five characters; system codes look like ENOENT.
  if (!/^[0-9A-Z]{5}$/.test(code) || !/\d/.test(code))
    return /connection terminated|timeout exceeded/i.test(innermostMessage(error))
      ? `${CAUSES["08"] ?? ""} Import again. ${AFTERWARDS}`
      : undefined;
  return `The database refused the import with ${code}: ${innermostMessage(error)}. ${AFTERWARDS}`;
}
