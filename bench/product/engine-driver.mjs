import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const PROJECT_FOLDER = join(import.meta.dirname, "../..");

/**
 * A module of the project's browser tests, which Node alone cannot read: it is TypeScript.
 *
 * @param {string} path such as "e2e/engines/person.ts"
 * @returns {Promise<any>}
 */
export async function importOfTests(path) {
  const require = createRequire(join(PROJECT_FOLDER, "package.json"));
  const { runnerImport } = await import(pathToFileURL(require.resolve("vite")).href);
  const { module } = await runnerImport(join(PROJECT_FOLDER, path), {
    root: PROJECT_FOLDER,
    configFile: false,
    logLevel: "error",
  });
  return module;
}
