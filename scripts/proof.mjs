// `npm run proof`: all long proofs at full size, one after the other; each notes its figures in docs/proofs.md. `-- --part oracle` runs
// one, `-- --share 0.01` tries them at a hundredth of their size and notes nothing.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { nextSeed, noteRun, PROOFS } from "./proof-log.mjs";
import { PARTS } from "./proof-parts.mjs";
import { runNpm } from "./run-process.mjs";

const { values } = parseArgs({ options: { part: { type: "string" }, share: { type: "string", default: "1" } } });
const share = Number(values.share);
if (!(share > 0 && share <= 1)) {
  console.error("--share must be above 0 and at most 1.");
  process.exit(2);
}
const parts = PARTS.filter(({ proof }) => values.part === undefined || proof === values.part);
if (parts.length === 0) {
  console.error(`--part takes ${PARTS.map(({ proof }) => proof).join(", ")}, not ${values.part}.`);
  process.exit(2);
}

const results = [];
for (const [index, { proof, command, read }] of parts.entries()) {
  console.log(`\n${proof} (${index + 1} of ${parts.length})`);
  const began = Date.now();
  const [script, ...words] = command({ share, seed: nextSeed(readFileSync(PROOFS, "utf8"), proof) });
  const { exitCode, output } = await runNpm({ args: ["run", "--silent", script, "--", ...words], copies: true });
  const minutes = (Date.now() - began) / 60_000;
  const run = read(output);
  // A failed run is noted as well: the table says what was found.
  if (run !== undefined && share === 1) await noteRun({ proof, minutes, ...run });
  const isWell = exitCode === 0 && run !== undefined;
  if (!isWell) process.exitCode = 1;
  const figures =
    run === undefined
      ? "ended without a result"
      : [run.ran, ...(run.counts ?? []), run.result].filter(Boolean).join(", ");
  results.push(`${isWell ? "ok    " : "failed"} ${proof}, ${minutes.toFixed(1)} minutes: ${figures}`);
}
console.log(`\n${results.join("\n")}`);
