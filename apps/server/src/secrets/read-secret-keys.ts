import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { KEY_BYTES, secretKeyIdOf, SecretsError } from "./secret-box.ts";

const KEY_FILE = "secrets.key";
const OTHERS_MAY_READ = 0o077;

/** Parses keys of 32 bytes, in base64 or hex, separated by commas or line breaks; undefined if one is malformed. */
export function parseSecretKeys(text: string): [Buffer, ...Buffer[]] | undefined {
  const keys = text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => (/^[\da-f]{64}$/i.test(part) ? Buffer.from(part, "hex") : Buffer.from(part, "base64")));
  const [first, ...others] = keys;
  if (!first || keys.some(({ length }) => length !== KEY_BYTES)) return undefined;
  return [first, ...others];
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

const keyFileOf = (dataFolder: string): string => path.join(dataFolder, KEY_FILE);

/** Writes a temporary file beside `file` that only its owner can read, and returns its path. */
async function writeDraft(file: string, text: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(4).toString("hex")}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return draft;
}

/** Creates the key file unless it exists, also if another process creates it at the same time. */
async function makeKeyFile(file: string): Promise<void> {
  const draft = await writeDraft(file, textOf([randomBytes(KEY_BYTES)]));
  try {
    // A link is atomic and never replaces an existing file.
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    await rm(draft);
  }
}

async function readKeyFile(file: string): Promise<readonly [Buffer, ...Buffer[]]> {
  const text = await readFile(file, "utf8");
  if (process.platform !== "win32" && ((await stat(file)).mode & OTHERS_MAY_READ) !== 0)
    throw new SecretsError(`${file} can be read by other users of this machine. Run: chmod 600 ${file}`);
  const keys = parseSecretKeys(text);
  if (!keys)
    throw new SecretsError(`${file} does not hold a key of 32 bytes as base64 or hex. Restore it from a backup.`);
  return keys;
}

/**
 * Reads the keys of the installation: the given ones, else those of the data folder's key file, which the first start creates.
 * `readNeededKeyId` returns the id of the key that encrypts the database's secrets, if any: if that key is missing, this throws a
 * SecretsError instead of creating another.
 */
export async function readSecretKeys({
  given,
  dataFolder,
  readNeededKeyId,
}: {
  given: readonly [Buffer, ...Buffer[]] | undefined;
  dataFolder: string;
  readNeededKeyId: () => Promise<string | undefined>;
}): Promise<readonly [Buffer, ...Buffer[]]> {
  if (given) return given;
  const file = keyFileOf(dataFolder);
  try {
    return await readKeyFile(file);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  const needed = await readNeededKeyId();
  if (needed !== undefined)
    throw new SecretsError(
      `Secrets in the database are encrypted with key ${needed}, and there is no key: SECRETS_KEY is not set, and ${file} does not exist. ` +
        "Set SECRETS_KEY to the key of this installation, or restore that file from a backup.",
    );
  await makeKeyFile(file);
  return readKeyFile(file);
}

const textOf = (keys: readonly Buffer[]): string => keys.map((key) => `${key.toString("base64")}\n`).join("");

/** Replaces the keys in the file atomically. */
async function replaceKeyFile(file: string, keys: readonly Buffer[]): Promise<void> {
  const draft = await writeDraft(file, textOf(keys));
  await rename(draft, file);
}

/**
 * Begins a rotation of the key file: puts a new key before the present one. Resumes an interrupted rotation, which left several keys.
 * Throws SecretsError.
 */
export async function beginKeyFileRotation(dataFolder: string): Promise<readonly [Buffer, ...Buffer[]]> {
  const file = keyFileOf(dataFolder);
  const present = await readKeyFile(file).catch((error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error;
    throw new SecretsError(`SECRETS_KEY is not set, and ${file} does not exist: there is no key to change.`);
  });
  if (present.length > 1) return present;
  const keys = [randomBytes(KEY_BYTES), ...present] as const;
  await replaceKeyFile(file, keys);
  return keys;
}

/** Ends a rotation: moves each previous key from the key file into its own file, and returns the names of these files. */
export async function endKeyFileRotation(dataFolder: string): Promise<readonly string[]> {
  const file = keyFileOf(dataFolder);
  const [current, ...former] = await readKeyFile(file);
  const formerFiles = former.map((key) => ({ key, name: `${file}.former-${secretKeyIdOf(key)}` }));
  for (const { key, name } of formerFiles) await replaceKeyFile(name, [key]);
  await replaceKeyFile(file, [current]);
  return formerFiles.map(({ name }) => name);
}
