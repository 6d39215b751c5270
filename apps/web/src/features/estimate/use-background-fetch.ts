import { Problem } from "@ridgebook/contract";
import { useEffect, useState } from "react";
import { useLocalData } from "#local-data/local-data-context.tsx";

/** Asks the server for an estimate once when it is opened; what it answers arrives through the device's store. */
export function useBackgroundFetch(id: number): { isFetching: boolean; failure: unknown } {
  const localData = useLocalData();
  const [fetched, setFetched] = useState<{ id: number; failure?: unknown }>();
  useEffect(() => {
    let isOver = false;
    localData.estimates.fetch(id).then(
      () => {
        if (!isOver) setFetched({ id });
      },
      (failure: unknown) => {
        if (!(failure instanceof Problem)) reportError(failure);
        if (!isOver) setFetched({ id, failure });
      },
    );
    return () => {
      isOver = true;
    };
  }, [localData, id]);
  return { isFetching: fetched?.id !== id, failure: fetched?.id === id ? fetched.failure : undefined };
}
