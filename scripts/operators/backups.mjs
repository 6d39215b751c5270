// The embedded database: backed up while devices send, restored beside it, and compared; and refused backups and folders.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { compareLeads, signIn, startDevices } from "./devices.mjs";
import { demand } from "./stage.mjs";

const SEND_FOR_MS = 2_000;
const SMALL_DISK_KB = 512;

/** A restore that must be refused with this message, and leave the folder unchanged. */
async function refuseRestore(stage, { file, folder, words }) {
  const before = JSON.stringify(readdirSync(folder, { recursive: true }).sort());
  const { code, output } = await stage.run("restore", [file], { DATA_DIR: folder });
  demand(code === 1 && words.test(output), `A restore of ${file} into ${folder} ended with ${code}: ${output}`);
  const left = readdirSync(folder, { recursive: true }).sort();
  // Only the lock that both use, and its folder, may be new.
  const isSame = JSON.stringify(left) === before || left.every((name) => /^database(\/[^/]*\.lock)?$/.test(name));
  demand(isSame, `A refused restore changed ${folder}: ${left.slice(0, 5).join(", ")}`);
}

async function refuseBadBackups(stage, { whole, used }) {
  const place = (name) => {
    const folder = join(stage.folder, `refused-${name}`);
    mkdirSync(folder);
    return folder;
  };
  const bytes = readFileSync(whole);
  const cut = join(stage.folder, "cut.tar.gz");
  writeFileSync(cut, bytes.subarray(0, Math.floor(bytes.length / 2)));
  await refuseRestore(stage, { file: cut, folder: place("cut"), words: /is cut off: its end is missing/ });
  const unpacked = place("unpacked");
  execFileSync("tar", ["xzf", whole, "-C", unpacked, "manifest.json", "hashes.txt"]);
  const manifest = JSON.parse(readFileSync(join(unpacked, "manifest.json"), "utf8"));
  writeFileSync(join(unpacked, "manifest.json"), JSON.stringify({ ...manifest, release: "99.0.0" }));
  const newer = join(stage.folder, "newer.tar.gz");
  execFileSync("tar", ["czf", newer, "-C", unpacked, "manifest.json", "hashes.txt"]);
  await refuseRestore(stage, { file: newer, folder: place("newer"), words: /Ridgebook 99\.0\.0 made this backup/ });
  const { code, output } = await stage.run("restore", [whole], { DATA_DIR: used });
  demand(code === 1 && /holds (files|a database) already/.test(output), `A restore into a folder in use: ${output}`);
}

/** A disk of half a megabyte; only root may mount one. */
async function fillDisk(stage, environment) {
  if (process.getuid() !== 0) return ", a full disk was skipped (only root mounts one)";
  const disk = join(stage.folder, "small");
  mkdirSync(disk);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${SMALL_DISK_KB}k,mode=0777`, "tmpfs", disk]);
  try {
    const { code, output } = await stage.run("backup", [join(disk, "full.tar.gz")], environment);
    demand(
      code === 1 && /There is no room left for .* Nothing was kept of it\./.test(output),
      `A backup on a full disk ended with ${code}: ${output}`,
    );
    demand(readdirSync(disk).length === 0, "A backup on a full disk left something behind.");
    return ", a full disk left nothing behind";
  } finally {
    execFileSync("umount", [disk]);
  }
}

/** A company whose deletion has started; its job runs while the backup is taken. */
async function deleteCompany(url) {
  const { authorization, ...json } = await signIn(url, "super@demo.test");
  const ask = async (method, path, body) => {
    const reply = await fetch(`${url}/api/companies${path}`, {
      method,
      headers: { authorization, ...(body && json) },
      body: body && JSON.stringify(body),
    });
    demand(reply.ok, `${method} ${path} answered ${reply.status}: ${await reply.clone().text()}`);
    return reply.status === 204 ? undefined : reply.json();
  };
  const { id } = await ask("POST", "", { name: "Bye Roofing", active: false });
  await ask("DELETE", `/${id}`);
  return async (otherUrl) => {
    const others = await signIn(otherUrl, "super@demo.test");
    const reply = await fetch(`${otherUrl}/api/companies/${id}`, { headers: others });
    demand(
      reply.status === 404,
      `A company that was deleted during the backup answers ${reply.status} after the restore.`,
    );
  };
}

export async function backUp(stage, { rounds, tally }) {
  const environment = { DATA_DIR: join(stage.folder, "embedded") };
  const server = await stage.startServer(environment);
  let [backupMs, backupBytes] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const target = join(stage.folder, `${round}.tar.gz`);
    const devices = await startDevices(() => [server.url], stage);
    await wait(SEND_FOR_MS);
    const from = performance.now();
    let before = new Set();
    const backup = stage.start([stage.commandFile("backup"), target], environment);
    // Its end comes later; `backup.db.test.ts` looks at the very moment.
    backup.child.stdout.once("data", () => (before = new Set(devices.acknowledged)));
    const expectGone = await deleteCompany(server.url);
    const { code, output } = await backup.ended;
    demand(code === 0, `The backup ended with ${code}: ${output}`);
    backupMs = Math.max(backupMs, performance.now() - from);
    backupBytes = Math.max(backupBytes, statSync(target).size);
    await devices.stop();
    tally(compareLeads(devices.acknowledged, await stage.countEmbeddedLeads(environment)));

    const restored = { DATA_DIR: join(stage.folder, `restored-${round}`) };
    const restore = await stage.run("restore", [target], restored);
    demand(restore.code === 0, `The restore ended with ${restore.code}: ${restore.output}`);
    cpSync(join(environment.DATA_DIR, "secrets.key"), join(restored.DATA_DIR, "secrets.key"));
    const other = await stage.startServer(restored);
    tally(compareLeads(before, await stage.countEmbeddedLeads(restored)));
    await expectGone(other.url);
    await other.stop();
  }
  await refuseBadBackups(stage, { whole: join(stage.folder, "0.tar.gz"), used: environment.DATA_DIR });
  const full = await fillDisk(stage, environment);
  await server.stop();
  return `a backup of ${(backupBytes / 1_000_000).toFixed(1)} MB in ${(backupMs / 1_000).toFixed(1)} s${full}`;
}
