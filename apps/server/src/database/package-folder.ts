import { existsSync } from "node:fs";
import path from "node:path";

/** The server package's folder, for the sources and the built server. */
export function serverPackageFolder(from = import.meta.dirname): string {
  if (existsSync(path.join(from, "package.json"))) return from;
  const parent = path.dirname(from);
  if (parent === from) throw new Error("The folder of the server's package was not found.");
  return serverPackageFolder(parent);
}
