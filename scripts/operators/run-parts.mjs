// Runs the parts of `npm run operators:proof` one after the other. A part that fails is noted, and the others run nevertheless.
import { NotProven, Skipped } from "./stage.mjs";

const MAX_REASON = 200;

/** The first line of the error: the result is one line, and a cell of docs/proofs.md. */
const reasonOf = (error) =>
  String(error?.message ?? error)
    .split("\n")[0]
    .slice(0, MAX_REASON);

const minutesSince = (from) => ((performance.now() - from) / 60_000).toFixed(1);

/**
 * @param {Record<string, (stage: object, options: object) => Promise<string>>} parts by name; each returns its figures in words
 * @param {{ rounds: number, openStage: () => { cleanUp: () => void }, say: (line: string) => void,
 *   complain: (error: unknown) => void }} run opens a stage for each part, so that none stands on what another left behind
 * @returns {Promise<{ line: string, isProven: boolean }>} `line` is the result in the form that `npm run proof` reads
 */
export async function runParts(parts, { rounds, openStage, say, complain, ...options }) {
  const began = performance.now();
  const total = { written: 0, missing: 0, doubled: 0 };
  const tally = (compared) => {
    for (const name of Object.keys(total)) total[name] += compared[name];
  };
  const results = [];
  let failed = 0;
  for (const [name, run] of Object.entries(parts)) {
    const from = performance.now();
    const stage = openStage();
    let result;
    try {
      result = await run(stage, { ...options, rounds, tally });
    } catch (error) {
      result = `${error instanceof Skipped ? "skipped" : "FAILED"} ${name} (${reasonOf(error)})`;
      if (!(error instanceof Skipped)) {
        failed += 1;
        complain(error instanceof NotProven ? error.message : error);
      }
    } finally {
      stage.cleanUp();
    }
    results.push(result);
    say(`${name}: ${result}, ${minutesSince(from)} minutes.`);
  }
  const line =
    `Operators, ${rounds} rounds: ${total.missing} of ${total.written.toLocaleString("en-US")} acknowledged writes missing and ` +
    `${total.doubled} doubled, ${results.join(", ")}, ${minutesSince(began)} minutes.`;
  return { line, isProven: failed === 0 && total.missing + total.doubled === 0 };
}
