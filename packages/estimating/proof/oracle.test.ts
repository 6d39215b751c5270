import { expect, test } from "vitest";
import { recommendationsIn } from "#recommendations/recommend.ts";
import { checkSeed, noCounts } from "./check-estimate.ts";
import { LINE_FIELDS } from "./random-estimate.ts";

/** The fixed share of `npm test`, or what `npm run engine:oracle` asks for. */
const FIXED_SHARE = { from: 1, estimates: 2_000 };
const LONGEST_ESTIMATE_MS = 50;
const MAX_FAILURES = 5;
/** Long runs say now and then how far they are. */
const TOLD_AFTER = 10_000;

const { ORACLE_FROM, ORACLE_ESTIMATES } = process.env;
const from = ORACLE_FROM === undefined ? FIXED_SHARE.from : Number(ORACLE_FROM);
const estimates = ORACLE_ESTIMATES === undefined ? FIXED_SHARE.estimates : Number(ORACLE_ESTIMATES);

test(
  `[CALC-48] [EXPL-01] [EXPL-02] ${estimates} estimates by chance are equal to the cent with exact fractions, and every number explains itself`,
  { timeout: estimates * LONGEST_ESTIMATE_MS + 60_000 },
  () => {
    const counts = noCounts();
    const failures: string[] = [];
    for (let seed = from; seed < from + estimates && failures.length < MAX_FAILURES; seed += 1) {
      if (seed > from && (seed - from) % TOLD_AFTER === 0) console.log(`${seed - from} of ${estimates}`);
      const [first, ...others] = checkSeed(seed, counts);
      if (first !== undefined)
        failures.push(`seed ${seed}: ${first}${others.length > 0 ? `, and ${others.length} more` : ""}`);
    }
    const { lines, warnings, recommendations, chains, fields, recommended } = counts;
    console.log(
      `${counts.estimates} estimates (${counts.tooLarge} too large), ${lines} lines (${warnings} without a price), ${recommendations} recommendations, ` +
        `${chains} chains; ${fields.size} fields, ${recommended.size} of them with a formula`,
    );
    expect(failures).toEqual([]);
    if (estimates >= FIXED_SHARE.estimates) {
      // Nothing of the catalogue may be missed.
      const withLines = LINE_FIELDS.filter(({ id }) => !fields.has(id));
      expect(withLines.map(({ id, key }) => `${id} ${key}`)).toEqual([]);
      const withFormula = LINE_FIELDS.filter(
        ({ id, workflowId, key }) => recommendationsIn(workflowId).has(key) && !recommended.has(id),
      );
      expect(withFormula.map(({ id, key }) => `${id} ${key}`)).toEqual([]);
    }
  },
);
