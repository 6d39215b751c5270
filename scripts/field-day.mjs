// `npm run field-day -- --flips 100 --kills 20 --edits 60 --signatures 3 --seed 1`: a salesperson's day in a real browser, with
// lost lines, killed browsers and a killed server; ends with what was counted, and with 1 when anything was lost.
import { parseArgs } from "node:util";
import { runTests } from "./run-tests.mjs";

const FULL_DAY = { flips: "100", kills: "20", edits: "60", signatures: "3", seed: "1" };
const WHOLE_NUMBER = /^\d{1,4}$/;

const names = Object.keys(FULL_DAY);
const { values } = parseArgs({
  options: Object.fromEntries(names.map((name) => [name, { type: "string", default: FULL_DAY[name] }])),
});
const wrong = names.filter((name) => !WHOLE_NUMBER.test(values[name]));
if (wrong.length > 0) {
  console.error(`--${wrong[0]} must be a whole number of at most four digits.`);
  process.exit(2);
}

process.env.FIELD_DAY = JSON.stringify(Object.fromEntries(names.map((name) => [name, Number(values[name])])));
const { failed } = await runTests({ vitestArgs: ["--project", "browser", "e2e/field-day.spec.ts"] });
process.exitCode = failed > 0 ? 1 : 0;
