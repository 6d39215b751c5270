import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "./project-root.mjs";

/** Written by `npm test -- --record`: how long each slow test file takes. */
export const DURATIONS_FILE = join(PROJECT_ROOT, "scripts/test-durations.json");

/** Shorter files are not recorded, so that the record seldom changes. */
const SHORTEST_RECORDED_MS = 500;
const ROUNDED_TO_MS = 100;

/** @returns {Readonly<Record<string, number>>} milliseconds by path, relative to the repository */
export const readDurations = () => JSON.parse(readFileSync(DURATIONS_FILE, "utf8"));

/**
 * The planned duration of a file. A file without a record is short or new. Unit files are usually short; a file that needs a
 * database or a browser always takes longer than the shortest recorded duration, so it is new, and counts as the longest.
 *
 * @param {{ file: string, kind: string, durations: Readonly<Record<string, number>> }} options
 * @returns {number} milliseconds
 */
export function expectedDuration({ file, kind, durations }) {
  return durations[file] ?? (kind === "unit" ? 0 : Number.POSITIVE_INFINITY);
}

/**
 * The record after a run. Files that did not run or did not pass keep their duration; files that no longer exist are dropped.
 *
 * @param {object} options
 * @param {Readonly<Record<string, number>>} options.before
 * @param {readonly { file: string, milliseconds: number, hasPassed: boolean }[]} options.files the files that ran
 * @param {(file: string) => boolean} options.exists
 */
export function updateDurations({ before, files, exists }) {
  const after = new Map(Object.entries(before).filter(([file]) => exists(file)));
  for (const { file, milliseconds, hasPassed } of files) {
    if (!hasPassed) continue;
    if (milliseconds < SHORTEST_RECORDED_MS) after.delete(file);
    else after.set(file, Math.round(milliseconds / ROUNDED_TO_MS) * ROUNDED_TO_MS);
  }
  return Object.fromEntries([...after].sort(([one], [other]) => (one < other ? -1 : 1)));
}
