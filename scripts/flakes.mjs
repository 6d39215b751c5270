// `npm run flakes -- --times 5`: repeats the browser tests while one process keeps each core busy, and lists each test that failed at
// least once. `-- --times 20 e2e/offline.spec.ts` repeats the named files, of any kind. `--late` makes what pages wait for come late as
// well. A whole run is noted in docs/proofs.md.
import { parseArgs } from "node:util";
import { underLoad } from "./busy-processes.mjs";
import { describeFlakes, findFlakyTests } from "./flaky-tests.mjs";
import { noteRun } from "./proof-log.mjs";
import { prepareTests, runVitest } from "./run-tests.mjs";
import { showProblem } from "./show-problem.mjs";

const WHOLE_NUMBER = /^[1-9]\d{0,2}$/;

const { values, positionals: files } = parseArgs({
  options: { times: { type: "string", default: "5" }, late: { type: "boolean", default: false } },
  allowPositionals: true,
});
if (!WHOLE_NUMBER.test(values.times)) {
  console.error("--times must be a whole number from 1 to 999.");
  process.exit(2);
}

if (values.late) process.env.LATE_PAGES = "1";

try {
  const times = Number(values.times);
  const rounds = [];
  const vitestArgs = files.length === 0 ? ["--project", "browser"] : files;
  const { browser } = await prepareTests({ vitestArgs });
  const began = Date.now();
  await underLoad(async () => {
    for (let round = 1; round <= times; round += 1) {
      console.log(`\nRound ${round} of ${times}`);
      rounds.push(await runVitest({ browser, vitestArgs }));
    }
  });
  const flaky = findFlakyTests(rounds);
  const tests = Math.max(0, ...rounds.map(({ report }) => report?.numTotalTests ?? 0));
  console.log(`\n${describeFlakes({ rounds: times, tests, flaky })}`);
  if (files.length === 0) {
    const result =
      flaky.length === 0 ? "none failed" : flaky.map((each) => `${each.failures} x ${each.name}`).join("; ");
    await noteRun({
      proof: "flakes",
      ran: `${times} rounds of ${tests} tests${values.late ? ", late pages" : ""}`,
      minutes: (Date.now() - began) / 60_000,
      result,
    });
  }
  process.exitCode = flaky.length > 0 || tests === 0 ? 1 : 0;
} catch (problem) {
  showProblem(problem);
}
