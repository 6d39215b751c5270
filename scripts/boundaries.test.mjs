import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROJECT_ROOT } from "./project-root.mjs";

/** A miniature repository: the allowed imports of each module, and the forbidden ones. */
const ALLOWED = {
  "apps/web/src/app/main.tsx": ["#features/leads/page.tsx"],
  "apps/web/src/features/leads/page.tsx": ["#local-data/leads/leads.ts", "#server-client/client.ts", "#ui/button.tsx"],
  "apps/web/src/features/leads/page.test.ts": ["@ridgebook/testing"],
  "apps/web/src/local-data/leads/leads.ts": ["dexie", "#server-client/client.ts", "@ridgebook/contract"],
  "apps/web/src/server-client/client.ts": ["@ridgebook/contract"],
  "apps/web/src/ui/button.tsx": [],
  "apps/server/src/main.ts": ["#features/leads/routes.ts", "#jobs/mail.ts"],
  "apps/server/src/commands/demo-leads.ts": ["@ridgebook/testing"],
  "apps/server/src/features/leads/routes.ts": ["#http/adapter.ts", "#database/database.ts"],
  "apps/server/src/jobs/mail.ts": ["#database/database.ts"],
  "apps/server/src/http/adapter.ts": ["#database/database.ts", "@ridgebook/contract"],
  "apps/server/src/database/database.ts": [],
  "packages/contract/src/index.ts": ["@ridgebook/estimating"],
  "packages/estimating/src/index.ts": [],
  "packages/testing/src/index.ts": ["@ridgebook/contract"],
};

const REFUSED = [
  { rule: "features-stay-apart", from: "apps/web/src/features/account/page.tsx", to: "#features/leads/page.tsx" },
  { rule: "web-nothing-above-app", from: "apps/web/src/features/account/shell.tsx", to: "#app/main.tsx" },
  { rule: "web-features-are-not-foundations", from: "apps/web/src/local-data/up.ts", to: "#features/leads/page.tsx" },
  { rule: "ui-knows-no-domain", from: "apps/web/src/ui/lead-card.tsx", to: "@ridgebook/contract" },
  { rule: "local-data-draws-nothing", from: "apps/web/src/local-data/notice.ts", to: "#ui/button.tsx" },
  {
    rule: "the-outbox-knows-no-record",
    from: "apps/web/src/local-data/outbox/special.ts",
    to: "#local-data/leads/leads.ts",
  },
  { rule: "server-client-only-talks", from: "apps/web/src/server-client/keep.ts", to: "#local-data/leads/leads.ts" },
  { rule: "only-local-data-opens-a-database", from: "apps/web/src/features/leads/store.ts", to: "dexie" },
  { rule: "server-nothing-above-main", from: "apps/server/src/jobs/up.ts", to: "#main.ts" },
  { rule: "server-foundations-know-no-feature", from: "apps/server/src/http/up.ts", to: "#features/leads/routes.ts" },
  { rule: "database-knows-no-request", from: "apps/server/src/database/up.ts", to: "#http/adapter.ts" },
  { rule: "integrations-know-no-feature", from: "apps/server/src/integrations/hover/up.ts", to: "#jobs/mail.ts" },
  { rule: "apps-stay-apart", from: "apps/web/src/app/server.ts", to: "../../../server/src/main.ts" },
  { rule: "packages-know-no-app", from: "packages/contract/src/up.ts", to: "../../../apps/server/src/main.ts" },
  { rule: "contract-stands-on-the-engine", from: "packages/contract/src/fake.ts", to: "@ridgebook/testing" },
  { rule: "engine-is-pure", from: "packages/estimating/src/up.ts", to: "@ridgebook/contract" },
  { rule: "testing-in-tests-only", from: "apps/server/src/features/leads/fake.ts", to: "@ridgebook/testing" },
  { rule: "no-import-of-tests", from: "apps/web/src/features/leads/reuse.ts", to: "./page.test.ts" },
  // The types of a development package are erased by the build; only its code is refused.
  { rule: "not-to-dev-dependency", from: "apps/web/src/app/tool.ts", to: "fake-indexeddb", byValue: true },
  { rule: "no-undeclared-package", from: "apps/server/src/jobs/undeclared.ts", to: "dexie" },
  { rule: "no-unresolved", from: "apps/server/src/jobs/nowhere.ts", to: "#jobs/nothing.ts" },
  { rule: "no-cycles", from: "apps/server/src/jobs/circle.ts", to: "./circle.ts" },
];

let repository;

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), "ridgebook-boundaries-"));
  const modulesFolder = join(repository, "node_modules");
  for (const name of ["contract", "estimating", "testing"]) {
    writePackage({ folder: `packages/${name}`, content: { name: `@ridgebook/${name}`, exports: "./src/index.ts" } });
    mkdirSync(join(modulesFolder, "@ridgebook"), { recursive: true });
    symlinkSync(join(repository, "packages", name), join(modulesFolder, "@ridgebook", name), "junction");
  }
  writePackage({
    folder: "apps/web",
    content: { name: "web", dependencies: { dexie: "1.0.0" }, devDependencies: { "fake-indexeddb": "1.0.0" } },
  });
  writePackage({ folder: "apps/server", content: { name: "server" } });
  for (const name of ["dexie", "fake-indexeddb"]) {
    write({ file: `node_modules/${name}/package.json`, text: JSON.stringify({ name, main: "dist/index.js" }) });
    write({ file: `node_modules/${name}/dist/index.js`, text: "" });
  }
  for (const [file, imports] of Object.entries(ALLOWED)) writeModule({ file, imports });
});

afterAll(() => rmSync(repository, { recursive: true }));

test("imports that run downward are allowed", () => {
  expect(findViolations()).toEqual([]);
});

test("every rule refuses what it is there for, by subpath and for types alone", () => {
  for (const { from, to, byValue } of REFUSED) writeModule({ file: from, imports: [to], byValue });
  const violations = findViolations();
  for (const { from } of REFUSED) rmSync(join(repository, from));
  const isFound = ({ rule, from }) => violations.some((found) => found.rule === rule && found.from === from);
  expect(REFUSED.filter((refused) => !isFound(refused))).toEqual([]);
});

function findViolations() {
  const depcruise = join(PROJECT_ROOT, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const config = join(PROJECT_ROOT, ".dependency-cruiser.cjs");
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [depcruise, "--config", config, "--output-type", "json", "apps", "packages"],
    { cwd: repository, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  if (!stdout.startsWith("{")) throw new Error(stderr);
  return JSON.parse(stdout).summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}

function writePackage({ folder, content }) {
  write({ file: `${folder}/package.json`, text: JSON.stringify({ ...content, imports: { "#*": "./src/*" } }) });
}

function writeModule({ file, imports, byValue = false }) {
  const keyword = byValue ? "import" : "import type";
  const lines = imports.map((from, index) => `${keyword} * as Module${index} from "${from}";`);
  write({ file, text: [...lines, "export {};", ""].join("\n") });
}

function write({ file, text }) {
  const path = join(repository, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
