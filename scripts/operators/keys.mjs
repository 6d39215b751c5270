// The key of the secrets: missing or wrong at start, and changed by a rotation that is killed over and over.
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { demand } from "./stage.mjs";

const COMPANIES = 300;
const KILLS = 4;

export async function changeKeys(stage) {
  const database = await stage.startDatabase("keys");
  const { settings, query } = database;
  const keyFile = join(settings.DATA_DIR, "secrets.key");
  await (await stage.startServer(settings)).stop();
  // In the state that a release before sealed secrets left; a rotation seals them.
  await query(`
    with added as (insert into company (name) select 'Company ' || n from generate_series(1, ${COMPANIES}) n returning id)
    insert into credential (company_id, name, secret, modified_time) select id, 'CRM', 'secret of ' || id, now() from added`);
  const rotate = () => stage.start([stage.commandFile("rotate-secrets")], settings);
  const first = await rotate().ended;
  demand(first.code === 0, `The first rotation ended with ${first.code}: ${first.output}`);
  const readKeys = () => readFileSync(keyFile, "utf8").trim().split("\n");
  const former = readKeys();
  const sealed = async () =>
    (await query("select split_part(secret, ':', 3) as key, count(*)::int from credential group by 1 order by 1")).map(
      ({ key, count }) => `${key}: ${count}`,
    );
  const beforeKills = await sealed();

  let halves = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const running = rotate();
    const from = performance.now();
    // In the middle of the work, which starts when the second key is in the file; each time a little later.
    while (
      performance.now() - from < 20_000 &&
      (await sealed()).join() === beforeKills.join() &&
      running.child.exitCode === null
    )
      await wait(5);
    await wait(20 * kill);
    running.child.kill("SIGKILL");
    await running.ended;
    if ((await sealed()).length > 1) halves += 1;
    demand(readKeys().length === 2 || kill > 0, "A killed rotation does not keep both keys.");
  }
  const last = await rotate().ended;
  demand(last.code === 0, `The rotation that was run again ended with ${last.code}: ${last.output}`);
  const [key, ...others] = readKeys();
  demand(others.length === 0 && !former.includes(key), "The former key is still in the file.");
  const after = await sealed();
  demand(after.length === 1, `After the rotation secrets are sealed with ${after.join(", ")}.`);
  demand(
    readdirSync(settings.DATA_DIR).some((name) => name.startsWith("secrets.key.former-")),
    "The former key is gone.",
  );

  const secrets = () => query("select company_id, secret from credential order by 1, 2");
  const before = JSON.stringify(await secrets());
  const refuse = async (environment, words) => {
    const { code, output } = await stage.start([stage.program], { PORT: "0", ...settings, ...environment }).ended;
    demand(code === 1 && words.test(output), `A start ended with ${code}: ${output}`);
    demand(JSON.stringify(await secrets()) === before, "A refused start changed secrets.");
  };
  const wrong = { SECRETS_KEY: randomBytes(32).toString("base64") };
  await refuse(wrong, /this server has only/);
  await refuse({ SECRETS_KEY: "no key" }, /SECRETS_KEY must be a key of 32 bytes/);
  renameSync(keyFile, `${keyFile}.away`);
  await refuse({}, /SECRETS_KEY is not set, and \S+secrets\.key does not exist/);
  demand(!existsSync(keyFile), "A refused start made another key.");
  renameSync(`${keyFile}.away`, keyFile);
  await (await stage.startServer(settings)).stop();
  await database.stop();
  return `a rotation of ${COMPANIES} companies' secrets killed ${KILLS} times, ${halves} of them half-way, and ended whole`;
}
