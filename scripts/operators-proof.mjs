// `npm run operators:proof -- --rounds N [--part NAME] [--leads N] [--former COMMIT]`: what operators rely on, with real processes, a
// PostgreSQL cluster of the npm packages, and PgBouncer. Prints what was lost, and how long it took.
import { parseArgs } from "node:util";
import { buildIfStale, SERVER_PROGRAM } from "./build-if-stale.mjs";
import { backUp } from "./operators/backups.mjs";
import { moveCompany } from "./operators/companies.mjs";
import { makeImage } from "./operators/image.mjs";
import { changeKeys } from "./operators/keys.mjs";
import { severalServers } from "./operators/several-servers.mjs";
import { NotProven, openStage } from "./operators/stage.mjs";
import { strikeDatabase } from "./operators/strike-database.mjs";
import { upgradeRolling } from "./operators/rolling-upgrade.mjs";
import { PROJECT_ROOT } from "./project-root.mjs";

const PARTS = {
  database: strikeDatabase,
  servers: severalServers,
  upgrade: upgradeRolling,
  backup: backUp,
  keys: changeKeys,
  companies: moveCompany,
  image: makeImage,
};

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    leads: { type: "string", default: "400" },
    part: { type: "string", multiple: true, default: Object.keys(PARTS) },
    former: { type: "string" },
  },
});
for (const name of ["rounds", "leads"])
  if (!/^[1-9]\d{0,3}$/.test(values[name])) {
    console.error(`--${name} must be a whole number from 1 to 9999.`);
    process.exit(2);
  }
const unknown = values.part.find((name) => !(name in PARTS));
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}; there are ${Object.keys(PARTS).join(", ")}.`);
  process.exit(2);
}
const rounds = Number(values.rounds);
const began = performance.now();

await buildIfStale();
const stage = openStage({ program: SERVER_PROGRAM });
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => {
    stage.cleanUp();
    process.exit(1);
  });

const total = { written: 0, missing: 0, doubled: 0 };
const tally = (compared) => {
  for (const name of Object.keys(total)) total[name] += compared[name];
};
const minutes = (from) => ((performance.now() - from) / 60_000).toFixed(1);
try {
  const results = [];
  for (const name of values.part) {
    const from = performance.now();
    const result = await PARTS[name](stage, {
      ...{ rounds, tally, root: PROJECT_ROOT, commit: values.former, leads: Number(values.leads) },
    });
    results.push(result);
    console.log(`${name}: ${result}, ${minutes(from)} minutes.`);
  }
  console.log(
    `Operators, ${rounds} rounds: ${total.missing} of ${total.written.toLocaleString("en-US")} acknowledged writes missing and ` +
      `${total.doubled} doubled, ${results.join(", ")}, ${minutes(began)} minutes.`,
  );
  if (total.missing + total.doubled > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof NotProven ? error.message : error);
  process.exitCode = 1;
} finally {
  stage.cleanUp();
}
// Devices of a part that failed would go on sending for ever.
process.exit();
