import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { DRAWING_VERSION } from "#pdf/drawing-version.ts";
import { FONT_NAMES } from "#pdf/font-files.ts";
import { readFontFiles } from "#pdf/read-font-files.node.ts";

const PACKAGE_FILE = path.join(import.meta.dirname, "../../package.json");
const SRC = path.join(import.meta.dirname, "..");
const IMPORT = /^(?:import|export) (?!type )[^;]*? from "#([^"]+)";/gms;

/** Reads the modules that rendering a PDF runs, found by following imports. Keyed by name, such as "pdf/ink.ts". */
function readDrawingSources(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const waiting = ["pdf/render-pdf.ts"];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    const source = readFileSync(path.join(SRC, name), "utf8");
    found.set(name, source);
    for (const [, imported = ""] of source.matchAll(IMPORT)) waiting.push(imported);
  }
  return found;
}

/** Returns the JavaScript of a module, without comments and types, because these do not affect the output. */
const codeOf = (source: string): string =>
  ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ESNext, verbatimModuleSyntax: true, removeComments: true },
  }).outputText;

test("[SIGN-01] the drawing version is that of the code, the typefaces and the packages that draw papers", async () => {
  const sources = readDrawingSources();
  expect(sources.size).toBeGreaterThan(25);
  const { dependencies } = JSON.parse(readFileSync(PACKAGE_FILE, "utf8")) as {
    dependencies: Record<string, string>;
  };
  const fonts = await readFontFiles();
  const hash = createHash("sha256");
  for (const name of [...sources.keys()].sort()) hash.update(`${name}\n${codeOf(sources.get(name) ?? "")}\n`);
  for (const name of FONT_NAMES) hash.update(fonts[name]);
  // Packages are pinned to one version each.
  for (const name of ["@cantoo/pdf-lib", "fflate"]) hash.update(`${name} ${dependencies[name] ?? ""}`);
  const version = hash.digest("hex").slice(0, 16);
  expect(DRAWING_VERSION, `Write "${version}" in drawing-version.ts: what draws papers was changed.`).toBe(version);
});
