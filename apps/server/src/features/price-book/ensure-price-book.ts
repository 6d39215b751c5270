import type { CompanyId, PriceBookSummary } from "@ridgebook/contract";
import { fieldOfOption, type PriceBookEntry } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import type { CompanyScope } from "#database/company-scope.ts";
import {
  findNewestVersion,
  holdPriceBook,
  insertVersion,
  readEntries,
  readKnownFieldIds,
  writeEntries,
} from "./price-book-repository.ts";

const NONE = { added: 0, changed: 0, removed: 0 } as const;
const summaryOf = (added: readonly PriceBookEntry[]): PriceBookSummary => ({
  fields: { ...NONE, added: added.length },
  options: { ...NONE, added: added.reduce((sum, { options }) => sum + options.length, 0) },
  variants: { ...NONE, added: added.reduce((sum, { variants }) => sum + variants.length, 0) },
  prices: { changed: 0, averagePercent: null, lowestPercent: null, highestPercent: null },
});

/**
 * Gives a company without a price book the starter as version 1, and returns the newest version.
 *
 * Lazily on first use, not when a company is added or the server starts: companies are created in several ways, including from a backup or
 * by an older server during an update. Of two concurrent callers, one adds the version's row and the other waits for it.
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
    summary: summaryOf(starterPriceBook.entries),
  });
  if (isAdded) {
    await writeEntries(scope, { version, changed: starterPriceBook.entries, removed: [] });
    return version;
  }
  // Its creator may have published more since.
  return (await findNewestVersion(scope))?.version ?? version;
}

/** A starter entry without prices and options that depend on options missing in the company's price book. */
export function fitStarterEntry(entry: PriceBookEntry, hasOption: (id: string) => boolean): PriceBookEntry {
  const isKnown = (optionId: string): boolean => fieldOfOption(optionId)?.id === entry.id || hasOption(optionId);
  return {
    ...entry,
    variants: entry.variants.filter(({ parentOptionIds }) => parentOptionIds.every(isKnown)),
    validOptions: Object.fromEntries(Object.entries(entry.validOptions).filter(([parentId]) => isKnown(parentId))),
  };
}

/** Publishes starter entries of fields that a newer release added. Existing entries are unchanged, and a removed field stays removed. */
async function addFieldsOfRelease(scope: CompanyScope, now: Date): Promise<"complete" | "added"> {
  await ensurePriceBook(scope, now);
  const findMissing = async (): Promise<PriceBookEntry[]> => {
    const known = await readKnownFieldIds(scope);
    return starterPriceBook.entries.filter(({ id }) => !known.has(id));
  };
  if ((await findMissing()).length === 0) return "complete";
  await holdPriceBook(scope);
  // Another process may have added them during the wait.
  const missing = await findMissing();
  const newest = await findNewestVersion(scope);
  if (missing.length === 0 || !newest) return "complete";
  const present = await readEntries(scope, newest.version);
  const optionIds = new Set<string>([...present, ...missing].flatMap(({ options }) => options.map(({ id }) => id)));
  const added = missing.map((entry) => fitStarterEntry(entry, (id) => optionIds.has(id)));
  const version = newest.version + 1;
  const isAdded = await insertVersion(scope, {
    version,
    source: "starter",
    author: "",
    note: "",
    publishedTime: now,
    summary: summaryOf(added),
  });
  if (!isAdded) throw new Error("A version was published without holding the price book.");
  await writeEntries(scope, { version, changed: added, removed: [] });
  return "added";
}

/**
 * Completes each company's price book once per process, on the first download of a device. A company is marked done only after its
 * committed price book was found complete.
 */
export function createReleaseFields({ now }: { now: () => Date }): (scope: CompanyScope) => Promise<void> {
  const complete = new Set<CompanyId>();
  return async (scope) => {
    if (complete.has(scope.companyId)) return;
    if ((await addFieldsOfRelease(scope, now())) === "complete") complete.add(scope.companyId);
  };
}
