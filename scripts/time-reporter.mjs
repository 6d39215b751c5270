import { writeFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { PROJECT_ROOT } from "./project-root.mjs";
import { FILE_TIMES } from "./test-times.mjs";

/** Writes how long each test file took. Vitest's JSON report has neither a file's project nor its imports and hooks. */
// eslint-disable-next-line no-restricted-exports -- vitest takes a reporter that is given by its path from the default export
export default class TimeReporter {
  onTestRunEnd(testModules) {
    const times = testModules.map((testModule) => {
      const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
        testModule.diagnostic();
      return {
        file: relative(PROJECT_ROOT, testModule.moduleId).replaceAll(sep, "/"),
        kind: testModule.project.name,
        milliseconds: environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
        hasPassed: testModule.ok(),
      };
    });
    writeFileSync(FILE_TIMES, JSON.stringify(times));
  }
}
