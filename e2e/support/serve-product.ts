import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, symlink } from "node:fs/promises";
import path from "node:path";
import type { TestDatabase } from "../../apps/server/src/database/testing/test-database.ts";
import { RUNTIME_FILES } from "../../apps/server/src/testing/runtime-files.ts";

/* The built product, copied into its own folder and run in its own process. */

const PROJECT_ROOT = path.join(import.meta.dirname, "../..");
const SERVER_PROGRAM = "apps/server/dist/main.js";
/** The files that a built server reads, from the project's folder. */
const PRODUCT_PARTS = [
  "package.json",
  "apps/server/dist",
  ...RUNTIME_FILES.map((file) => path.join("apps/server", file)),
  "apps/web/dist",
];
const READY_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 50;

/** Source maps are two thirds of the build, and no test's browser needs them. */
const isServed = (file: string): boolean => !/assets.*\.map$/.test(file);

/**
 * Copies the built product, so that it does not change during a test; its packages are only linked.
 *
 * @param productFolder the new folder
 */
export async function copyProduct(productFolder: string): Promise<void> {
  if (!existsSync(path.join(PROJECT_ROOT, SERVER_PROGRAM)))
    throw new Error("The journeys run the built product: call `npm run build` first, or use `npm test`.");
  for (const part of PRODUCT_PARTS)
    await cp(path.join(PROJECT_ROOT, part), path.join(productFolder, part), { recursive: true, filter: isServed });
  for (const modules of ["node_modules", "apps/server/node_modules"])
    if (existsSync(path.join(PROJECT_ROOT, modules)))
      await symlink(path.join(PROJECT_ROOT, modules), path.join(productFolder, modules));
}

export const STOP_WITH_PARENT = new URL("../../scripts/stop-with-parent.mjs", import.meta.url).href;

/** A running server. */
export interface Served {
  /** Ends its process, as a loss of power does: what it acknowledged is in the database. */
  kill(): Promise<void>;
  /** Stops for good. */
  close(): Promise<void>;
}

/** What a server is started with. */
export interface Serving {
  readonly port: number;
  /** The address in people's browsers. */
  readonly publicUrl: string;
  readonly dataFolder: string;
  /** Left out, the server brings its own PostgreSQL. */
  readonly database?: Pick<TestDatabase, "appUrl" | "platformUrl" | "ownerUrl">;
  readonly env?: Readonly<Record<string, string>>;
}

/** The server's settings, as its environment holds them. */
export const serverSettings = ({ port, publicUrl, dataFolder, database, env }: Serving): Record<string, string> => ({
  HOST: "127.0.0.1",
  PORT: String(port),
  PUBLIC_URL: publicUrl,
  DATA_DIR: dataFolder,
  ...(database && {
    DATABASE_URL: database.appUrl,
    DATABASE_PLATFORM_URL: database.platformUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
  }),
  LOG_LEVEL: "error",
  ...env,
});

/** Collects what a process prints from now on. */
export function collectOutput(child: ChildProcess): () => string {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  return () => output;
}

/** Starts a copied product in its own process, and waits until it takes requests. */
export async function startServing({
  productFolder,
  ...serving
}: Serving & { productFolder: string }): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ["--enable-source-maps", "--import", STOP_WITH_PARENT, path.join(productFolder, SERVER_PROGRAM)],
    { env: { PATH: process.env.PATH, ...serverSettings(serving) }, stdio: ["ignore", "pipe", "pipe", "ipc"] },
  );
  const readOutput = collectOutput(child);
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (!(await isReady(`http://127.0.0.1:${serving.port}`))) {
    if (child.exitCode === null && performance.now() < giveUpAt) await pause(ASK_EVERY_MS);
    else {
      await end(child);
      throw new Error(`The server did not start:\n${readOutput()}`);
    }
  }
  return child;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Killed, like a server that loses power: what it acknowledged is in the database. */
export const end = (child: ChildProcess): Promise<void> => endBy(child, "SIGKILL");

/** Asked to stop: it finishes its work, and closes its connections. */
export const stopInOrder = (child: ChildProcess): Promise<void> => endBy(child, "SIGTERM");

async function endBy(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await ended;
}
