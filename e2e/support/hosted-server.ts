import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { collectOutput, end, serverSettings, STOP_WITH_PARENT, type Served, type Serving } from "./serve-product.ts";

/* The servers of a worker's files, one after the other in one process: most of what a server's start costs is loading its modules. */

const HOST_PROGRAM = path.join(import.meta.dirname, "../../scripts/host-server.mjs");

interface Host {
  readonly productFolder: string;
  readonly child: ChildProcess;
  readonly readOutput: () => string;
}

let kept: Host | undefined;

/** Sends a message, if any, and waits for the host's next answer. A failure says what the host has printed. */
async function call({ child, readOutput }: Host, message?: Readonly<Record<string, unknown>>): Promise<void> {
  const waiting = new AbortController();
  const answered = once(child, "message", waiting).then(([answer]) => answer as { failed?: string });
  const ended = once(child, "exit", waiting).then(() => ({ failed: "its process has ended" }));
  try {
    if (message) child.send(message);
    const { failed } = await Promise.race([answered, ended]);
    if (failed !== undefined) throw new Error(`The server failed: ${failed}\n${readOutput()}`);
  } finally {
    waiting.abort();
    // The one that lost the race is aborted.
    await Promise.allSettled([answered, ended]);
  }
}

async function findHost(productFolder: string): Promise<Host> {
  if (kept?.productFolder === productFolder && kept.child.exitCode === null && kept.child.signalCode === null)
    return kept;
  await endHost();
  const child = spawn(
    process.execPath,
    ["--enable-source-maps", "--import", STOP_WITH_PARENT, HOST_PROGRAM, productFolder],
    { env: { PATH: process.env.PATH }, stdio: ["ignore", "pipe", "pipe", "ipc"] },
  );
  kept = { productFolder, child, readOutput: collectOutput(child) };
  await call(kept);
  return kept;
}

async function endHost(): Promise<void> {
  const ending = kept;
  kept = undefined;
  if (ending) await end(ending.child);
}

/** Starts a copied product in the worker's process for servers. Only one server runs in it at a time. */
export async function startHosted(serving: Serving & { productFolder: string }): Promise<Served> {
  try {
    const host = await findHost(serving.productFolder);
    await call(host, { start: serverSettings(serving) });
    return {
      kill: endHost,
      close: async () => {
        try {
          await call(host, { stop: true });
        } catch (error) {
          await endHost();
          throw error;
        }
      },
    };
  } catch (error) {
    await endHost();
    throw error;
  }
}
