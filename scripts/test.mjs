// `npm test`: everything, headless, one closing line. `npm test -- path/to/file` runs a part of it.
import { closingLine, runTests } from "./run-tests.mjs";

const counts = await runTests({ vitestArgs: process.argv.slice(2) });
process.exitCode = counts.failed > 0 ? 1 : 0;
console.log(`\n${closingLine(counts)}`);
