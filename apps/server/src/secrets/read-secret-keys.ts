import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { KEY_BYTES, SecretsError } from "./secret-box.ts";

const KEY_FILE = "secrets.key";
const OTHERS_MAY_READ = 0o077;

/** Reads keys of 32 bytes, as base64 or as hex, separated by commas or line breaks; undefined when one of them is not. */
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

/** Makes the key file unless there is one; another process that makes it at the same moment is as good. */
async function makeKeyFile(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(4).toString("hex")}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(`${randomBytes(KEY_BYTES).toString("base64")}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    // Under its name only when whole, and never in place of another.
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    await rm(draft);
  }
}

/** The keys of the installation: the given ones, else those of the key file of the data folder, which the first start makes. */
export async function readSecretKeys({
  given,
  dataFolder,
}: {
  given: readonly [Buffer, ...Buffer[]] | undefined;
  dataFolder: string;
}): Promise<readonly [Buffer, ...Buffer[]]> {
  if (given) return given;
  const file = path.join(dataFolder, KEY_FILE);
  const text = await readFile(file, "utf8").catch(async (error: unknown) => {
    if (codeOf(error) !== "ENOENT") throw error;
    await makeKeyFile(file);
    return readFile(file, "utf8");
  });
  if (process.platform !== "win32" && ((await stat(file)).mode & OTHERS_MAY_READ) !== 0)
    throw new SecretsError(`${file} can be read by other users of this machine. Run: chmod 600 ${file}`);
  const keys = parseSecretKeys(text);
  if (!keys)
    throw new SecretsError(`${file} does not hold a key of 32 bytes as base64 or hex. Restore it from a backup.`);
  return keys;
}
