import path from "node:path";
import { assertDirect } from "#database/direct-connection.ts";
import { DatabaseStartError } from "#database/embedded/database-start-error.ts";
import { importFailureText } from "#features/company-archive/import-failure.ts";
import { importCompany, type ImportedCompany } from "#features/company-archive/import-company.ts";
import { beginAfterImport, followEvent } from "#features/documents/evidence-log.ts";
import { openFileStore } from "#features/files/file-store.ts";
import { takeTurn } from "#database/take-turn.ts";
import { withConnection } from "#database/with-connection.ts";
import { withDatabase } from "#run-command.ts";
import { readServerSettings, SettingsError } from "#server-settings.ts";

/*
 * `npm run import-company -- FILE`: imports a company that another installation exported. Works with the server running or stopped. Exits
 * with 1 if the archive is rejected, and rolls back everything. One import at a time: the next one cleans up after one that was killed.
 */

async function run(file: string): Promise<ImportedCompany> {
  const settings = readServerSettings(process.env);
  return withDatabase(settings, (database, { directUrl }) =>
    withConnection(directUrl, async (turn) => {
      await assertDirect(turn, { variable: "DATABASE_DIRECT_URL", because: "an import needs" });
      await takeTurn(turn, { name: "ridgebook import-company", work: "importing a company", until: "session" });
      return importCompany(file, {
        database,
        store: await openFileStore(settings.fileStore),
        evidence: { follow: followEvent, begin: beginAfterImport },
        workFolder: path.join(settings.dataFolder, "imports"),
        now: () => new Date(),
      });
    }),
  );
}

function say({ id, name, rows, files, missing, personIds: _people }: ImportedCompany): void {
  const count = (table: string): string => (rows.get(table) ?? 0).toLocaleString("en-US");
  console.log(
    [
      `${name} is company ${String(id)} now: ${count("lead")} leads, ${count("estimate")} estimates, ${count("document")} documents, ${String(files)} files.`,
      ...(missing.length === 0
        ? []
        : [`${String(missing.length)} files were missing in the installation that it comes from.`]),
      "It is inactive, and its people have no mail yet. Activate it at /admin/companies, enter it, and send the set-up mails from its users.",
      "Set up again what holds secrets: mail server, connections, integration token, credentials, webhooks.",
    ].join("\n"),
  );
}

const [file, ...others] = process.argv.slice(2);
if (file === undefined || others.length > 0) {
  console.error("Usage: npm run import-company -- FILE.tar.gz");
  process.exitCode = 2;
} else {
  try {
    say(await run(file));
  } catch (error) {
    const isOfStart = error instanceof SettingsError || error instanceof DatabaseStartError;
    const text = isOfStart ? error.message : importFailureText(error);
    const isMissing = error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EISDIR");
    if (isMissing) console.error(`${file} cannot be read.`);
    else console.error(text ?? error);
    process.exitCode = 1;
  }
}
