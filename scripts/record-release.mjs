// `npm run record-release`: records what a release leaves behind, to upgrade from in tests (docs/recipes/record-a-release.md). The
// release's number is that of the newest entry of `RELEASES`, which is the contract's version.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { installIfNeeded, SetupProblem } from "./install-if-needed.mjs";
import { PROJECT_ROOT } from "./project-root.mjs";
import { recordParts, uncommittedFiles } from "./record-parts.mjs";
import { runProcess } from "./run-process.mjs";
import { showProblem } from "./show-problem.mjs";

/** Each part is made by a test of the gate, so that it can be made on any day; here the test also writes it to a file. */
const PARTS = [
  {
    name: "The database",
    fileOf: (release) => `apps/server/src/database/past-releases/release-${release}.jsonl`,
    project: "database",
    test: "apps/server/src/database/past-releases/past-releases.db.test.ts",
  },
  {
    name: "The device",
    fileOf: (release) => `apps/web/src/local-data/past-releases/release-${release}.jsonl`,
    project: "unit",
    test: "apps/web/src/local-data/past-releases/record-device.test.ts",
  },
];

const VITEST = join(PROJECT_ROOT, "node_modules/vitest/vitest.mjs");
const RELEASES_FILE = "packages/contract/src/records/releases.ts";

function readNewestRelease() {
  const source = readFileSync(join(PROJECT_ROOT, RELEASES_FILE), "utf8");
  const release = [...source.matchAll(/\{ number: (\d+)/g), ...source.matchAll(/^\s*number: (\d+),$/gm)]
    .map(([, number]) => Number(number))
    .reduce((newest, number) => Math.max(newest, number), 0);
  if (release === 0) throw new Error(`${RELEASES_FILE} lists no release.`);
  return String(release);
}

function assertCommitted() {
  const status = execFileSync("git", ["status", "--porcelain", "--", "apps", "packages"], {
    cwd: PROJECT_ROOT,
    encoding: "utf8",
  });
  const files = uncommittedFiles(status);
  if (files.length > 0)
    throw new SetupProblem(
      `These changes belong to no release yet. Commit them if they do; otherwise stash them, record, and bring them back:\n${files.map((file) => `  ${file}`).join("\n")}`,
    );
}

try {
  assertCommitted();
  await installIfNeeded();
  const release = readNewestRelease();
  const lines = await recordParts({
    parts: PARTS,
    release,
    root: PROJECT_ROOT,
    make: async ({ project, test }, file) => {
      const { exitCode, output } = await runProcess({
        command: process.execPath,
        // A busy machine is no reason to refuse a record.
        args: [VITEST, "run", "--project", project, "--testTimeout=120000", "--hookTimeout=120000", test],
        env: { ...process.env, RECORD_RELEASE: release, RECORD_FILE: file },
        quiet: true,
      });
      if (exitCode !== 0) throw new SetupProblem(`${file} was not recorded.\n${output.trim()}`);
    },
  });
  console.log(lines.join("\n"));
} catch (problem) {
  showProblem(problem);
}
