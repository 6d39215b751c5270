import type { CompanyCamPhoto } from "@ridgebook/contract";
import type { LocalLeadPhoto } from "#local-data/photos/lead-photo-store.ts";

/**
 * Ids of photos that the lead already has. A copy keeps only the time at which its photo was taken. Of several photos from the same second
 * either all are known to be here, or none counts.
 */
export function findAddedIds(
  photos: readonly Pick<CompanyCamPhoto, "id" | "takenAt">[],
  onLead: readonly Pick<LocalLeadPhoto, "takenAt">[],
): ReadonlySet<string> {
  const countOf = (list: readonly { takenAt: string | null }[]): Map<number, number> => {
    const counts = new Map<number, number>();
    for (const { takenAt } of list)
      if (takenAt !== null) counts.set(Date.parse(takenAt), (counts.get(Date.parse(takenAt)) ?? 0) + 1);
    return counts;
  };
  const offered = countOf(photos);
  const here = countOf(onLead);
  const isHere = (takenAt: string | null): boolean => {
    const time = takenAt === null ? Number.NaN : Date.parse(takenAt);
    return (here.get(time) ?? 0) >= (offered.get(time) ?? Infinity);
  };
  return new Set(photos.filter(({ takenAt }) => isHere(takenAt)).map(({ id }) => id));
}
