import { expect, test } from "vitest";
import type { DayOptions } from "./field-day/plan-day.ts";
import { describeDay } from "./field-day/report.ts";
import { runFieldDay } from "./field-day/run-field-day.ts";

/*
 * A salesperson's day in a browser on a real profile, with the server as it is installed: the line fails, the browser and the
 * server lose their power, and in the end everything that was shown as saved is on the server once. `npm run field-day` makes it
 * as long as wanted.
 */

const SHORT_DAY: DayOptions = { flips: 5, kills: 3, edits: 6, signatures: 1, seed: 4 };
/** Several times what it takes, because the machine may be busy. */
const SECONDS_PER_STEP = 30;

function readOptions(): DayOptions {
  const given = process.env.FIELD_DAY;
  return given === undefined ? SHORT_DAY : (JSON.parse(given) as DayOptions);
}

/** A long day is reported while it runs. */
const tell = process.env.FIELD_DAY === undefined ? undefined : (line: string) => process.stdout.write(`${line}\n`);

const options = readOptions();
const { flips, kills, edits, signatures } = options;

test(
  "[SYNC-50][SYNC-51][SYNC-52] after a day of lost lines, killed browsers and a killed server everything that was saved is there once",
  async () => {
    const report = await runFieldDay(options, tell);
    console.log(describeDay(report, options));
    const story = report.journal.lines.join("\n");
    expect(report.losses, story).toEqual([]);
    expect(report.errors, story).toEqual([]);
    expect(report.journal.stuck, story).toEqual([]);
    expect(report.journal.counts).toMatchObject({ flips, edits, signatures, "server restarts": 1 });
    expect(report.journal.counts.kills).toBeGreaterThanOrEqual(kills);
  },
  (flips + kills + edits + signatures + 4) * SECONDS_PER_STEP * 1_000,
);
