import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/* An export that no other file names is dead: readers look for callers that do not exist. */

const root = path.join(import.meta.dirname, "..");
const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;
const NAME = /[A-Za-z_$][\w$]*/g;
/** Drizzle reads every export of these. */
const SCHEMA = "apps/server/src/database/schema/";

const files = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx", "*.mjs", "*.mts"],
  {
    cwd: root,
  },
)
  .toString()
  .split("\n")
  .filter((name) => name !== "" && existsSync(path.join(root, name)));

test("every export is named in another file", () => {
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), "utf8")]));
  const filesNaming = new Map();
  for (const text of texts.values())
    for (const name of new Set(text.match(NAME))) filesNaming.set(name, (filesNaming.get(name) ?? 0) + 1);
  const unused = [...texts].flatMap(([file, text]) =>
    file.startsWith(SCHEMA)
      ? []
      : [...text.matchAll(EXPORT)].flatMap(([, name]) => (filesNaming.get(name) === 1 ? [`${name} in ${file}`] : [])),
  );
  expect(unused).toEqual([]);
});
