import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, mkdtemp, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { serverPackageFolder } from "#database/package-folder.ts";
import { withConnection } from "#database/with-connection.ts";
import { RUNTIME_FILES } from "./runtime-files.ts";
// eslint-disable-next-line no-restricted-imports -- the scripts of the repository have no subpath
import { findFreePort } from "../../../../scripts/find-free-port.mjs";

const READY_WITHIN_MS = 90_000;
const ASK_EVERY_MS = 50;
/** Key of the advisory lock; any number that nothing else uses. */
const BUILD_LOCK = 7_302;

/** The server as a separate process, built from the current sources, for tests that kill it. */
export interface ServerProcess {
  readonly url: string;
  readonly dataFolder: string;
  /** Starts it, again on the same port and data, and waits until it accepts requests. */
  start(): Promise<void>;
  /** kill -9: nothing is finished. */
  kill(): Promise<void>;
  /** Stops it cleanly and removes everything. */
  close(): Promise<void>;
}

/** A process with its own data folder. Without `database` it starts its own database; `environment` adds settings. */
export async function createServerProcess({
  database,
  environment,
}: {
  database?: { appUrl: string; platformUrl: string; ownerUrl: string } | undefined;
  environment?: Readonly<Record<string, string>> | undefined;
} = {}): Promise<ServerProcess> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-process-"));
  // PostgreSQL does not run as root: its own account must be able to enter the folder.
  await chmod(folder, 0o755);
  const program = await buildServer();
  const dataFolder = path.join(folder, "data");
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  let running: ChildProcess | undefined;

  const end = async (signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    const ending = running;
    running = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill(signal);
    await ended;
  };

  return {
    url,
    dataFolder,
    start: async () => {
      const child = spawn(process.execPath, [program], {
        env: {
          PATH: process.env["PATH"],
          PORT: String(port),
          DATA_DIR: dataFolder,
          LOG_LEVEL: "fatal",
          ...(database && {
            DATABASE_URL: database.appUrl,
            DATABASE_PLATFORM_URL: database.platformUrl,
            DATABASE_OWNER_URL: database.ownerUrl,
          }),
          ...environment,
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      running = child;
      await untilReady({ child, url });
    },
    kill: () => end("SIGKILL"),
    close: async () => {
      await end("SIGTERM");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The same build as `npm run build` makes, beside what it reads; its packages are only pointed to. The first caller in a test run makes
 * it, because it takes longer than most tests, and no test writes to it. Resolves with the program that starts the server.
 */
export function buildServer(): Promise<string> {
  const productFolder = path.join(inject("runFolder"), "server");
  return withConnection(inject("postgresUrl"), async (client) => {
    await client.query("select pg_advisory_lock($1)", [BUILD_LOCK]);
    if (!existsSync(productFolder)) {
      const draft = await mkdtemp(`${productFolder}-draft-`);
      await buildInto(draft);
      await rename(draft, productFolder);
    }
    return path.join(productFolder, "apps/server/dist/main.js");
  });
}

async function buildInto(productFolder: string): Promise<void> {
  // A server runs its PostgreSQL under another account, which must be able to enter.
  await chmod(productFolder, 0o755);
  const serverFolder = serverPackageFolder();
  const projectFolder = path.join(serverFolder, "../..");
  const output = path.join(productFolder, "apps/server");
  const vite = path.join(
    path.dirname(createRequire(path.join(projectFolder, "package.json")).resolve("vite/package.json")),
    "bin/vite.js",
  );
  await promisify(execFile)(
    process.execPath,
    [
      vite,
      "build",
      serverFolder,
      "--config",
      path.join(serverFolder, "vite.config.ts"),
      "--outDir",
      path.join(output, "dist"),
    ],
    { env: { ...process.env, NODE_ENV: "production" } },
  );
  for (const part of RUNTIME_FILES)
    await cp(path.join(serverFolder, part), path.join(output, part), { recursive: true });
  await cp(path.join(projectFolder, "package.json"), path.join(productFolder, "package.json"));
  await symlink(path.join(projectFolder, "node_modules"), path.join(productFolder, "node_modules"));
}

async function untilReady({ child, url }: { child: ChildProcess; url: string }): Promise<void> {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`The server did not start:\n${output}`);
    await pause(ASK_EVERY_MS);
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
