import type { Draft } from "./device-database.ts";
import type { SavedDraft } from "./info-entries.ts";
import type { StoreTransaction } from "./local-store.ts";

/** More than a person saves before the next draft is read. */
const MAX_REMEMBERED = 20;

/** In the transaction that writes a new record: the draft that it was typed in is that record from then on. */
export async function noteSavedDraft(transaction: StoreTransaction, draft: SavedDraft): Promise<void> {
  const others = (await transaction.info("saved-drafts")) ?? [];
  await transaction.putInfo("saved-drafts", [...others, draft].slice(-MAX_REMEMBERED));
}

/** Whether a draft is a record by now. What was typed after the save is not. */
export const wasSaved = ({ key, savedTime }: Draft, saved: readonly SavedDraft[] | undefined): boolean =>
  key !== undefined && (saved ?? []).some((each) => each.key === key && savedTime <= each.time);
