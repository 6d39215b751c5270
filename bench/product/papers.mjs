import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const PROJECT_FOLDER = join(import.meta.dirname, "../..");
const DOCUMENTS_FOLDER = join(PROJECT_FOLDER, "packages/documents");

/** The code that makes a PDF, and the contract of the design's pictures. The second group draws test pictures, which works in Node only. */
const DRAWING = { renderPdf: "pdf/render-pdf.ts" };
const SAMPLES = {
  "FONT_FILES, FONT_NAMES": "pdf/font-files.ts",
  sampleContract: "pdf/testing/sample-models.ts",
  "SAMPLE_FILES, SAMPLE_SIGNATURES, SAMPLE_FINGERPRINT": "pdf/testing/sample-input.ts",
  documentDataOf: "document-data.ts",
};

/**
 * The project's own bundler.
 *
 * @param {object} options
 * @param {string} options.folder
 * @param {string} options.entry
 * @param {"node" | "browser"} options.target
 * @param {string} options.name of the file, an ES module
 * @returns {Promise<string>} the file's path
 */
export async function bundle({ folder, entry, target, name }) {
  const require = createRequire(join(PROJECT_FOLDER, "package.json"));
  const { build } = await import(pathToFileURL(require.resolve("vite")).href);
  const isNode = target === "node";
  const fileName = `${name}.mjs`;
  await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    define: isNode ? {} : { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: true,
      target: "es2023",
      lib: { entry, formats: ["es"], fileName: () => fileName },
      rolldownOptions: { external: isNode ? [/^node:/] : [] },
    },
  });
  return join(folder, fileName);
}

const exportsOf = (/** @type {Record<string, string>} */ modules) =>
  Object.entries(modules)
    .map(([names, file]) => `export { ${names} } from ${JSON.stringify(join(DOCUMENTS_FOLDER, "src", file))};`)
    .join("\n");

/**
 * The papers' package as it is delivered, bundled and minified, for Node and for a browser, with its typefaces.
 *
 * @param {{ resources: import("../measuring/held-resources.mjs").HeldResources }} options
 */
export async function bundlePapers({ resources }) {
  const folder = mkdtempSync(join(tmpdir(), "ridgebook-papers-"));
  resources.hold(() => rmSync(folder, { recursive: true, force: true }));
  const entryOf = (/** @type {string} */ name, /** @type {Record<string, string>} */ modules) => {
    const entry = join(folder, `${name}.ts`);
    writeFileSync(entry, exportsOf(modules));
    return entry;
  };
  const nodeEntry = entryOf("papers-node", { ...DRAWING, ...SAMPLES });
  const browserEntry = entryOf("papers-browser", DRAWING);
  const file = await bundle({ folder, entry: nodeEntry, target: "node", name: "papers-node" });
  const script = await bundle({ folder, entry: browserEntry, target: "browser", name: "papers-browser" });
  const papers = await import(pathToFileURL(file).href);

  const { resolve } = createRequire(join(DOCUMENTS_FOLDER, "package.json"));
  const fontPaths = Object.fromEntries(
    papers.FONT_NAMES.map((/** @type {string} */ name) => [name, resolve(papers.FONT_FILES[name])]),
  );
  const fonts = Object.fromEntries(
    Object.entries(fontPaths).map(([name, path]) => [name, new Uint8Array(readFileSync(path))]),
  );
  return { folder, papers, script: readFileSync(script, "utf8"), fontPaths, fonts };
}

const MAX_HOUSES = 60;
/** For a contract of four pages: no photos, and no right to cancel with its forms, as the settings allow. */
const LEFT_OUT_OF_SHORT = ["photos", "acknowledgements"];

/**
 * Signed contracts: the sample's, short and with four pages, and long, with the sections of further houses of the same owner.
 *
 * @param {any} papers the bundled package
 * @param {Record<string, Uint8Array>} fonts
 * @param {{ long: number }} pages at least
 */
export async function sampleContracts(papers, fonts, { long }) {
  const sample = papers.sampleContract();
  const contractOf = async (/** @type {any} */ model) => {
    const input = {
      model,
      files: papers.SAMPLE_FILES,
      signatures: papers.SAMPLE_SIGNATURES,
      fingerprint: papers.SAMPLE_FINGERPRINT,
      fonts,
    };
    return { input, pages: (await readPrinted(await papers.renderPdf(input))).pages };
  };
  const short = await contractOf({
    ...sample,
    sections: sample.sections.filter((/** @type {any} */ { id }) => !LEFT_OUT_OF_SHORT.includes(id)),
    closing: { ...sample.closing, rightToCancel: null },
  });
  for (let houses = 2; houses <= MAX_HOUSES; houses += 1) {
    const contract = await contractOf({
      ...sample,
      sections: Array.from({ length: houses }, () => sample.sections).flat(),
    });
    if (contract.pages >= long) return { short, long: contract };
  }
  throw new Error(`The contract of ${MAX_HOUSES} houses has fewer than ${long} pages.`);
}

/** @type {Promise<any> | undefined} */
let reader;

/**
 * A PDF as an independent reader sees it.
 *
 * @param {Uint8Array} bytes
 * @returns {Promise<{ pages: number, letters: string }>} all text without spaces
 */
export async function readPrinted(bytes) {
  const require = createRequire(join(PROJECT_FOLDER, "package.json"));
  reader ??= import(pathToFileURL(require.resolve("pdfjs-dist/legacy/build/pdf.mjs")).href);
  const { getDocument } = await reader;
  const task = getDocument({
    data: Uint8Array.from(bytes),
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
  });
  const document = await task.promise;
  let letters = "";
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    letters += items.map((/** @type {any} */ { str = "" }) => str).join("");
  }
  const pages = document.numPages;
  await task.destroy();
  return { pages, letters: letters.replace(/\s+/g, "") };
}
