import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT_ROOT } from "./project-root.mjs";
import { describeFlakes, findFlakyTests } from "./flaky-tests.mjs";

const file = (name, tests) => ({
  name: join(PROJECT_ROOT, name),
  status: Object.values(tests).includes("passed") && !Object.values(tests).includes("failed") ? "passed" : "failed",
  assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
});
const round = (exitCode, ...testResults) => ({ exitCode, report: { testResults } });

test("each test that failed in a round is listed with how often, also a file that did not load and a round that failed otherwise", () => {
  const flaky = findFlakyTests([
    round(1, file("e2e/a.spec.ts", { one: "passed", two: "failed" }), file("e2e/b.spec.ts", { three: "passed" })),
    round(1, file("e2e/a.spec.ts", { one: "failed", two: "failed" }), file("e2e/b.spec.ts", {})),
    { exitCode: 137, report: undefined },
    round(1, file("e2e/a.spec.ts", { one: "passed" })),
  ]);
  expect(describeFlakes({ rounds: 4, tests: 3, flaky }).split("\n")).toEqual([
    "4 rounds of 3 tests under load: 4 failed at least once.",
    "  2 of 4: e2e/a.spec.ts: two",
    "  2 of 4: outside of all files",
    "  1 of 4: e2e/a.spec.ts: one",
    "  1 of 4: e2e/b.spec.ts",
  ]);
});

test("rounds without a failure say so", () => {
  const flaky = findFlakyTests([round(0, file("e2e/a.spec.ts", { one: "passed" }))]);
  expect(describeFlakes({ rounds: 2, tests: 1, flaky })).toBe("2 rounds of 1 tests under load: none failed.");
});
