import { Problem, type SyncedStoreName, type UserId } from "@ridgebook/contract";
import type { CompanyScope } from "./company-scope.ts";
import { findAuthor } from "./company-users.ts";
import { findTombstone } from "./tombstones.ts";

const NOUNS: Partial<Record<SyncedStoreName, string>> = { leads: "lead", estimates: "estimate" };

/**
 * The problem for a change of a missing record: deleted, by whom and when if known, else not found. Only a deletion has a `changedTime`.
 */
export async function missingRecord(
  scope: CompanyScope,
  { store, id }: { store: SyncedStoreName; id: number },
): Promise<Problem> {
  const deleted = await findTombstone(scope, { store, id });
  const noun = NOUNS[store];
  if (!deleted || !noun) return new Problem("notFound");
  const who = await findAuthor(scope, deleted.deletedBy as UserId | null);
  const by = who.changedByYou ? " by you" : who.changedBy === undefined ? "" : ` by ${who.changedBy}`;
  return new Problem("notFound", {
    title: `This ${noun} was deleted${by}.`,
    ...who,
    changedTime: deleted.deletedTime.toISOString(),
  });
}
