import { join } from "node:path";
import { PROJECT_ROOT } from "./project-root.mjs";

/** Where `time-reporter.mjs` leaves how long each file of the last run took. */
export const FILE_TIMES = join(PROJECT_ROOT, "test-results/file-times.json");

const LISTED_FILES = 10;
/** The budget of `docs/rules/gate.md`. */
const LONGEST_FILE_MS = 60_000;

/**
 * Where the time of a run went: the total of each kind of tests, and the slowest files.
 *
 * @param {readonly { file: string, kind: string, milliseconds: number }[]} times
 */
export function describeTimes(times) {
  const kinds = [...new Set(times.map(({ kind }) => kind))].map((kind) => {
    const own = times.filter((each) => each.kind === kind);
    const milliseconds = own.reduce((sum, each) => sum + each.milliseconds, 0);
    return { milliseconds, text: `${kind}, ${own.length} ${own.length === 1 ? "file" : "files"}` };
  });
  const slowest = [...times]
    .sort((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, LISTED_FILES)
    .map(({ milliseconds, file }) => ({
      milliseconds,
      text: milliseconds > LONGEST_FILE_MS ? `${file} (over the budget of ${LONGEST_FILE_MS / 1_000} s)` : file,
    }));
  return [
    "Where the time went, files that ran at the same time added up:",
    ...kinds.map(toLine),
    "The slowest files:",
    ...slowest.map(toLine),
  ].join("\n");
}

const toLine = ({ milliseconds, text }) => `${(milliseconds / 1_000).toFixed(1).padStart(8)} s  ${text}`;
