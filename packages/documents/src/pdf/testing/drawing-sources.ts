import { readFileSync } from "node:fs";
import path from "node:path";

const SRC = path.join(import.meta.dirname, "../..");
const IMPORT = /^(?:import|export) (?!type )[^;]*? from "#([^"]+)";/gms;

/** Reads the modules of this package that drawing a paper runs, found by their imports: texts by name, such as "pdf/ink.ts". */
export function readDrawingSources(): ReadonlyMap<string, string> {
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
