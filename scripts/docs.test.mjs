import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { totalOfSchedules } from "./proof-log.mjs";

/* Links and pictures of every page of the repository exist, and each picture is taken by a script. Growing numbers are the sums of the noted runs. */

const root = path.join(import.meta.dirname, "..");
const CODE = /```.*?```|`[^`\n]*`/gs;
const LINK = /!?\[[^\]]*\]\(([^)\s]+)\)/g;
const HEADING = /^#+ (.+)$/gm;
const EXTERNAL = /^(?:https?|mailto):/;

const pages = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], { cwd: root })
  .toString()
  .split("\n")
  .filter((name) => name !== "" && existsSync(path.join(root, name)));

const read = (name) => readFileSync(path.join(root, name), "utf8");

/** "The homeowner's page" is found at "#the-homeowners-page". */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

function leadsSomewhere(page, target) {
  if (EXTERNAL.test(target)) return true;
  const [file, anchor] = target.split("#");
  const name = file === "" ? page : path.join(path.dirname(page), decodeURI(file));
  if (!existsSync(path.join(root, name))) return false;
  return anchor === undefined || [...read(name).matchAll(HEADING)].some(([, heading]) => anchorOf(heading) === anchor);
}

const linksOf = (page) => [...read(page).replace(CODE, "").matchAll(LINK)].map(([, target]) => target);

test("every link and picture of a page is there", () => {
  const dead = pages.flatMap((page) =>
    linksOf(page).flatMap((target) => (leadsSomewhere(page, target) ? [] : [`${target} in ${page}`])),
  );
  expect(dead).toEqual([]);
});

test("every page of the user guide is in its contents", () => {
  const listed = new Set(linksOf("docs/guide/README.md"));
  const names = readdirSync(path.join(root, "docs/guide"));
  expect(names.filter((name) => name !== "README.md" && !listed.has(name))).toEqual([]);
});

test("every picture is taken by `npm run pictures`", () => {
  const scripts = ["scripts/pictures.mjs", "scripts/guide-pictures.mjs"].map(read).join("");
  const names = readdirSync(path.join(root, "docs/pictures")).map((file) => path.parse(file).name);
  expect(names.filter((name) => !scripts.includes(`"${name}"`))).toEqual([]);
});

test("README and proofs add up the schedules of all noted runs of the simulation", () => {
  const total = totalOfSchedules(read("docs/proofs.md"));
  for (const page of ["README.md", "docs/proofs.md"]) expect(read(page), page).toContain(total);
});
