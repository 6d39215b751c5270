import { spawn, type ChildProcess } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { findProgram } from "../../scripts/find-engines.mjs";

const STARTS_WITHIN_MS = 30_000;
const ASK_EVERY_MS = 25;

/** Polls until there is an answer; fails if the program takes too long to start. */
export async function untilStarted<Answer>(what: string, ask: () => Promise<Answer | undefined>): Promise<Answer> {
  const giveUpAt = performance.now() + STARTS_WITHIN_MS;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    if (performance.now() > giveUpAt) throw new Error(`${what} did not start.`);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

export interface Screen {
  /** For the environment of programs that are drawn on it. */
  readonly display: string;
  stop(): void;
}

/** The screen of this machine, or a virtual one. */
export async function openScreen(): Promise<Screen> {
  const { DISPLAY: own } = process.env;
  if (own) return { display: own, stop: () => undefined };
  const program = findProgram("Xvfb");
  if (!program) throw new Error("There is no screen, and no Xvfb.");
  const xvfb = spawn(program, ["-displayfd", "3", "-screen", "0", "1440x1300x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const number = xvfb.stdio[3];
  let text = "";
  number?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await untilStarted("Xvfb", async () => (text.endsWith("\n") ? text : undefined));
  return { display: `:${text.trim()}`, stop: () => void xvfb.kill() };
}

/** Waits until a program that was asked to end has ended. */
export const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });

interface RunningProcess {
  readonly id: number;
  readonly parentId: number;
  readonly name: string;
}

/** In Linux's format; undefined if it has ended meanwhile. */
async function readProcess(id: number): Promise<RunningProcess | undefined> {
  const stat = await readFile(`/proc/${id}/stat`, "utf8").catch(() => undefined);
  // The name may hold spaces and parentheses; Linux cuts it to 15 letters.
  const [, name, parentId] = /^\d+ \((.*)\) \S (\d+)/s.exec(stat ?? "") ?? [];
  return name === undefined ? undefined : { id, parentId: Number(parentId), name };
}

/** The processes that a program has started, directly or indirectly. */
async function descendantsOf(ancestorId: number): Promise<readonly RunningProcess[]> {
  const ids = (await readdir("/proc")).filter((each) => /^\d+$/.test(each)).map(Number);
  const running = (await Promise.all(ids.map(readProcess))).filter((each) => each !== undefined);
  const byId = new Map(running.map((each) => [each.id, each]));
  const descends = ({ parentId }: RunningProcess): boolean => {
    const parent = byId.get(parentId);
    return parentId === ancestorId || (parent !== undefined && descends(parent));
  };
  return running.filter(descends);
}

/** Kills the process of a name that a program has started. */
export async function killDescendant(ancestorId: number, name: string): Promise<void> {
  const found = (await descendantsOf(ancestorId)).filter((each) => each.name === name.slice(0, 15));
  if (found.length !== 1) throw new Error(`${String(found.length)} processes are called ${name}.`);
  for (const { id } of found) process.kill(id, "SIGKILL");
}

/** Kills all processes that a program has started, without a signal to end. */
export async function killDescendants(ancestorId: number): Promise<void> {
  for (const { id } of await descendantsOf(ancestorId)) process.kill(id, "SIGKILL");
}
