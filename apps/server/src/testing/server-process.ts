import { execFile, spawn, type ChildProcess } from "node:child_process";
import { chmod, cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { serverPackageFolder } from "#database/package-folder.ts";
import { RUNTIME_FILES } from "./runtime-files.ts";
// eslint-disable-next-line no-restricted-imports -- the scripts of the repository have no subpath
import { findFreePort } from "../../../../scripts/find-free-port.mjs";

const READY_WITHIN_MS = 90_000;
const ASK_EVERY_MS = 50;

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

/**
 * Builds the server into a new folder. Without `database` it starts its own. Several processes can share one `program` from `buildServer`;
 * `environment` adds settings.
 */
export async function createServerProcess({
  database,
  program: given,
  environment,
}: {
  database?: { appUrl: string; platformUrl: string; ownerUrl: string } | undefined;
  program?: string | undefined;
  environment?: Readonly<Record<string, string>> | undefined;
} = {}): Promise<ServerProcess> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-process-"));
  // PostgreSQL does not run as root: its own account must be able to enter the folder.
  await chmod(folder, 0o755);
  const program = given ?? (await buildServer(path.join(folder, "product")));
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

/** The same build as `npm run build`, next to its files; its packages are links. */
export async function buildServer(productFolder: string): Promise<string> {
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
  return path.join(output, "dist/main.js");
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
