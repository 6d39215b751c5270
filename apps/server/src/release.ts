import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { serverPackageFolder } from "#database/package-folder.ts";

/** This Ridgebook's release, such as "1.7.76". */
export function readRelease(): string {
  const text = readFileSync(path.join(serverPackageFolder(), "package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
