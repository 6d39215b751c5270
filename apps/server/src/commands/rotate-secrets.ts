import { existsSync } from "node:fs";
import path from "node:path";
import { isEmbeddedPostgresShared } from "#database/embedded/embedded-postgres.ts";
import { runCommand, withDatabase } from "#run-command.ts";
import { beginKeyFileRotation, endKeyFileRotation } from "#secrets/read-secret-keys.ts";
import { rotateSecrets } from "#secrets/seal-stored-secrets.ts";
import { createSecretBox, SecretsError } from "#secrets/secret-box.ts";
import { readServerSettings, type ServerSettings } from "#server-settings.ts";

/*
 * `npm run rotate-secrets`: encrypts all secrets in the database with the first key of SECRETS_KEY=NEW,FORMER. Without SECRETS_KEY it
 * creates a new key in DATA_DIR/secrets.key, with the server stopped. It can be interrupted and run again.
 */

async function assertServerStopped({ database, dataFolder }: ServerSettings): Promise<void> {
  const folder = path.join(dataFolder, "database");
  if (!database && existsSync(folder) && (await isEmbeddedPostgresShared({ dataFolder: folder })))
    throw new SecretsError(
      "Ridgebook runs with the present key of secrets.key, and could not read what a new one encrypts. Stop it, and run this again.",
    );
}

async function rotate(settings: ServerSettings): Promise<void> {
  const { secretKeys: given, dataFolder } = settings;
  if (!given) await assertServerStopped(settings);
  const box = createSecretBox(given ?? (await beginKeyFileRotation(dataFolder)));
  const { sealed, unopened } = await withDatabase(settings, (database) => rotateSecrets(database, box));
  console.log(`${String(sealed)} secrets are now encrypted with key ${box.keyId}; all others were already.`);
  if (unopened.length > 0) {
    const places = unopened.map(({ table, name, companyId }) =>
      [`  ${name} in ${table}`, ...(companyId === null ? [] : [`of company ${String(companyId)}`])].join(" "),
    );
    throw new SecretsError(
      ["No key opens these. Keep the former keys, add the one that is missing, and run this again:", ...places].join(
        "\n",
      ),
    );
  }
  const former = given ? [] : await endKeyFileRotation(dataFolder);
  for (const file of former) console.log(`${file} opens the backups from before. Move it to where they are.`);
  if (given)
    console.log("When all servers run with this key first, run this once more; then leave the former keys out.");
}

if (process.argv.length > 2) {
  console.error("Usage: [SECRETS_KEY=NEW,FORMER] npm run rotate-secrets");
  process.exitCode = 1;
} else await runCommand(() => rotate(readServerSettings(process.env)), { expected: [SecretsError] });
