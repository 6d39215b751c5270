import { connectDatabase, type Database } from "#database/database.ts";
import { DatabaseStartError } from "#database/embedded/database-start-error.ts";
import { openDatabase, type OpenedDatabase } from "./open-database.ts";
import { SettingsError, type ServerSettings } from "./server-settings.ts";

/** Opens an installation's database for a command. Works with the server running, or stopped. */
export async function withDatabase<Result>(
  settings: ServerSettings,
  work: (database: Database, opened: OpenedDatabase) => Promise<Result>,
): Promise<Result> {
  const opened = await openDatabase(settings);
  try {
    const database = connectDatabase(opened, { max: 1 });
    try {
      return await work(database, opened);
    } finally {
      await database.close();
    }
  } finally {
    await opened.close();
  }
}

/** Whether an error says that a file that was named cannot be read. */
const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EISDIR");

/**
 * Runs a command. Of an expected error only the message is printed.
 *
 * @param options.expected more kinds of errors that are no defects
 * @param options.file the file that the command reads
 */
export async function runCommand(
  work: () => Promise<void>,
  {
    expected = [],
    file,
    failureCode = 1,
  }: { expected?: readonly (new (...given: never[]) => Error)[]; file?: string; failureCode?: number } = {},
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isExpected = [SettingsError, DatabaseStartError, ...expected].some((kind) => error instanceof kind);
    if (file !== undefined && isMissingFile(error)) console.error(`${file} cannot be read.`);
    else console.error(isExpected ? (error as Error).message : error);
    process.exitCode = failureCode;
  }
}
