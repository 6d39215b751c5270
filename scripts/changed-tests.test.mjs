import { expect, test } from "vitest";
import { chooseTests, describeChoice } from "./changed-tests.mjs";

const REPOSITORY = {
  "packages/engine/package.json": '{ "name": "@ridgebook/engine", "exports": { ".": "./src/index.ts" } }',
  "packages/engine/src/index.ts": 'export { round } from "./round.ts";\nexport type { Unused } from "./types.ts";',
  "packages/engine/src/round.ts": 'import { cents } from "#cents.ts";',
  "packages/engine/src/cents.ts": "export const cents = 100;",
  "packages/engine/src/types.ts": "export interface Unused {}",
  "packages/engine/src/cents.test.ts": 'import { cents } from "./cents.ts";',
  "packages/engine/src/round.test.ts": 'import { round } from "./round.ts";',
  "apps/web/src/price.tsx": 'import { round } from "@ridgebook/engine";',
  "apps/web/src/price.browser.test.ts": 'path.join(import.meta.dirname, "testing/price-page.tsx")',
  "apps/web/src/testing/price-page.tsx": 'import { Price } from "../price.tsx";',
  "apps/server/src/total.db.test.ts": 'import { round } from "@ridgebook/engine";',
  "apps/server/src/built.db.test.ts": 'import "#testing/server-process.ts"; import { round } from "@ridgebook/engine";',
  "apps/server/src/testing/server-process.ts": "",
  "e2e/sale.spec.ts": 'import { press } from "./support/press.ts"; import { round } from "@ridgebook/engine";',
  "e2e/support/press.ts": "",
};
const DURATIONS = {
  "apps/web/src/price.browser.test.ts": 5_000,
  "apps/server/src/total.db.test.ts": 3_000,
  "e2e/sale.spec.ts": 90_000,
};

const choose = ({ changed, durations = DURATIONS }) =>
  chooseTests({ files: Object.keys(REPOSITORY), changed: [changed], read: (file) => REPOSITORY[file], durations });

test("the tests of the changed package come first, then those that import it by fewer steps, without the journeys", () => {
  expect(choose({ changed: "packages/engine/src/cents.ts" })).toEqual({
    chosen: [
      "packages/engine/src/cents.test.ts",
      "packages/engine/src/round.test.ts",
      "apps/server/src/total.db.test.ts",
      "apps/web/src/price.browser.test.ts",
    ],
    leftOut: [],
    needsBuild: false,
  });
});

test("tests that take longer than the budget allows are left out", () => {
  const durations = { ...DURATIONS, "apps/server/src/total.db.test.ts": 180_000 };
  const { chosen, leftOut } = choose({ changed: "packages/engine/src/round.ts", durations });
  expect(chosen).toEqual(["packages/engine/src/round.test.ts", "apps/web/src/price.browser.test.ts"]);
  expect(leftOut).toEqual(["apps/server/src/total.db.test.ts"]);
});

test.each([
  { what: "a journey that was changed runs on the built app, however long it takes", changed: "e2e/sale.spec.ts" },
  { what: "a built server's test runs when it was changed", changed: "apps/server/src/built.db.test.ts" },
])("$what", ({ changed }) => {
  expect(choose({ changed })).toEqual({ chosen: [changed], leftOut: [], needsBuild: true });
});

test("a journey runs when its support was changed", () => {
  const durations = { ...DURATIONS, "e2e/sale.spec.ts": 20_000 };
  expect(choose({ changed: "e2e/support/press.ts", durations }).chosen).toEqual(["e2e/sale.spec.ts"]);
});

test("a change of types alone is left to the type check", () => {
  expect(choose({ changed: "packages/engine/src/types.ts" }).chosen).toEqual([]);
});

test("the person who waits reads what was left out, and which change can touch every test", () => {
  const changed = ["a.ts", "package-lock.json"];
  const choice = { since: "HEAD", changed, chosen: ["a.test.ts"], leftOut: ["b.spec.ts"] };
  expect(describeChoice(choice)).toBe(
    "2 files changed since HEAD: 1 test files run.\n" +
      "1 more would take over a minute, `npm test` runs them:\n  b.spec.ts\n" +
      "package-lock.json can touch every test: run `npm test` as well.",
  );
});
