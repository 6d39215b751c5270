// Who may import whom (docs/architecture.md, "Rooms"). Type-only imports count: an upward type is the first thread of a
// cycle. Each rule says why, so that a red build teaches.

/** Tests may reach across rooms: some prove that two of them agree. */
const TESTS = "\\.test\\.tsx?$|/testing/|^e2e/";

/** The demo company is made with the same builders as the tests. */
const DEMO = "^apps/server/src/(commands|database)/demo";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    // Everywhere
    {
      name: "no-cycles",
      severity: "error",
      comment:
        "Modules in a circle can only be understood, loaded and moved together. Name what they share; give it a home.",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-unresolved",
      severity: "error",
      comment: "An import that leads nowhere hides from every other rule here.",
      from: {},
      // Made by Vite while it builds, so there is no file to find.
      to: { couldNotResolve: true, pathNot: "^virtual:|\\?(url|raw|worker|inline)" },
    },
    {
      name: "no-undeclared-package",
      severity: "error",
      comment: "A package that only another package brings along disappears with it. Declare it where it is used.",
      // Tests and tool settings use the tools of the root package.json.
      from: { path: "^(apps|packages)/[^/]+/src/", pathNot: [TESTS, "^packages/testing/"] },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "not-to-dev-dependency",
      severity: "error",
      comment: "What runs for users may not need what is installed for developers only.",
      from: { path: "^(apps|packages)/[^/]+/src/", pathNot: [TESTS, DEMO, "^packages/testing/"] },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: ["/@types/", "^packages/"] },
    },
    {
      name: "testing-in-tests-only",
      severity: "error",
      comment:
        "Builders and stand-ins make data up: that belongs into tests and the demo company, never before a user.",
      from: { pathNot: [TESTS, DEMO, "^packages/(testing|[^/]+/proof)/"] },
      to: { path: "^packages/testing/" },
    },
    {
      name: "no-import-of-tests",
      severity: "error",
      comment: "A test file runs its tests when it is imported. Move what is shared beside it, into testing/.",
      from: {},
      to: { path: "\\.(test|spec)\\.tsx?$" },
    },

    // Packages: apps -> documents -> contract -> estimating
    {
      name: "engine-is-pure",
      severity: "error",
      comment:
        "packages/estimating takes values and returns values: it gives the same numbers in both apps because it needs neither.",
      from: { path: "^packages/estimating/src", pathNot: TESTS },
      to: { pathNot: "^packages/estimating/src" },
    },
    {
      name: "contract-stands-on-the-engine",
      severity: "error",
      comment: "What may be said between web and server is decided without knowing either, or how a document looks.",
      from: { path: "^packages/contract/src", pathNot: TESTS },
      to: { path: "^packages/", pathNot: "^packages/(contract|estimating)/" },
    },
    {
      name: "packages-know-no-app",
      severity: "error",
      comment: "Packages run in both apps, so they import from neither.",
      from: { path: "^packages/" },
      to: { path: "^apps/" },
    },
    {
      name: "apps-stay-apart",
      severity: "error",
      comment: "Web and server meet in the contract: the app is installed and updated on its own.",
      from: { path: "^apps/([^/]+)/", pathNot: TESTS },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    },
    {
      name: "features-stay-apart",
      severity: "error",
      comment:
        "A feature can be changed or removed alone. Compose features in app/ (web) or start-server.ts (server); share through ui/ or a package.",
      from: { path: "^apps/(web|server)/src/features/([^/]+)/", pathNot: TESTS },
      to: { path: "^apps/$1/src/features/", pathNot: "^apps/$1/src/features/$2/" },
    },

    // Web: app -> features -> local-data, server-client, ui
    {
      name: "web-nothing-above-app",
      severity: "error",
      comment: "app/ composes the rest, so nothing imports it: pass what is needed down.",
      from: { path: "^apps/web/src/", pathNot: [TESTS, "^apps/web/src/app/"] },
      to: { path: "^apps/web/src/app/" },
    },
    {
      name: "web-features-are-not-foundations",
      severity: "error",
      comment: "files, local-data, server-client and ui serve every feature and know none.",
      from: { path: "^apps/web/src/(files|forms|local-data|server-client|ui)/", pathNot: TESTS },
      to: { path: "^apps/web/src/features/" },
    },
    {
      name: "ui-knows-no-domain",
      severity: "error",
      comment:
        "A component of ui/ takes everything by its props; it knows no lead and no server, so every feature can use it. How letters stand beside each other is no domain.",
      from: { path: "^apps/web/src/ui/", pathNot: TESTS },
      to: {
        path: "^(apps|packages)/",
        pathNot: "^apps/web/src/ui/|node_modules|^packages/contract/src/rules/isolated-text\\.ts$",
      },
    },
    {
      name: "local-data-draws-nothing",
      severity: "error",
      comment: "What the device keeps also runs in the service worker and in tests, where there is no screen.",
      from: { path: "^apps/web/src/local-data/", pathNot: TESTS },
      to: { path: "^apps/web/src/ui/" },
    },
    {
      name: "the-outbox-knows-no-record",
      severity: "error",
      comment:
        "Databases, merging and outbox treat every record alike: what is special of a kind stands in its Entity, which entities.ts lists.",
      from: { path: "^apps/web/src/local-data/(device|database|merging|outbox)/", pathNot: TESTS },
      to: {
        path: "^apps/web/src/local-data/",
        pathNot: "^apps/web/src/local-data/(device|database|merging|outbox)/",
      },
    },
    {
      name: "server-client-only-talks",
      severity: "error",
      comment:
        "server-client turns calls into answers. Keeping the answers is local-data's work, which calls it, not the other way.",
      from: { path: "^apps/web/src/server-client/", pathNot: TESTS },
      to: { path: "^apps/web/src/(forms|local-data|ui)/" },
    },
    {
      name: "only-local-data-opens-a-database",
      severity: "error",
      comment: "One room decides what a device keeps, moves and wipes. Read and write through its functions.",
      from: { path: "^apps/web/src/", pathNot: [TESTS, "^apps/web/src/local-data/"] },
      to: { path: "node_modules/(dexie|fake-indexeddb)/" },
    },

    // Server: main, commands -> features, jobs, integrations -> http, database
    {
      name: "server-nothing-above-main",
      severity: "error",
      comment: "main.ts, start-server.ts and the commands wire the rest; nothing below imports them.",
      from: { path: "^apps/server/src/", pathNot: [TESTS, "^apps/server/src/((main|start-server)\\.ts$|commands/)"] },
      to: { path: "^apps/server/src/((main|start-server)\\.ts$|commands/)" },
    },
    {
      name: "server-foundations-know-no-feature",
      severity: "error",
      comment: "http, database, egress and secrets serve every feature and know none.",
      from: { path: "^apps/server/src/(http|database|egress|secrets)/", pathNot: [TESTS, DEMO] },
      to: { path: "^apps/server/src/(features|jobs|integrations)/" },
    },
    {
      name: "database-knows-no-request",
      severity: "error",
      comment: "Jobs and commands use the database without a request; so must the database.",
      from: { path: "^apps/server/src/database/", pathNot: TESTS },
      to: { path: "^apps/server/src/http/" },
    },
    {
      name: "integrations-know-no-feature",
      severity: "error",
      comment:
        "An integration translates one foreign service. Which feature asked is not its business, so it can be replaced.",
      from: { path: "^apps/server/src/integrations/", pathNot: TESTS },
      to: { path: "^apps/server/src/(features|jobs)/" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    // Only our own builds: most packages keep their code in a dist folder, and must stay in sight.
    exclude: { path: "^apps/[^/]+/dist/" },
    // How Vite resolves: subpath imports (#room/module.ts) and exports of package.json, sources with their extension.
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "module", "browser", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json", ".d.ts"],
      mainFields: ["module", "main", "types", "typings"],
    },
  },
};
