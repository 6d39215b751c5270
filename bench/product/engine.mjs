import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";

const PROJECT_FOLDER = join(import.meta.dirname, "../..");
const ENGINE_FOLDER = join(PROJECT_FOLDER, "packages/estimating");

/** The parts that a browser needs to fill in forms, price them and explain the numbers; the starter price book comes from the server. */
const BROWSER_MODULES = [
  "index.ts",
  "form/items.ts",
  "price-book/index-price-book.ts",
  "pricing/explain-price.ts",
  "pricing/price-line.ts",
  "recommendations/recommend.ts",
  "totals/estimate-totals.ts",
  "totals/explain-totals.ts",
  "totals/payment.ts",
  "totals/workflow-totals.ts",
];

/**
 * The engine as it is delivered: bundled and minified with the project's own Vite, without packages.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources }} options
 * @returns {Promise<{ file: string, code: string }>} one ES module, in a folder that is removed with the resources
 */
export async function bundleEngine({ resources }) {
  const folder = mkdtempSync(join(tmpdir(), "ridgebook-engine-"));
  resources.hold(() => rmSync(folder, { recursive: true, force: true }));
  const entry = join(folder, "entry.ts");
  const modules = BROWSER_MODULES.map((file) => join(ENGINE_FOLDER, "src", file));
  writeFileSync(entry, modules.map((module) => `export * from ${JSON.stringify(module)};`).join("\n"));

  const require = createRequire(join(PROJECT_FOLDER, "package.json"));
  const { build } = await import(pathToFileURL(require.resolve("vite")).href);
  const file = join(folder, "engine.mjs");
  await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: true,
      target: "es2023",
      lib: { entry, formats: ["es"], fileName: () => "engine.mjs" },
    },
  });
  return { file, code: readFileSync(file, "utf8") };
}
