import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/* Rules and their tests refer to each other by number: every rule of docs/rules is cited by a test, and every number that a test cites is a rule. */

const root = path.join(import.meta.dirname, "..");
const rulesFolder = path.join(root, "docs/rules");
const ID = "[A-Z]+(?:-[A-Z]+)?-\\d+";
const RULE = new RegExp(`^\\| (${ID}) +\\|`, "gm");
/** In a name, `[LEAD-06]`, or in a row of a table of situations, `"LEAD-06"`. */
const AREAS = "ROUTE|GUARD|SHELL|PWA|AUTH|LEAD|OFF|SYNC|VAL|ERR|OP|CALC|ITEM|SUM|PKG|WF-[A-Z]+";
const CITATION = new RegExp(`\\[(${ID})\\]|"((?:${AREAS})-\\d+)"`, "g");

const rules = new Set(
  readdirSync(rulesFolder).flatMap((name) =>
    [...readFileSync(path.join(rulesFolder, name), "utf8").matchAll(RULE)].map(([, id]) => id),
  ),
);
const testFiles = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root })
  .toString()
  .split("\n")
  .filter((name) => /\.(test|spec)\.(ts|tsx|mjs)$/.test(name));
const cited = new Map();
for (const name of testFiles)
  for (const [, bracketed, inTable] of readFileSync(path.join(root, name), "utf8").matchAll(CITATION))
    cited.set(bracketed ?? inTable, name);

test("every rule is proven by a test that cites it", () => {
  expect([...rules].filter((id) => !cited.has(id))).toEqual([]);
});

test("every number that a test cites is a rule of docs/rules", () => {
  expect([...cited].filter(([id]) => !rules.has(id)).map(([id, name]) => `${id} in ${name}`)).toEqual([]);
});
