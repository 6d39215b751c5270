// Builds the image of deploy/Dockerfile without Docker, step by step: the build context, the build, the copied files. Then starts its server as an
// unprivileged user and loads the app's page.
import { execFileSync } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { demand } from "./stage.mjs";

/** The uid and gid of Debian's unprivileged account. In the image the server runs as "node". */
const OTHER_USER = 65_534;

/** The instructions of a Dockerfile by stage: `[["FROM", "…"], ["RUN", "…"]]`, continued lines joined, without comments. */
function readStages(dockerfile) {
  const stages = [];
  for (const line of dockerfile
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll("\\\n", " ")
    .split("\n")) {
    const [, word, rest] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (word === "FROM") stages.push([]);
    if (word) stages.at(-1)?.push([word, rest.trim()]);
  }
  return stages;
}

const valuesOf = (stage, wanted) => stage.flatMap(([word, rest]) => (word === wanted ? [rest] : []));

/** The files that Docker sends to the build: the committed ones, without those that Dockerfile.dockerignore names. */
function sendContext({ root, folder }) {
  mkdirSync(folder);
  const patterns = readFileSync(join(root, "deploy/Dockerfile.dockerignore"), "utf8").split("\n").filter(Boolean);
  const ignored = patterns.filter((pattern) => !pattern.startsWith("!"));
  const kept = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  const packed = execFileSync("git", ["archive", "HEAD"], { cwd: root, maxBuffer: 1 << 30 });
  // "**/x" is x in any folder; any other entry is one of the project's own.
  const anywhere = ignored.filter((pattern) => pattern.startsWith("**/")).map((pattern) => pattern.slice(3));
  execFileSync("tar", ["x", "-C", folder, ...anywhere.map((name) => `--exclude=${name}`)], { input: packed });
  for (const pattern of ignored)
    if (!pattern.startsWith("**/")) rmSync(join(folder, pattern), { recursive: true, force: true });
  execFileSync("tar", ["x", "-C", folder, ...kept], { input: packed });
}

/** `COPY --from=build SOURCE DESTINATION` of the last stage. */
function copyInto({ from, to, words }) {
  const [source, destination] = words.replace(/^--from=\w+\s+/, "").split(/\s+/);
  const path = join(from, source.replace("/ridgebook", "."));
  demand(existsSync(path), `The Dockerfile copies ${source}, and the build does not make it.`);
  const place = destination.endsWith("/") ? join(to, destination, basename(path)) : join(to, destination);
  cpSync(path, place, { recursive: true, verbatimSymlinks: true });
}

export async function makeImage(stage, { root }) {
  const [build, last] = readStages(readFileSync(join(root, "deploy/Dockerfile"), "utf8"));
  const context = join(stage.folder, "context");
  const image = join(stage.folder, "image");
  sendContext({ root, folder: context });
  for (const command of valuesOf(build, "RUN"))
    execFileSync("sh", ["-c", command], { cwd: context, stdio: ["ignore", "ignore", "inherit"] });
  mkdirSync(image);
  for (const words of valuesOf(last, "COPY")) copyInto({ from: context, to: image, words });

  const data = join(stage.folder, "image-data");
  mkdirSync(data);
  const isRoot = process.getuid() === 0;
  if (isRoot) chownSync(data, OTHER_USER, OTHER_USER);
  const environment = Object.fromEntries(
    valuesOf(last, "ENV").flatMap((line) => line.split(/\s+/).map((each) => each.split("="))),
  );
  const settings = { ...environment, DATA_DIR: data, HOST: "127.0.0.1" };
  const user = isRoot ? OTHER_USER : undefined;
  const server = await stage.startServer(settings, {
    main: join(image, JSON.parse(valuesOf(last, "ENTRYPOINT")[0])[1]),
    user,
  });
  const page = await fetch(server.url);
  demand(page.ok && (await page.text()).includes("<title>"), `The image serves no app: ${page.status}.`);
  demand(
    !isRoot || statSync(join(data, "database")).uid === OTHER_USER,
    "The image's server did not run as its own user.",
  );
  // A command as `docker exec` runs it, beside the server.
  const command = join(image, "apps/server/dist/commands/create-admin.js");
  const admin = await stage.start([command, "owner@example.com", "Pat", "Doe"], settings, { user }).ended;
  demand(admin.code === 0 && admin.output.includes("code="), `The image makes no first admin: ${admin.output}`);
  await server.stop();
  const size = Number(execFileSync("du", ["-sm", image], { encoding: "utf8" }).split("\t")[0]);
  return `the image's ${size} MB start in ${(server.readyMs / 1_000).toFixed(1)} s${isRoot ? " as another user" : ", another user was skipped (only root starts as one)"}`;
}
