import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { serverPackageFolder } from "#database/package-folder.ts";
import { createMetrics } from "#http/metrics.ts";
import { VARIABLES } from "./server-settings.ts";
import { RUNTIME_FILES } from "./testing/runtime-files.ts";

const read = (name: string): string => readFileSync(path.join(serverPackageFolder(), "../..", name), "utf8");

/** The code in the first column of the page's tables. */
const firstCells = (page: string): string[] =>
  [...page.matchAll(/^\| ([^|]+)\|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code),
  );

test("[OPS-09] docs/operating.md lists every variable that the server reads, and no other", () => {
  const listed = firstCells(read("docs/operating.md")).filter((code) => /^[A-Z][A-Z\d_]+$/.test(code));
  expect([...new Set(listed)].toSorted()).toEqual(VARIABLES.toSorted());
});

test("[OPS-09] docs/operating.md says of every figure of ours what it warns of, and names none that is not there", async () => {
  const text = await createMetrics().text();
  const measured = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name);
  const named = firstCells(read("docs/operating.md")).filter((code) => /^(ridgebook|nodejs|process)_\w+$/.test(code));
  expect(named.filter((name) => !measured.includes(name))).toEqual([]);
  expect(measured.filter((name) => name.startsWith("ridgebook_") && !named.includes(name))).toEqual([]);
});

test("[OPS-09] the Dockerfile copies every file that the built server reads", () => {
  const dockerfile = read("deploy/Dockerfile");
  for (const file of RUNTIME_FILES) expect(dockerfile).toContain(`/ridgebook/apps/server/${file} `);
});
