import { existsSync } from "node:fs";
import path from "node:path";
import { BackupError } from "#database/backup/backup-error.ts";
import { takeBackup, type BackupProgress } from "#database/backup/take-backup.ts";
import { startEmbeddedPostgres } from "#database/embedded/embedded-postgres.ts";
import { adminUrlOf } from "#open-database.ts";
import { readRelease } from "#release.ts";
import { runCommand } from "#run-command.ts";
import { readServerSettings, type ServerSettings } from "#server-settings.ts";

/*
 * `npm run backup -- FILE`: writes the embedded database and the stored files to one file while the server runs. The secrets key is not
 * included.
 */

const USAGE = "Usage: npm run backup -- FILE.tar.gz";
const REPORT_EVERY_PERCENT = 10;

function refuseWhatIsNoSource(settings: ServerSettings, target: string): void {
  if (settings.database)
    throw new BackupError(
      "This backs up the database that Ridgebook brings, and DATABASE_URL names another one. " +
        "docs/operating.md says what to run for a PostgreSQL of yours.",
    );
  const database = path.join(settings.dataFolder, "database");
  if (!existsSync(database)) throw new BackupError(`${database} does not exist: DATA_DIR names no data to back up.`);
  for (const name of ["database", "files"])
    if (target.startsWith(path.join(settings.dataFolder, name) + path.sep))
      throw new BackupError(`${target} is inside of what is backed up. Choose another folder.`);
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000).toLocaleString("en-US")} MB`;

/** Reports every ten percent, and ends the backup when it must stop. `onEnding` is called once the backup's content is final. */
function createReport(isStopped: () => boolean, onEnding: () => void): (progress: BackupProgress) => void {
  let said = 0;
  let isEnding = false;
  return ({ step, bytes, totalBytes }) => {
    if (step === "ending" && !isEnding) onEnding();
    isEnding = step === "ending";
    if (isStopped()) throw new BackupError("The backup was stopped. Nothing was kept of it.");
    const percent = Math.floor((100 * bytes) / Math.max(totalBytes, 1));
    if (percent < said + REPORT_EVERY_PERCENT) return;
    said = percent - (percent % REPORT_EVERY_PERCENT);
    console.log(`${String(said)} %, ${megabytes(bytes)}`);
  };
}

async function backUp(settings: ServerSettings, target: string): Promise<void> {
  refuseWhatIsNoSource(settings, target);
  let isStopped = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      isStopped = true;
    });
  let completeUntil = new Date();
  const onEnding = (): void => {
    completeUntil = new Date();
  };
  const postgres = await startEmbeddedPostgres({ dataFolder: path.join(settings.dataFolder, "database") });
  try {
    const manifest = await takeBackup(
      {
        adminUrl: adminUrlOf(postgres),
        filesFolder: settings.fileStore.kind === "folder" ? settings.fileStore.folder : undefined,
        release: readRelease(),
      },
      { target, now: () => new Date(), report: createReport(() => isStopped, onEnding) },
    );
    console.log(`The backup is in ${target}, with all that was saved until ${completeUntil.toISOString()}.`);
    if (manifest.files === "elsewhere") console.log("The files in the bucket of S3_BUCKET are not in it.");
    if (manifest.secretsKeyId !== null)
      console.log(
        `Keep the key ${manifest.secretsKeyId} (SECRETS_KEY, or DATA_DIR/secrets.key) elsewhere: it is not in it.`,
      );
  } finally {
    await postgres.stop();
  }
}

const [target, ...others] = process.argv.slice(2);
if (target === undefined || target.startsWith("-") || others.length > 0) {
  console.error(USAGE);
  process.exitCode = 1;
} else
  await runCommand(() => backUp(readServerSettings(process.env), path.resolve(target)), { expected: [BackupError] });
