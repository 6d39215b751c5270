// `npm run bench` runs all benches, `npm run bench -- search bundle` some of them. Each prints its table and keeps it in
// results.md; the exit code is not zero when a figure is below its floor.
import { measureBundle } from "./benches/bundle.mjs";
import { measureCounts } from "./benches/counts.mjs";
import { measureDatabaseStart } from "./benches/database-start.mjs";
import { measureDocuments } from "./benches/documents.mjs";
import { measureEngine } from "./benches/engine.mjs";
import { measureEngines } from "./benches/engines.mjs";
import { measureEstimator } from "./benches/estimator.mjs";
import { measureFirstDownload } from "./benches/first-download.mjs";
import { measureHostile } from "./benches/hostile.mjs";
import { measureLeadList } from "./benches/lead-list.mjs";
import { measurePhotos } from "./benches/photos.mjs";
import { measureSearch } from "./benches/search.mjs";
import { measureSettings } from "./benches/settings.mjs";
import { measureStart } from "./benches/start.mjs";
import { measureSync } from "./benches/sync.mjs";
import { isBelowFloor, toTable } from "./measuring/figures.mjs";
import { HeldResources } from "./measuring/held-resources.mjs";
import { keepResult, readLoad } from "./measuring/results-page.mjs";
import { requireBuild } from "./product/built-product.mjs";

/** @type {Record<string, (options: { resources: HeldResources }) => Promise<import("./measuring/figures.mjs").Figure[]>>} */
const BENCHES = {
  bundle: measureBundle,
  counts: measureCounts,
  "database-start": measureDatabaseStart,
  documents: measureDocuments,
  engine: measureEngine,
  estimator: measureEstimator,
  "first-download": measureFirstDownload,
  hostile: measureHostile,
  "lead-list": measureLeadList,
  settings: measureSettings,
  start: measureStart,
  search: measureSearch,
  sync: measureSync,
  // Last: they need WebKit, which not every machine has.
  engines: measureEngines,
  photos: measurePhotos,
};

/** This bench bundles what it measures itself. */
const WITHOUT_BUILD = ["engine"];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}. There are: ${Object.keys(BENCHES).join(", ")}.`);
  process.exit(1);
}

const resources = new HeldResources();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await resources.releaseAll();
    process.exit(130);
  });
}

const benches = asked.length > 0 ? asked : Object.keys(BENCHES);
if (benches.some((bench) => !WITHOUT_BUILD.includes(bench))) requireBuild();
for (const bench of benches) {
  console.log(`\n${bench}`);
  const loadBefore = readLoad();
  const beganAt = performance.now();
  try {
    const figures = await BENCHES[bench]({ resources });
    const table = toTable(figures);
    console.log(`${table}\n(${((performance.now() - beganAt) / 1000).toFixed(0)} s)`);
    keepResult({ bench, table, loadBefore });
    if (figures.some(isBelowFloor)) process.exitCode = 1;
  } finally {
    await resources.releaseAll();
  }
}
