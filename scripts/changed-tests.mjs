import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { SetupProblem } from "./install-if-needed.mjs";
import { PROJECT_ROOT } from "./project-root.mjs";
import { readDurations } from "./test-durations.mjs";

/** The time budget of the chosen files: a minute even if they run one at a time, with some seconds for the runner itself. */
const BUDGET_MS = 45_000;
/** The average time of a unit file without a record, most of it its imports. */
const SHORT_FILE_MS = 300;
/** The average time of a new database or browser file. */
const NEW_FILE_MS = 10_000;

const SOURCE = /\.(?:ts|tsx|mjs)$/;
const TEST = /\.(?:test|spec)\.(?:ts|tsx|mjs)$/;
const UNIT_TEST = /(?<!\.(?:db|browser))\.test\.(?:ts|tsx|mjs)$/;
const JOURNEY = /^e2e\/.*\.spec\.ts$/;
/** Tests that import this start the built server as well. */
const STARTS_BUILT_SERVER = "apps/server/src/testing/server-process.ts";
/** The extra cost of a test of the built app: a build takes as long as all chosen tests. */
const TEST_CODE = /^e2e\/|\/testing\/|\.test\.ts$/;
/** They affect all tests, whether or not a test names them. */
const TOUCHES_ALL = new Set(["package.json", "package-lock.json", "tsconfig.json", "vitest.config.ts"]);
/** They read the whole repository, and take a second. */
const ALWAYS = ["scripts/docs.test.mjs", "scripts/rules.test.mjs"];

const TYPE_IMPORT = /^(?:import|export) type [^;]*;/gm;
const STRING = /"([^"\n]+)"/g;

/**
 * The tests that a change touches, as far as they fit into the budget: those of the changed apps and packages first, then the nearest.
 * A change touches a test that imports it, by however many steps, or names it in a string. Tests of the built app count changes of test
 * code only.
 *
 * @param {object} repository
 * @param {readonly string[]} repository.files all files, by path
 * @param {readonly string[]} repository.changed the files that changed
 * @param {(file: string) => string} repository.read
 * @param {Readonly<Record<string, number>>} repository.durations milliseconds by path
 * @returns {{ chosen: string[], leftOut: string[], needsBuild: boolean }}
 */
export function chooseTests({ files, changed, read, durations }) {
  const importsOf = readImports({ files, read });
  const isChanged = new Set(changed.filter((file) => !TOUCHES_ALL.has(file)));
  const changedParts = new Set(changed.map(partOf));
  const touched = files
    .filter((file) => TEST.test(file) && !ALWAYS.includes(file))
    .map((file) => ({ file, duration: durationOf(file, durations), ...walk({ file, importsOf, isChanged }) }))
    .filter(({ distance }) => distance !== undefined)
    .map((each) => ({ ...each, isElsewhere: changedParts.has(partOf(each.file)) ? 0 : 1 }))
    .sort(
      (one, other) =>
        one.isElsewhere - other.isElsewhere || one.distance - other.distance || one.duration - other.duration,
    );
  let left = BUDGET_MS;
  const chosen = touched.filter(({ distance, duration }) => {
    // A changed test itself runs, however long it takes.
    if (distance > 0 && duration > left) return false;
    left -= duration;
    return true;
  });
  return {
    chosen: [...ALWAYS.filter((file) => files.includes(file)), ...chosen.map(({ file }) => file)],
    leftOut: touched.filter((test) => !chosen.includes(test)).map(({ file }) => file),
    needsBuild: chosen.some((test) => test.startsBuiltApp),
  };
}

/** `packages/estimating`, `apps/web`, `scripts`. */
const partOf = (file) => posix.dirname(file).split("/").slice(0, 2).join("/");

const durationOf = (file, durations) => durations[file] ?? (UNIT_TEST.test(file) ? SHORT_FILE_MS : NEW_FILE_MS);

/** The number of imports between a test and the nearest change, undefined without a path, and whether it starts the built app. */
function walk({ file, importsOf, isChanged }) {
  const reached = new Map([[file, 0]]);
  // A map keeps the order of insertion, and entries added during the iteration come last: nearest first.
  for (const [each, steps] of reached)
    for (const imported of importsOf(each)) if (!reached.has(imported)) reached.set(imported, steps + 1);
  const startsBuiltApp = JOURNEY.test(file) || reached.has(STARTS_BUILT_SERVER);
  const nearest = [...reached].find(([each]) => isChanged.has(each) && (!startsBuiltApp || TEST_CODE.test(each)));
  return { distance: nearest?.[1], startsBuiltApp };
}

function readImports({ files, read }) {
  const known = new Set(files);
  const packages = new Map();
  for (const file of files) {
    if (!/^(?:apps|packages)\/[^/]+\/package\.json$/.test(file)) continue;
    const { name, exports } = JSON.parse(read(file));
    packages.set(name, { folder: posix.dirname(file), exports: exports ?? {} });
  }
  const candidates = (file, text) => {
    const beside = posix.join(posix.dirname(file), text);
    if (text.startsWith(".")) return [beside];
    if (text.startsWith("#")) return [posix.join(file.split("/").slice(0, 2).join("/"), "src", text.slice(1))];
    const [, name, path] = /^(@[\w-]+\/[\w-]+)(\/.+)?$/.exec(text) ?? [];
    if (name === undefined) return [beside, text];
    const { folder, exports } = packages.get(name) ?? {};
    if (folder === undefined) return [];
    const target = exports[`.${path ?? ""}`] ?? exports["./*"]?.replace("*", path?.slice(1));
    return target === undefined ? [] : [posix.join(folder, target)];
  };
  const found = new Map();
  return (file) => {
    const before = found.get(file);
    if (before !== undefined) return before;
    const texts = SOURCE.test(file) ? read(file).replace(TYPE_IMPORT, "").matchAll(STRING) : [];
    const named = [...texts].flatMap(([, text]) => candidates(file, text));
    const imports = [...new Set(named)].filter((each) => known.has(each));
    found.set(file, imports);
    return imports;
  };
}

/** The tests that run and those that do not, for the waiting user. */
export function describeChoice({ since, changed, chosen, leftOut }) {
  const lines = [`${changed.length} files changed since ${since}: ${chosen.length} test files run.`];
  if (leftOut.length > 0)
    lines.push(
      `${leftOut.length} more would take over a minute, \`npm test\` runs them:`,
      ...leftOut.map((file) => `  ${file}`),
    );
  const touchingAll = changed.filter((file) => TOUCHES_ALL.has(file));
  if (touchingAll.length > 0) lines.push(`${touchingAll.join(", ")} can touch every test: run \`npm test\` as well.`);
  return lines.join("\n");
}

/**
 * The tests that the changes of this working tree affect.
 *
 * @param {string} since a commit or branch
 */
export function findChangedTests(since) {
  const git = (...words) => {
    try {
      return execFileSync("git", words, { cwd: PROJECT_ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
        .split("\n")
        .filter((line) => line !== "");
    } catch (error) {
      throw new SetupProblem(`The changes since ${since} cannot be found: ${String(error.stderr ?? error).trim()}`);
    }
  };
  const untracked = git("ls-files", "--others", "--exclude-standard");
  const changed = [...git("diff", "--name-only", since), ...untracked];
  // Deleted files stay in the list of tracked ones until they are committed.
  const files = [...git("ls-files"), ...untracked].filter((file) => existsSync(join(PROJECT_ROOT, file)));
  const read = (file) => readFileSync(join(PROJECT_ROOT, file), "utf8");
  return { since, changed, ...chooseTests({ files, changed, read, durations: readDurations() }) };
}
