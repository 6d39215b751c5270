// `npm test`: everything, headless, one closing line. `npm test -- path/to/file` runs a part of it; `npm test -- --record` also keeps
// how long each file took, for the order of later runs.
import { closingLine, runTests } from "./run-tests.mjs";

const RECORD = "--record";

const given = process.argv.slice(2);
const vitestArgs = given.filter((argument) => argument !== RECORD);
const counts = await runTests({ vitestArgs, recordsDurations: given.includes(RECORD) });
process.exitCode = counts.failed > 0 ? 1 : 0;
console.log(`\n${closingLine(counts)}`);
