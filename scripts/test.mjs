// `npm test`: everything, headless, one closing line. `npm test -- path/to/file` runs a part of it, `npm test -- --changed` what the
// changes since the last commit touch (`--changed=main`: since another one). `--record` keeps how long each file took, for the order
// of later runs.
import { closingLine, runTests } from "./run-tests.mjs";

const RECORD = "--record";
const CHANGED = /^--changed(?:=(.+))?$/;

const given = process.argv.slice(2);
const changed = given.map((argument) => CHANGED.exec(argument)).find((match) => match !== null);
const counts = await runTests({
  vitestArgs: given.filter((argument) => argument !== RECORD && !CHANGED.test(argument)),
  recordsDurations: given.includes(RECORD),
  changedSince: changed && (changed[1] ?? "HEAD"),
});
process.exitCode = counts.failed > 0 ? 1 : 0;
console.log(`\n${closingLine(counts)}`);
