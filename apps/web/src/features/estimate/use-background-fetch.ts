import { Problem } from "@ridgebook/contract";
import { useEffect, useState } from "react";
import { useLocalData } from "#local-data/local-data-context.tsx";

/** The estimate of a page, and how often the device has evicted it since. */
interface Followed {
  readonly id: number;
  readonly isHere: boolean;
  readonly goneCount: number;
}

/** Updates whether the estimate is on the device; one that never was has not been evicted. */
export function followEstimate(before: Followed, { id, isHere }: Pick<Followed, "id" | "isHere">): Followed {
  if (before.id === id && before.isHere === isHere) return before;
  const isGone = before.id === id && !isHere;
  return { id, isHere, goneCount: before.goneCount + (isGone ? 1 : 0) };
}

/**
 * Fetches an estimate from the server when it is opened, and again when the device evicts it while it is shown. The reply arrives through
 * the device's store.
 */
export function useBackgroundFetch(id: number, { isHere }: { isHere: boolean }): { failure: unknown } {
  const localData = useLocalData();
  const [followed, setFollowed] = useState<Followed>({ id, isHere, goneCount: 0 });
  const now = followEstimate(followed, { id, isHere });
  if (now !== followed) setFollowed(now);
  const { goneCount } = now;
  const [fetched, setFetched] = useState<{ id: number; goneCount: number; failure?: unknown }>();
  useEffect(() => {
    let isOver = false;
    localData.estimates.fetch(id).then(
      () => {
        if (!isOver) setFetched({ id, goneCount });
      },
      (failure: unknown) => {
        if (!(failure instanceof Problem)) reportError(failure);
        if (!isOver) setFetched({ id, goneCount, failure });
      },
    );
    return () => {
      isOver = true;
    };
  }, [localData, id, goneCount]);
  const isFetched = fetched?.id === id && fetched.goneCount === goneCount;
  return { failure: isFetched ? fetched.failure : undefined };
}
