#!/usr/bin/env node
/**
 * What connections with other services promise, at full size:
 * `npm run connections:proof -- --races 10000` renews one permission from four server processes at once, again and again;
 * `npm run connections:proof -- --webhooks 10000` posts so many webhooks of Zoho to a server, doubled, reordered and some of them lost;
 * `npm run connections:proof -- --first-load 20000` brings so many leads of Zoho to a server that is killed meanwhile;
 * `npm run connections:proof -- --kills 20` kills a server so often between an upload to a file storage and the note of it;
 * `npm run connections:proof -- --outage` lets each provider answer nothing good for a day of simulated time.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";

const ROOT = path.join(import.meta.dirname, "..");
const FOLDER = "apps/server/src/integrations";

const { values } = parseArgs({
  options: {
    races: { type: "string" },
    webhooks: { type: "string" },
    "first-load": { type: "string" },
    kills: { type: "string" },
    outage: { type: "boolean", default: false },
  },
});
const { webhooks, "first-load": firstLoad, kills } = values;
const races = values.races ?? (values.outage || webhooks || firstLoad || kills ? undefined : "10000");
for (const [name, count] of Object.entries({ races, webhooks, "first-load": firstLoad, kills })) {
  if (count === undefined || /^[1-9]\d{0,6}$/.test(count)) continue;
  console.error(`--${name} must be a whole number from 1 to 9999999.`);
  process.exit(2);
}

const vitest = path.join(path.dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

const results = [];
const minutesSince = (from) => ((Date.now() - from) / 60_000).toFixed(1);

/** Runs a test at full size and says its result in one line. */
function prove({ test, environment, what, success }) {
  const began = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [vitest, "run", "--project", "database", `${FOLDER}/${test}`], {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, ...environment },
    });
    child.on("exit", (code) => {
      const result = `${what}: ${code === 0 ? success : "a promise is broken"}`;
      results.push(result);
      console.log(`${result}, ${minutesSince(began)} minutes.`);
      resolve(code ?? 1);
    });
  });
}

/** The tests of a provider that is down for `OUTAGE_HOURS`. */
const OUTAGES = [
  { provider: "Hover", test: "hover/hover-outage.db.test.ts", success: "nothing lost" },
  {
    provider: "Google Drive and OneDrive",
    test: "storage/storage-outage.db.test.ts",
    success: "no paper lost, none there twice",
  },
  { provider: "Zoho", test: "zoho/zoho-outage.db.test.ts", success: "nothing lost or done twice" },
];

const began = Date.now();
const codes = [];
if (races !== undefined)
  codes.push(
    await prove({
      test: "connection/renewal-races.db.test.ts",
      environment: { RACES: races },
      what: `${races} races of renewal from 4 processes`,
      success: "one call each, no permission lost",
    }),
  );
if (webhooks !== undefined)
  codes.push(
    await prove({
      test: "zoho/webhook-storm.db.test.ts",
      environment: { WEBHOOKS: webhooks },
      what: `${webhooks} broken webhooks of Zoho`,
      success: "every record ends as Zoho has it",
    }),
  );
if (firstLoad !== undefined)
  codes.push(
    await prove({
      test: "zoho/first-load.db.test.ts",
      environment: { FIRST_LOAD: firstLoad },
      what: `${firstLoad} leads of Zoho, a server that is killed 5 times`,
      success: "each is here once, as Zoho has it",
    }),
  );
if (kills !== undefined)
  codes.push(
    await prove({
      test: "storage/killed-server.db.test.ts",
      environment: { KILLS: kills },
      what: `${kills} kills of a server behind an upload to each storage`,
      success: "each paper is there once",
    }),
  );
for (const { provider, ...outage } of values.outage ? OUTAGES : [])
  codes.push(
    await prove({
      ...outage,
      environment: { OUTAGE_HOURS: "24" },
      what: `A day of failures of ${provider}`,
    }),
  );
// The line that `npm run proof` reads.
console.log(`Connections: ${results.join("; ")}, ${minutesSince(began)} minutes.`);
process.exit(Math.max(...codes));
