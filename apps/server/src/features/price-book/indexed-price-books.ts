import { indexPriceBook, type IndexedPriceBook } from "@ridgebook/estimating";
import type { CompanyScope } from "#database/company-scope.ts";
import { ensurePriceBook } from "./ensure-price-book.ts";
import { findVersion, readEntries } from "./price-book-repository.ts";

/** Price books kept ready, a few megabytes each. */
const MAX_KEPT = 16;

/** The price books of companies, ready for calculating. */
interface IndexedPriceBooks {
  /** The number of the newest version; a company without a price book gets the starter. */
  newestVersion(scope: CompanyScope): Promise<number>;
  /** Undefined for a version that the company does not have. */
  find(scope: CompanyScope, version: number): Promise<IndexedPriceBook | undefined>;
}

/**
 * Keeps the books that were used last, because every save prices with one. A published version never changes; it is known by
 * the time it was published as well, should a database come back from a backup and go another way.
 */
export function createIndexedPriceBooks({ now }: { now: () => Date }): IndexedPriceBooks {
  const kept = new Map<string, IndexedPriceBook>();
  return {
    newestVersion: (scope) => ensurePriceBook(scope, now()),
    async find(scope, version) {
      const found = await findVersion(scope, version);
      if (!found) return undefined;
      const key = [scope.companyId, version, found.publishedTime].join(" ");
      const book = kept.get(key) ?? indexPriceBook({ version, entries: await readEntries(scope, version) });
      kept.delete(key);
      kept.set(key, book);
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      return book;
    },
  };
}
