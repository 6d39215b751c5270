import path from "node:path";
import { BackupError } from "#database/backup/backup-error.ts";
import { restoreBackup } from "#database/backup/restore-backup.ts";
import { readRelease } from "#release.ts";
import { runCommand } from "#run-command.ts";
import { readServerSettings, type ServerSettings } from "#server-settings.ts";

/* `npm run restore -- FILE`: restores a backup into DATA_DIR, which must not contain a database or files. */

const USAGE = "Usage: npm run restore -- FILE.tar.gz";

async function restore(settings: ServerSettings, source: string): Promise<void> {
  if (settings.database)
    throw new BackupError(
      "A backup of `npm run backup` is restored as the database that Ridgebook brings, and DATABASE_URL names another one. Unset it.",
    );
  const { dataFolder } = settings;
  const manifest = await restoreBackup({ source, dataFolder, release: readRelease() });
  console.log(`The backup of ${manifest.takenAt}, Ridgebook ${manifest.release}, is restored into ${dataFolder}.`);
  if (manifest.files === "elsewhere")
    console.log("Its files are in S3: start with the same S3_BUCKET, or a copy of it.");
  if (manifest.secretsKeyId !== null)
    console.log(
      `It needs the key ${manifest.secretsKeyId}: set SECRETS_KEY, or put secrets.key into ${dataFolder}, before you start.`,
    );
}

const [source, ...others] = process.argv.slice(2);
if (source === undefined || source.startsWith("-") || others.length > 0) {
  console.error(USAGE);
  process.exitCode = 1;
} else
  await runCommand(() => restore(readServerSettings(process.env), path.resolve(source)), { expected: [BackupError] });
