import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { SOON } from "./packages/testing/src/patience.ts";
import { findWebKit } from "./scripts/find-engines.mjs";
import { LongestFirstSequencer } from "./scripts/test-sequencer.mjs";

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8")) as { version: string };

/** Starts the one PostgreSQL that all files of a kind share. */
const DATABASE_SETUP = join(import.meta.dirname, "apps/server/src/database/testing/global-setup.ts");

/** Left out where WebKit is not installed; `scripts/run-tests.mjs` says so in one line. */
const WEBKIT_TESTS = "e2e/engines/webkit*.spec.ts";

/**
 * As many as the build server has cores. A third saves four minutes of 25, and was met by a test that failed in four of five runs: some
 * were faults of the app, but each cost a whole run.
 */
const MAX_WORKERS = 2;

const NOT_TESTS = ["**/node_modules/**", "**/dist/**", "data/**", "bench/**"];

/**
 * Three kinds of tests, by what they need; a file's suffix says which. `npx vitest run --project unit` runs one kind.
 * All kinds share the workers, so that no core waits for the last file of a kind.
 */
export default defineConfig({
  root: import.meta.dirname,
  define: {
    // As in apps/web/vite.config.ts, which a test of the app's sources does not load.
    __APP_VERSION__: JSON.stringify(version),
  },
  test: {
    maxWorkers: MAX_WORKERS,
    expect: { poll: SOON },
    // Ends what hangs. Each wait has a shorter time, whose error says what it waited for: many of them add up on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    sequence: { sequencer: LongestFirstSequencer },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{apps,packages,simulation}/**/*.test.{ts,tsx}", "e2e/**/*.test.ts", "scripts/**/*.test.mjs"],
          exclude: [...NOT_TESTS, "**/*.db.test.ts", "**/*.browser.test.{ts,tsx}"],
          environment: "node",
          // Starting a process and reading the same modules for each file took twice as long as the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "database",
          include: ["{apps,packages,simulation}/**/*.db.test.ts"],
          exclude: NOT_TESTS,
          environment: "node",
          globalSetup: [DATABASE_SETUP],
          // Each file has its own database; reading the server's modules again for each took a sixth of the time.
          isolate: false,
          // Simulated devices and requests live for a moment: with more room for young objects a schedule takes two thirds of the time.
          execArgv: ["--max-semi-space-size=64"],
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["{apps,packages}/**/*.browser.test.{ts,tsx}", "e2e/**/*.spec.ts"],
          exclude: findWebKit() === undefined ? [...NOT_TESTS, WEBKIT_TESTS] : NOT_TESTS,
          environment: "node",
          globalSetup: [DATABASE_SETUP],
          // The files of a worker share its browser.
          isolate: false,
        },
      },
      {
        // `npm run engines` only: it needs browsers that need not be there.
        extends: true,
        test: {
          name: "engines",
          include: process.env.ENGINES === undefined ? [] : ["e2e/engines/*.engines.ts"],
          exclude: NOT_TESTS,
          environment: "node",
          globalSetup: [DATABASE_SETUP],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
