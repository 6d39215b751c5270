import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const PROJECT_FOLDER = join(import.meta.dirname, "../..");
const SERVER_BUILD = join(PROJECT_FOLDER, "apps/server/dist");
const WEB_PAGE = join(PROJECT_FOLDER, "apps/web/dist/index.html");

export const SERVER_PACKAGE_FILE = join(PROJECT_FOLDER, "apps/server/package.json");
export const SERVER_PROGRAM = join(SERVER_BUILD, "main.js");

/** Throws if the build is missing: benches run what `npm run build` made, as it would be delivered. */
export function requireBuild() {
  const missing = [SERVER_PROGRAM, WEB_PAGE].find((file) => !existsSync(file));
  if (missing) throw new Error(`${missing} is missing. Run "npm ci && npm run build" in the project's folder first.`);
}

/**
 * A module of the built server. The build keeps one file for each source file.
 *
 * @param {string} path such as "database/migrate.js"
 */
export const importOfServer = (path) => import(pathToFileURL(join(SERVER_BUILD, path)).href);
