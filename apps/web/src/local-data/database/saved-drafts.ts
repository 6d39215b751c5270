import type { Draft } from "./device-database.ts";
import type { SavedDraft } from "./info-entries.ts";
import type { StoreTransaction } from "./store-transaction.ts";

/** More than a user saves before the next draft is read. */
const MAX_REMEMBERED = 20;

/** Remembers, in the transaction that writes a new record, that its draft is saved. */
export async function rememberSavedDraft(transaction: StoreTransaction, draft: SavedDraft): Promise<void> {
  const others = (await transaction.info("saved-drafts")) ?? [];
  await transaction.putInfo("saved-drafts", [...others, draft].slice(-MAX_REMEMBERED));
}

/** Whether a draft was saved as a record, and not edited after that. */
export const wasSaved = ({ key, savedTime }: Draft, saved: readonly SavedDraft[] | undefined): boolean =>
  key !== undefined && (saved ?? []).some((each) => each.key === key && savedTime <= each.time);
