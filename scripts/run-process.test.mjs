import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const RUN_PROCESS = new URL("./run-process.mjs", import.meta.url).href;

let folder;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ridgebook-scripts-"));
  // A server that logs each signal, and takes a moment to stop.
  writeFileSync(
    join(folder, "server.mjs"),
    `import { appendFileSync } from "node:fs";
    const note = (word) => appendFileSync(process.argv[2], word + "\\n");
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {
      note(signal);
      setTimeout(() => process.exit(7), 200);
    });
    setInterval(() => {}, 1000);
    note("started");`,
  );
  writeFileSync(
    join(folder, "start.mjs"),
    `import { onStopSignal, startNodeProgram } from ${JSON.stringify(RUN_PROCESS)};
    const running = startNodeProgram({ file: process.argv[2], args: [process.argv[3]] });
    onStopSignal(running.stop);
    process.exitCode = await running.ended;`,
  );
  writeFileSync(join(folder, "command.mjs"), "process.exitCode = 3;");
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Starts the server through a separate script, as `npm start` does, and waits until it runs. */
async function startServer({ name }) {
  const notesFile = join(folder, name);
  const starter = spawn(process.execPath, [join(folder, "start.mjs"), join(folder, "server.mjs"), notesFile], {
    detached: true,
    stdio: "ignore",
  });
  const readNotes = () => readFileSync(notesFile, "utf8").trim().split("\n");
  await vi.waitFor(() => expect(readNotes()).toEqual(["started"]), { timeout: 10_000 });
  return { starter, readNotes };
}

test("Ctrl+C reaches the server once, though terminal and npm both signal, and its exit code is kept", async () => {
  const { starter, readNotes } = await startServer({ name: "ctrl-c" });
  process.kill(-starter.pid, "SIGINT");
  starter.kill("SIGINT");
  const [exitCode] = await once(starter, "exit");
  expect(exitCode).toBe(7);
  expect(readNotes()).toEqual(["started", "SIGINT"]);
});

test("a server whose starter was killed stops automatically", async () => {
  const { starter, readNotes } = await startServer({ name: "killed" });
  starter.kill("SIGKILL");
  await vi.waitFor(() => expect(readNotes()).toEqual(["started", "SIGTERM"]), { timeout: 10_000 });
});

/** The same by npm, in the shell that it runs scripts in. */
async function startServerByNpm({ name }) {
  const notesFile = join(folder, name);
  const start = `"${process.execPath}" "${join(folder, "start.mjs")}" "${join(folder, "server.mjs")}" "${notesFile}"`;
  // Not the last command of the shell, which would then become the script instead of waiting for it.
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { start: `${start}; exit $?` } }));
  const npm = spawn("npm", ["start"], { cwd: folder, stdio: "ignore" });
  const readNotes = () => readFileSync(notesFile, "utf8").trim().split("\n");
  await vi.waitFor(() => expect(readNotes()).toEqual(["started"]), { timeout: 20_000 });
  return { npm, readNotes };
}

test("[OPS-11] a server stops when npm is asked to, whose shell does not pass the signal on", async () => {
  const { npm, readNotes } = await startServerByNpm({ name: "npm-told" });
  npm.kill("SIGTERM");
  await vi.waitFor(() => expect(readNotes()).toEqual(["started", "SIGTERM"]), { timeout: 10_000 });
});

test("[OPS-11] a server stops when npm is killed, which its shell outlives", async () => {
  const { npm, readNotes } = await startServerByNpm({ name: "npm-killed" });
  npm.kill("SIGKILL");
  await vi.waitFor(() => expect(readNotes()).toEqual(["started", "SIGTERM"]), { timeout: 10_000 });
});

test("[OPS-11] a script that is asked to stop ends what it runs to its end, such as an installation", async () => {
  const pidFile = join(folder, "installing");
  writeFileSync(
    join(folder, "install.mjs"),
    `import { endWithProcesses, onStopSignal, runProcess } from ${JSON.stringify(RUN_PROCESS)};
    onStopSignal(endWithProcesses);
    const install = "require('node:fs').writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000)";
    await runProcess({ command: process.execPath, args: ["-e", install, ${JSON.stringify(pidFile)}] });`,
  );
  const script = spawn(process.execPath, [join(folder, "install.mjs")], { stdio: "ignore" });
  const pid = await vi.waitFor(
    () => {
      const written = Number(readFileSync(pidFile, "utf8"));
      expect(written).toBeGreaterThan(0);
      return written;
    },
    { timeout: 10_000 },
  );
  script.kill("SIGTERM");
  const [exitCode] = await once(script, "exit");
  expect(exitCode).toBe(143);
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), { timeout: 10_000 });
});

test("a command that has done its work ends", async () => {
  const starter = spawn(process.execPath, [join(folder, "start.mjs"), join(folder, "command.mjs"), "none"]);
  const [exitCode] = await once(starter, "exit");
  expect(exitCode).toBe(3);
});
