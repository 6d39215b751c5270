#!/usr/bin/env node
/**
 * Changes every operator and constant of every formula, one at a time, and runs the engine's tests against each change:
 * `npm run engine:mutate`, or `npm run engine:mutate -- --only "workflow 1"` for the places that contain a text. A change that no
 * test notices is listed with its place, and the exit code is 1.
 *
 * All of it runs in this process: tests are collected once for each change (mutation/vitest-stand-in.ts), those most likely to
 * notice first, and the first that fails ends the round. The oracle stays out: it reads the formulas that are changed here.
 */
import { createRequire } from "node:module";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { createServer, createServerModuleRunner } from "vite";
import { equivalenceOf } from "./mutation/equivalent-changes.mjs";
import { listSourceMutants } from "./mutation/source-mutants.mjs";

const PACKAGE = path.join(import.meta.dirname, "..");
const SOURCE = path.join(PACKAGE, "src");
/** What is code and not formula data. */
const MUTATED_SOURCES = [
  { file: "rounding.ts", area: "rounding" },
  { file: "expressions/arithmetic.ts", area: "expressions" },
  { file: "totals/estimate-totals.ts", area: "totals" },
  { file: "totals/payment.ts", area: "totals" },
  { file: "totals/format-percent.ts", area: "totals" },
];
/** A test that a mutant sends round in circles. */
const LONGEST_TEST_MS = 20_000;

const { values: options } = parseArgs({ options: { only: { type: "string", default: "" } } });

globalThis.mutationExpect = await createExpect();
/** The text of a source file while it is mutated, by path. */
const mutatedText = new Map();
const server = await createServer({
  root: PACKAGE,
  configFile: false,
  logLevel: "error",
  appType: "custom",
  server: { middlewareMode: true, hmr: false, watch: null },
  optimizeDeps: { noDiscovery: true, include: [] },
  resolve: { alias: { vitest: path.join(import.meta.dirname, "mutation/vitest-stand-in.ts") } },
  plugins: [{ name: "mutated-text", enforce: "pre", load: (id) => mutatedText.get(id.split("?")[0]) }],
});
const runner = createServerModuleRunner(server.environments.ssr, { hmr: false });
/** Tests, and files that do not load, which fail without any change. */
const leftOut = new Set();
/** @type {Record<number, string>} the folder of a workflow's formulas, by its number */
const FOLDERS = { 1: "roofing", 2: "siding", 3: "windows", 4: "gutters", 5: "repairs", 6: "insulation", 7: "trim" };

async function mutateAll() {
  const began = performance.now();
  const files = findTestFiles();
  for (let failure = await firstFailure(files, () => {}); failure; failure = await firstFailure(files, () => {})) {
    console.log(`Left out, for it fails without a change: ${failure.text}`);
    leftOut.add(failure.test);
  }
  const { listMutants, allFormulas } = await importMutants();
  const formulas = allFormulas().length;
  const mutants = listMutants().map(({ place, change, area }, index) => ({ place, change, area, index }));
  const sources = MUTATED_SOURCES.flatMap(({ file, area }) =>
    listSourceMutants({ file, area, source: readFileSync(path.join(SOURCE, file), "utf8") }),
  );
  const named = [...mutants, ...sources].filter(({ place }) => place.includes(options.only));
  const asked = named.filter((mutant) => equivalenceOf(mutant) === undefined);
  console.log(
    `${files.length} test files, ${formulas} formulas, ${asked.length} changes, ` +
      `and ${named.length - asked.length} that change no number (mutation/equivalent-changes.mjs)`,
  );

  /** @type {string[]} */
  const survivors = [];
  /** @type {string[]} what noticed last, first */
  let likely = [];
  for (const [number, mutant] of asked.entries()) {
    const order = orderFor(files, mutant.area, likely);
    const failure = "text" in mutant ? await checkSource(mutant, order) : await checkFormula(mutant, order);
    if (failure) {
      likely = [failure.file, ...likely.filter((each) => each !== failure.file)].slice(0, 3);
    } else {
      survivors.push(`${mutant.place}: ${mutant.change}`);
      console.log(`  survives: ${survivors.at(-1)}`);
    }
    if ((number + 1) % 200 === 0) console.log(`  ${number + 1} of ${asked.length}`);
  }
  const stray = await firstFailure(files, () => {});
  if (stray) {
    console.error(`The tests changed meanwhile, so that the result counts for nothing: ${stray.text}`);
    return 1;
  }
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  console.log(`${asked.length} changes, ${survivors.length} unnoticed, ${minutes} minutes`);
  return survivors.length === 0 ? 0 : 1;
}

