import { indexPriceBook, type IndexedPriceBook } from "@ridgebook/estimating";
import type { CompanyScope } from "#database/company-scope.ts";
import { ensurePriceBook } from "./ensure-price-book.ts";
import { findVersion, readEntries } from "./price-book-repository.ts";

/** The cache size; a book has a few megabytes. */
const MAX_KEPT = 16;

interface IndexedPriceBooks {
  /** The newest version; a company without a price book gets the starter. */
  newestVersion(scope: CompanyScope): Promise<number>;
  /** Undefined for an unknown version. */
  find(scope: CompanyScope, version: number): Promise<IndexedPriceBook | undefined>;
}

/**
 * Caches recently used books, because every save prices with one. A published version never changes; the key includes its publishing time,
 * since a restored database may reuse numbers.
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
