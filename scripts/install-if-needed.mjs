import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "./project-root.mjs";
import { runNpm } from "./run-process.mjs";

const OLDEST_NODE = [20, 19];

/** A registry that stalls in the middle of a package ends npm's whole installation; what arrived is not fetched again. */
const INSTALLS_AT_MOST = 3;

/** A problem that a person can fix; it is shown as one message, without a stack. */
export class SetupProblem extends Error {}

/** Stops with a clear message on a Node that is too old. Called before loading anything that needs a newer one. */
export function requireNodeVersion() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new SetupProblem(
    `Ridgebook needs Node ${OLDEST_NODE.join(".")} or newer; this is ${process.versions.node}.\n` +
      "Install a newer Node, then run the same command again.",
  );
}

/** Installs the packages of the lock file, unless the installed ones are at least as new as the lock file. */
export async function installIfNeeded() {
  const lockFile = join(PROJECT_ROOT, "package-lock.json");
  const installed = join(PROJECT_ROOT, "node_modules", ".package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lockFile).mtimeMs) return;

  console.error(
    existsSync(installed)
      ? "Installing packages, because the lock file changed…"
      : "Installing packages. This first time it takes a few minutes…",
  );
  await installPackages();
}

/** Exported for its test. */
export async function installPackages(npm = runNpm) {
  for (let install = 1; ; install += 1) {
    const { exitCode, output } = await npm({
      // Build tools are devDependencies, and npm leaves those out under NODE_ENV=production by default.
      args: ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"],
      quiet: true,
    });
    if (exitCode === 0) return;
    if (install === INSTALLS_AT_MOST) throw new SetupProblem(`Installing the packages failed:\n${output.trim()}`);
    console.error(`Installing the packages failed, so it is tried again:\n${output.trim()}`);
  }
}