function findTestFiles() {
  return ["src", "houses"]
    .flatMap((folder) =>
      readdirSync(path.join(PACKAGE, folder), { recursive: true, encoding: "utf8" }).map((file) =>
        path.join(PACKAGE, folder, file),
      ),
    )
    .filter((file) => file.endsWith(".test.ts"))
    .sort();
}

/** Tests of the same area first, then what noticed the last changes, then the rest. */
function orderFor(files, area, likely) {
  const workflow = /workflow (\d)/.exec(area)?.[1];
  const folder = workflow === undefined ? `src/${area}` : `catalogue/${FOLDERS[Number(workflow)]}`;
  const rank = (/** @type {string} */ file) =>
    file.includes(folder)
      ? 0
      : likely.includes(file)
        ? 1
        : file.includes("houses")
          ? 2
          : file.includes("rounding")
            ? 4
            : 3;
  // The sweeps of rounding.test.ts do not read formulas.
  return files
    .filter((file) => workflow === undefined || !file.endsWith("rounding.test.ts"))
    .sort((one, other) => rank(one) - rank(other));
}

const importMutants = () => runner.import(path.join(import.meta.dirname, "mutation/mutants.ts"));

const checkFormula = (mutant, order) =>
  firstFailure(order, async () => {
    const { listMutants } = await importMutants();
    listMutants()[mutant.index].apply();
  });

async function checkSource(mutant, order) {
  const file = path.join(SOURCE, mutant.file);
  mutatedText.set(file, mutant.text);
  forget(file);
  try {
    return await firstFailure(order, () => {});
  } finally {
    mutatedText.delete(file);
    forget(file);
  }
}

/** The server reads the file again when it is asked next. */
function forget(file) {
  const graph = server.environments.ssr.moduleGraph;
  for (const module of graph.getModulesByFile(file) ?? []) graph.invalidateModule(module);
}

/**
 * Runs test files on modules that were never loaded before, until a test fails: which, or undefined.
 *
 * @param {readonly string[]} files
 * @param {() => unknown} prepare changes what the tests will find
 */
async function firstFailure(files, prepare) {
  runner.clearCache();
  try {
    await prepare();
  } catch (error) {
    return { file: "", test: "", text: `loading: ${error}` };
  }
  for (const file of files) {
    if (leftOut.has(file)) continue;
    globalThis.mutationTests = [];
    const name = path.relative(PACKAGE, file);
    try {
      await runner.import(file);
    } catch (error) {
      return { file, test: file, text: `${name} does not load: ${firstLine(error)}` };
    }
    for (const { name: title, run } of globalThis.mutationTests) {
      const test = `${name}: ${title}`;
      if (leftOut.has(test)) continue;
      try {
        await within(run());
      } catch (error) {
        return { file, test, text: `${test}: ${firstLine(error)}` };
      }
    }
  }
  return undefined;
}

const firstLine = (/** @type {unknown} */ error) => String(error).split("\n")[0];

async function within(running) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("It takes too long.")), LONGEST_TEST_MS);
  });
  try {
    await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The matchers of vitest, without vitest around them. */
async function createExpect() {
  const require = createRequire(createRequire(import.meta.url).resolve("vitest/package.json"));
  const library = await import(pathToFileURL(require.resolve("@vitest/expect")).href);
  const { chai, JestChaiExpect, JestExtend, JestAsymmetricMatchers } = library;
  chai.use(JestExtend);
  chai.use(JestChaiExpect);
  chai.use(JestAsymmetricMatchers);
  const expect = (value, message) => {
    library.setState({ assertionCalls: 0 }, globalThis[library.GLOBAL_EXPECT] ?? expect);
    return chai.expect(value, message);
  };
  Object.assign(expect, chai.expect);
  expect.getState = () => library.getState(expect);
  expect.setState = (state) => library.setState(state, expect);
  globalThis[library.GLOBAL_EXPECT] = expect;
  return expect;
}

try {
  process.exitCode = await mutateAll();
} finally {
  await runner.close();
  await server.close();
}
