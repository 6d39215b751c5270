import { chmod, cp, lstat, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { findBinariesPackage, prepareBinaries } from "./binaries.ts";
import type { ServerAccount } from "./server-account.ts";

// Copies 60 MB.

const isRoot = process.getuid?.() === 0;
const nobody: ServerAccount | undefined = isRoot ? { name: "nobody", uid: 65534, gid: 65534 } : undefined;

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function makeFolder({ mode }: { mode: number }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ridgebook-binaries-"));
  await chmod(folder, mode);
  folders.push(folder);
  return folder;
}

/** The package as npm leaves it when it runs no install scripts: without the libraries' links. */
async function installWithoutLinks({ mode }: { mode: number }): Promise<string> {
  const to = join(await makeFolder({ mode }), "package");
  await cp(findBinariesPackage(process), to, {
    recursive: true,
    filter: async (path) => !(await lstat(path)).isSymbolicLink(),
  });
  return to;
}

describe("PostgreSQL's programs", () => {
  test("a platform without a package is named, with the way out", () => {
    expect(() => findBinariesPackage({ platform: "sunos", arch: "x64" })).toThrow(
      /no PostgreSQL of its own for sunos-x64.*Set DATABASE_URL/,
    );
  });

  test("links that npm did not make are made", async () => {
    const packageFolder = await installWithoutLinks({ mode: 0o755 });
    const privateFolder = await makeFolder({ mode: 0o755 });
    const binaries = await prepareBinaries({ packageFolder, privateFolder, account: nobody });
    expect(binaries.postgres).toBe(join(packageFolder, "native", "bin", "postgres"));
    expect(binaries.majorVersion).toBe("18");
  });

  test("an installation that cannot be written or entered is copied once", async () => {
    const packageFolder = await installWithoutLinks({ mode: isRoot ? 0o700 : 0o755 });
    if (!isRoot) await chmod(join(packageFolder, "native", "lib"), 0o555);
    const privateFolder = await makeFolder({ mode: 0o755 });
    const prepare = () => prepareBinaries({ packageFolder, privateFolder, account: nobody });
    const first = await prepare();
    expect(first.postgres.startsWith(join(privateFolder, "postgresql-18."))).toBe(true);
    const copied = await lstat(first.postgres);
    expect((await prepare()).postgres).toBe(first.postgres);
    expect((await lstat(first.postgres)).ino).toBe(copied.ino);
    if (!isRoot) await chmod(join(packageFolder, "native", "lib"), 0o755);
  });
});
