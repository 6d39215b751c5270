// A server of a former release and one of this release side by side on one database, while devices send to both.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { compareLeads, startDevices } from "./devices.mjs";
import { demand, isReady } from "./stage.mjs";

const SEND_FOR_MS = 2_000;
const MIGRATIONS = "apps/server/src/database/migrations";
/** The number of database changes between the two, unless a commit is named. */
const MIGRATIONS_BACK = 4;

/** Builds the server of a former commit, with the packages that are installed. Returns its main.js. */
function buildFormer(stage, { root, commit }) {
  const git = (...words) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
  // Only if one was added: before its release, a migration may still be fixed, and that state never was in a database.
  const added = ["--diff-filter=A", "--format=%H", "--", `${MIGRATIONS}/*.sql`];
  const changes = git("log", `-${MIGRATIONS_BACK}`, ...added).split("\n");
  demand(
    commit !== undefined || changes.length === MIGRATIONS_BACK,
    "This copy has no former commits; name one with --former.",
  );
  const former = git("rev-parse", "--short", commit ?? `${changes.at(-1)}^`);
  const folder = join(stage.folder, "former");
  mkdirSync(folder);
  const archive = execFileSync("git", ["archive", former, "apps/server", "packages", "package.json", "tsconfig.json"], {
    cwd: root,
    maxBuffer: 1 << 30,
  });
  execFileSync("tar", ["x", "-C", folder], { input: archive });
  // Its own packages, not the ones of this release; all others from where they are installed.
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@ridgebook"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules")))
    if (name !== "@ridgebook") symlinkSync(join(root, "node_modules", name), join(modules, name));
  for (const name of readdirSync(join(folder, "packages")))
    symlinkSync(join(folder, "packages", name), join(modules, "@ridgebook", name));
  execFileSync(
    process.execPath,
    [join(root, "node_modules/vite/bin/vite.js"), "build", "apps/server", "--config", "apps/server/vite.config.ts"],
    { cwd: folder, env: { ...process.env, NODE_ENV: "production" }, stdio: ["ignore", "ignore", "inherit"] },
  );
  return { former, main: join(folder, "apps/server/dist/main.js") };
}

export async function upgradeRolling(stage, { rounds, tally, root, commit }) {
  const { former, main } = buildFormer(stage, { root, commit });
  let [migrated, stopMs] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const database = await stage.startDatabase(`upgrade-${round}`, { main });
    const countMigrations = async () =>
      Number((await database.query("select count(*) from drizzle.__drizzle_migrations"))[0].count);
    const old = await stage.startServer(database.settings, { main });
    let urls = [old.url];
    const migratedBefore = await countMigrations();
    const devices = await startDevices(() => urls, stage);
    await wait(SEND_FOR_MS);
    const next = await stage.startServer(database.settings);
    migrated = (await countMigrations()) - migratedBefore;
    demand(migrated > 0 || commit !== undefined, "The new server had nothing to migrate.");
    urls = [old.url, next.url];
    await wait(SEND_FOR_MS);
    demand(await isReady(old.url), `The former server is not ready beside the new one: ${old.output()}`);
    demand(devices.figures.tries === 0, `${devices.figures.tries} batches were refused while both were there.`);
    // Those from before the reading: devices go on meanwhile.
    const before = new Set(devices.acknowledged);
    tally(compareLeads(before, await database.countLeads()));
    urls = [next.url];
    await old.stop({ isFormer: true });
    await wait(SEND_FOR_MS);
    // The new one is replaced too, during the devices' calls.
    const last = await stage.startServer(database.settings);
    urls = [last.url];
    stopMs = Math.max(stopMs, await next.stop());
    await devices.stop();
    tally(compareLeads(devices.acknowledged, await database.countLeads()));
    await last.stop();
    await database.stop();
  }
  return `an upgrade from ${former} beside it over ${migrated} migrations without a refusal, a server that devices send to stopped in ${(stopMs / 1_000).toFixed(1)} s`;
}
