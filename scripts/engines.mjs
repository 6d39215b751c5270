// `npm run engines`: the whole walk of e2e/engines in WebKit and Firefox, at two sizes of a tablet. `-- --engine chromium` (or
// webkit, firefox) walks in one only. Fails where a browser is not installed, and says how to install it.
import { parseArgs } from "node:util";
import { ENGINE_PACKAGES, findFirefox, findWebKit } from "./find-engines.mjs";
import { runTests } from "./run-tests.mjs";

const { values } = parseArgs({ options: { engine: { type: "string", multiple: true } } });
const engines = values.engine ?? ["webkit", "firefox"];
const FIND = { webkit: findWebKit, firefox: findFirefox, chromium: () => "found when it is opened" };

const unknown = engines.find((engine) => !Object.hasOwn(FIND, engine));
if (unknown !== undefined) {
  console.error(`--engine takes webkit, firefox or chromium, not ${unknown}.`);
  process.exit(2);
}
const missing = engines.filter((engine) => FIND[engine]() === undefined);
for (const engine of missing)
  console.error(`${engine} is not installed. On Debian: apt-get install ${ENGINE_PACKAGES[engine].join(" ")}`);
if (missing.length > 0) process.exit(1);

process.env.ENGINES = JSON.stringify(engines);
const { failed } = await runTests({ vitestArgs: ["--project", "engines"] });
process.exitCode = failed > 0 ? 1 : 0;
