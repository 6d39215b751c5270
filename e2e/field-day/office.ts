import type { ChildProcess } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { copyProduct, end, startServing } from "../support/serve-product.ts";
import { findFreePort } from "../../scripts/find-free-port.mjs";

/** The server with the PostgreSQL that it brings along, as `npm start` runs it: what dies with its machine. */
export interface Office {
  /** Past every line. */
  readonly url: string;
  readonly port: number;
  start(): Promise<void>;
  /** kill -9 of the server and of its PostgreSQL, at any moment. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** @param publicUrl the address in people's browsers */
export async function openOffice({ publicUrl }: { publicUrl: string }): Promise<Office> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-office-"));
  // PostgreSQL does not run as root: its own account must be able to enter the folder.
  await chmod(folder, 0o755);
  const productFolder = path.join(folder, "product");
  await copyProduct(productFolder);
  const dataFolder = path.join(folder, "data");
  const port = await findFreePort();
  let running: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    running ??= await startServing({ productFolder, port, publicUrl, dataFolder });
  };
  const kill = async (): Promise<void> => {
    const killed = running;
    running = undefined;
    if (!killed) return;
    process.kill(await findPostgresPid(dataFolder), "SIGKILL");
    await end(killed);
  };
  await start();
  return {
    url: `http://127.0.0.1:${String(port)}`,
    port,
    start,
    kill,
    close: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function findPostgresPid(dataFolder: string): Promise<number> {
  const files = await readdir(dataFolder, { recursive: true });
  const pidFile = files.find((file) => path.basename(file) === "postmaster.pid");
  if (pidFile === undefined) throw new Error("No PostgreSQL runs on the data folder.");
  const [pid] = (await readFile(path.join(dataFolder, pidFile), "utf8")).split("\n");
  return Number(pid);
}
