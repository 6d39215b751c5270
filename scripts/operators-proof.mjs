// `npm run operators:proof -- --rounds N [--part NAME] [--leads N] [--former COMMIT]`: what operators rely on, with real processes, a
// PostgreSQL cluster of the npm packages, PgBouncer and nginx. Prints what was lost, and how long it took.
import { parseArgs } from "node:util";
import { buildIfStale, SERVER_PROGRAM } from "./build-if-stale.mjs";
import { backUp } from "./operators/backups.mjs";
import { moveCompany } from "./operators/companies.mjs";
import { makeImage } from "./operators/image.mjs";
import { changeKeys } from "./operators/keys.mjs";
import { runBehindProxy } from "./operators/proxy.mjs";
import { runParts } from "./operators/run-parts.mjs";
import { severalServers } from "./operators/several-servers.mjs";
import { openStage } from "./operators/stage.mjs";
import { timeStops } from "./operators/stops.mjs";
import { strikeDatabase } from "./operators/strike-database.mjs";
import { upgradeRolling } from "./operators/rolling-upgrade.mjs";
import { PROJECT_ROOT } from "./project-root.mjs";

const PARTS = {
  stop: timeStops,
  database: strikeDatabase,
  servers: severalServers,
  proxy: runBehindProxy,
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
await buildIfStale();
let cleanUp = () => undefined;
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => {
    cleanUp();
    process.exit(1);
  });

const { line, isProven } = await runParts(Object.fromEntries(values.part.map((name) => [name, PARTS[name]])), {
  rounds: Number(values.rounds),
  leads: Number(values.leads),
  root: PROJECT_ROOT,
  commit: values.former,
  openStage() {
    const stage = openStage({ program: SERVER_PROGRAM });
    cleanUp = stage.cleanUp;
    return stage;
  },
  say: console.log,
  complain: console.error,
});
console.log(line);
process.exit(isProven ? 0 : 1);
