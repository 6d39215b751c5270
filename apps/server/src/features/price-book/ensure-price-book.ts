import type { PriceBookSummary } from "@ridgebook/contract";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import type { CompanyScope } from "#database/company-scope.ts";
import { findNewestVersion, insertVersion, writeEntries } from "./price-book-repository.ts";

const NONE = { added: 0, changed: 0, removed: 0 } as const;
const STARTER_SUMMARY: PriceBookSummary = {
  fields: { ...NONE, added: starterPriceBook.entries.length },
  options: { ...NONE, added: starterPriceBook.entries.reduce((sum, { options }) => sum + options.length, 0) },
  variants: { ...NONE, added: starterPriceBook.entries.reduce((sum, { variants }) => sum + variants.length, 0) },
  prices: { changed: 0, averagePercent: null, lowestPercent: null, highestPercent: null },
};

/**
 * Gives a company that has no price book the starter as version 1, and answers the newest version.
 *
 * With the first call that needs it, not when a company is added or the server starts: companies come into being in more
 * than one way, also from a backup or while an older server still runs beside this one, and whichever way it was, the first
 * reader finds a price book. Of two that ask at once, one adds the version's row and the other waits for it there.
 */
export async function ensurePriceBook(scope: CompanyScope, now: Date): Promise<number> {
  const newest = await findNewestVersion(scope);
  if (newest) return newest.version;
  const version = 1;
  const isAdded = await insertVersion(scope, {
    version,
    source: "starter",
    author: "",
    publishedTime: now,
    note: "",
    summary: STARTER_SUMMARY,
  });
  if (isAdded) {
    await writeEntries(scope, { version, changed: starterPriceBook.entries, removed: [] });
    return version;
  }
  // Whoever made it may have published more since.
  return (await findNewestVersion(scope))?.version ?? version;
}
