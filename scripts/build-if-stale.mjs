import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SetupProblem } from "./install-if-needed.mjs";
import { PROJECT_ROOT } from "./project-root.mjs";
import { runProcess } from "./run-process.mjs";

export const SERVER_PROGRAM = join(PROJECT_ROOT, "apps/server/dist/main.js");
const WEB_PAGE = join(PROJECT_ROOT, "apps/web/dist/index.html");
/** Holds the hash of the build's inputs. Written last, so an interrupted build is stale. */
const STAMP_FILE = join(PROJECT_ROOT, "apps/server/dist/build-stamp.txt");

// The app contains the guide, as the help of its pages.
const SOURCE_FOLDERS = ["apps", "packages", "docs/guide"];
const SOURCE_FILES = ["package.json", "package-lock.json", "tsconfig.json"];
const NOT_SOURCES = new Set(["node_modules", "dist", "data", "coverage"]);
const TEST_FILE = /\.(test|spec)\.tsx?$/;

/** Builds the web app and the server when a source, the lock file or the chosen environment changed since. */
export async function buildIfStale() {
  const isBuilt = [SERVER_PROGRAM, WEB_PAGE, STAMP_FILE].every((file) => existsSync(file));
  if (isBuilt && readFileSync(STAMP_FILE, "utf8") === hashSources()) return;
  console.error("Building the app and the server. This takes about a minute…");
  await buildAll({ quiet: true });
}

/**
 * Builds both apps, one after the other: side by side they would need the memory of two.
 *
 * @param {{ quiet: boolean }} options With `quiet`, the bundler prints only when it fails.
 */
export async function buildAll({ quiet }) {
  const hashBefore = hashSources();
  forgetBuild();
  for (const app of ["apps/web", "apps/server"]) {
    const { exitCode, output } = await runProcess({
      command: process.execPath,
      args: [join(PROJECT_ROOT, "node_modules/vite/bin/vite.js"), "build", app, "--config", `${app}/vite.config.ts`],
      // A build is always made for production; NODE_ENV=development would bundle React's slow half.
      env: { ...process.env, NODE_ENV: "production" },
      quiet,
    });
    if (exitCode !== 0) throw new SetupProblem(`Building ${app} failed.\n${output.trim()}`.trim());
  }
  writeFileSync(STAMP_FILE, hashBefore);
}

/** Makes the next `buildIfStale` build, whatever is there. */
export function forgetBuild() {
  rmSync(STAMP_FILE, { force: true });
}

function hashSources() {
  const hash = createHash("sha256");
  for (const file of [...SOURCE_FILES, ...SOURCE_FOLDERS.flatMap(listSources)]) {
    hash.update(`\0${file}\0`).update(readFileSync(join(PROJECT_ROOT, file)));
  }
  return hash.digest("hex");
}

function listSources(folder) {
  return readdirSync(join(PROJECT_ROOT, folder), { withFileTypes: true })
    .filter((entry) => !NOT_SOURCES.has(entry.name) && !TEST_FILE.test(entry.name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? listSources(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]));
}
