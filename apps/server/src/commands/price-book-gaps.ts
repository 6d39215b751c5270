import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { findGaps } from "#features/price-book/find-gaps.ts";
import { reasonFor, unusedReasons } from "#features/price-book/gap-reasons.ts";

/*
 * `npm run price-book:gaps`: lists every field of the starter price book without options, cost, conversion or unit, each with the reason.
 * Fails if a reason is missing.
 */

if (process.argv.length > 2) {
  console.error("Usage: npm run price-book:gaps, which looks at the whole starter price book.");
  process.exit(1);
}

const gaps = findGaps(starterPriceBook);
const lines = gaps.map((gap) => ({ gap, reason: reasonFor(gap) }));
for (const { gap, reason } of lines) {
  const { kind, fieldId, field, detail } = gap;
  console.log(`${fieldId.padEnd(8)} ${kind.padEnd(10)} ${field}${detail === "" ? "" : ` (${detail})`}`);
  console.log(`         ${reason ?? "NO REASON"}`);
}
const open = lines.filter(({ reason }) => reason === undefined).length;
const unused = unusedReasons(gaps);
console.log(`\n${gaps.length} gaps, ${open} without a reason.`);
if (unused.length > 0) console.log(`Reasons whose gap is closed: ${unused.join(", ")}.`);
if (open > 0 || unused.length > 0) process.exitCode = 1;
