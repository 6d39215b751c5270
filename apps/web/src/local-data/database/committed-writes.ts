import type { CommittedWrites } from "./info-entries.ts";
import type { StoreTransaction } from "./store-transaction.ts";

/*
 * A write may be committed although its connection was lost before the page was notified. Each commit therefore records its key, so that
 * the next attempt finds out. In between, this page's other writes and other pages commit as well: a page keeps the keys of all its
 * writes that are not settled, and replaces the keys of no other page.
 */

/** One write of this page, through all its attempts. */
export interface WriteOfPage {
  isCommitted(transaction: StoreTransaction): Promise<boolean>;
  /** Records the key in the write's own transaction. */
  recordCommit(transaction: StoreTransaction): Promise<void>;
  /** The write is settled: its key is dropped with the page's next commit. */
  end(): void;
}

/** Pages that are remembered. More than this many must have written since for a page to forget one of its writes. */
const MAX_PAGES = 16;

export function trackCommittedWrites(): { begin(key: string): WriteOfPage } {
  const unsettled = new Set<string>();
  let page: string | undefined;

  const read = async (
    transaction: StoreTransaction,
  ): Promise<{ own: readonly string[]; others: CommittedWrites[] }> => {
    const all = (await transaction.info("committed-writes")) ?? [];
    const own = all.find((each) => each.page === page)?.keys ?? [];
    return { own, others: all.filter((each) => each.page !== page) };
  };

  return {
    begin(key) {
      // The first write's key names the page.
      const thisPage = (page ??= key);
      unsettled.add(key);
      return {
        isCommitted: async (transaction) => (await read(transaction)).own.includes(key),
        async recordCommit(transaction) {
          const { own, others } = await read(transaction);
          const keys = [...own.filter((each) => unsettled.has(each)), key];
          await transaction.putInfo("committed-writes", [...others.slice(1 - MAX_PAGES), { page: thisPage, keys }]);
        },
        end: () => unsettled.delete(key),
      };
    },
  };
}
